// The outbox against a real SMTP server and into files: what goes out, when, how often, and in whose turn.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Service } from '#server/service.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { MAIL_TIME as NOW, putMail, readOutbox, sendDue } from '#tests/kit/outbox.ts';
import { readMail } from '#tests/kit/read-mail.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { type Outbox, startOutbox } from './outbox.ts';
import { type Delivery, NotDelivered, openDelivery } from './outbox-delivery.ts';
import { Sender } from './outbox-sender.ts';

const CROWD = '10000001';
const QUIET = '10000002';
const MINUTE = 1;
const HOUR = 60;

const asWritten = async () => null;
let service: TestService;
let server: MailServer;
const ending: (() => unknown)[] = [];

beforeAll(async () => {
  service = await startTestService();
  server = await startMailServer();
  await service.openInstitution(CROWD, 'clinic01');
  await service.openInstitution(QUIET, 'clinic02');
});
afterAll(async () => {
  await server.close();
  await service.close();
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  server.received.length = 0;
  server.mood = 'take';
  await service.db.deleteFrom('outbox_mails').execute();
});

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const put = (mail?: Parameters<typeof putMail>[1]) => putMail(service.db, mail);
const rows = () => readOutbox(service.db);

function delivery(): Delivery {
  const opened = openDelivery({ ...service.config, smtpUrl: server.url });
  ending.push(() => opened.close());
  return opened;
}

const sendAt = (now: Date) => sendDue(service.db, delivery(), () => now);

function start(config: Partial<Service['config']> = {}): Outbox {
  const own = { ...service.config, smtpUrl: server.url, ...config };
  const started = startOutbox({ ...service.running, clock: () => NOW, config: own }, asWritten);
  ending.push(() => started.stop());
  return started;
}

test('a mail goes out once, with the Message-ID it was born with', async () => {
  const mailId = await put();
  expect(await sendAt(NOW)).toBe(1);
  expect(await sendAt(later(HOUR))).toBe(0);
  expect(server.received.map(({ messageId }) => messageId)).toEqual([`<${mailId}@example.jp>`]);
  expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 1, last_error: '' });
});

test('a password goes to its owner alone', async () => {
  await put({ kind: 'password', bcc: 'archive@example.jp' });
  await sendAt(NOW);
  expect(server.received.map(({ to }) => to)).toEqual([['hanako@example.jp']]);
});

test('headers as they should be, and a blind copy that only the envelope knows', async () => {
  await put({ senderName: '汐見の丘健診センター', bcc: 'archive@example.jp' });
  await sendAt(NOW);
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'kenshin@example.jp', to: ['hanako@example.jp', 'archive@example.jp'] });
  const { headers, text } = readMail(mail?.raw ?? '');
  expect(Object.fromEntries(headers)).toMatchObject({
    from: '汐見の丘健診センター <kenshin@example.jp>',
    to: 'hanako@example.jp',
    subject: 'ご予約を受け付けました',
    date: 'Sun, 15 Nov 2026 01:00:00 +0000',
    'auto-submitted': 'auto-generated',
    'content-type': 'text/plain; charset=utf-8',
  });
  expect(mail?.raw).not.toContain('archive');
  expect(text).toBe('健診　花子　様\n\n髙﨑①～ 🩺');
});

test('a password is forgotten once it was sent, or given up; other mails are kept', async () => {
  server.mood = (recipient) => (recipient === 'nobody@example.jp' ? 'never' : 'take');
  await put({ kind: 'password' });
  await put({ kind: 'password', recipient: 'nobody@example.jp', at: later(MINUTE) });
  await put({ kind: 'booked', at: later(2 * MINUTE) });
  await sendAt(later(2 * MINUTE));
  expect((await rows()).map(({ body }) => body === '')).toEqual([true, false, false]);
  await sendAt(later(49 * HOUR));
  expect((await rows()).map(({ state, body }) => [state, body === ''])).toEqual([
    ['sent', true],
    ['failed', true],
    ['sent', false],
  ]);
});

test('pauses grow, and longer ones where the server says never; nothing is kept of what it quoted', async () => {
  const tries = async (mood: 'later' | 'never') => {
    server.mood = mood;
    await put();
    const pauses: number[] = [];
    for (let now = NOW, count = 0; count < 4; count++) {
      await sendAt(now);
      const [row] = await rows();
      pauses.push(((row?.next_attempt_at.getTime() ?? 0) - now.getTime()) / 60_000);
      now = row?.next_attempt_at ?? now;
    }
    const [row] = await rows();
    await service.db.deleteFrom('outbox_mails').execute();
    return [...pauses, row?.last_error];
  };
  expect(await tries('later')).toEqual([1, 2, 4, 8, '450']);
  expect(await tries('never')).toEqual([15, 30, 60, 120, '550']);
});

test('given up two days after the first try, not before, and not because nobody tried', async () => {
  server.mood = 'later';
  await put({ at: later(-100 * HOUR) });
  await sendAt(NOW);
  expect((await rows())[0]?.state).toBe('waiting');
  await sendAt(later(48 * HOUR - MINUTE));
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'waiting', next_attempt_at: later(48 * HOUR) });
  await sendAt(later(48 * HOUR));
  expect((await rows())[0]).toMatchObject({ state: 'failed', last_error: '450' });
  expect(await sendAt(later(100 * HOUR))).toBe(0);
});

test('a server that cannot be reached is nobody’s failure: tried again at once when it is back', async () => {
  const mailId = await put();
  await server.goAway();
  try {
    for (const seconds of [0, 1, 2, 3]) await sendAt(later(seconds / 60));
    expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 0, next_attempt_at: later(4 / 60) });
  } finally {
    await server.comeBack();
  }
  expect(await sendAt(later(4 / 60))).toBe(1);
  expect(server.received.map(({ messageId }) => messageId)).toEqual([`<${mailId}@example.jp>`]);
});

test('where only the copy was taken, the mail is tried again without it', async () => {
  server.mood = (recipient) => (recipient === 'hanako@example.jp' ? 'later' : 'take');
  await put({ bcc: 'archive@example.jp' });
  await sendAt(NOW);
  expect((await rows())[0]).toMatchObject({ state: 'waiting', bcc: '', last_error: '450' });
  server.mood = 'take';
  await sendAt(later(MINUTE));
  expect(server.received.map(({ to }) => to)).toEqual([['archive@example.jp'], ['hanako@example.jp']]);
});

test('several servers at once send each mail once', async () => {
  for (let count = 0; count < 20; count++) await put({ institution: count % 2 ? CROWD : QUIET });
  const shared = delivery();
  await Promise.all([1, 2, 3, 4].map(() => sendDue(service.db, shared, () => NOW)));
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(20);
  expect(server.received).toHaveLength(20);
});

test('a mail that another server is just taking is passed by, not waited for', async () => {
  const [first] = [await put(), await put({ recipient: 'next@example.jp', at: later(MINUTE) })];
  await service.db.transaction().execute(async (other) => {
    await other.selectFrom('outbox_mails').select('mail_id').where('mail_id', '=', first).forUpdate().execute();
    expect(await sendAt(later(MINUTE))).toBe(1);
  });
  expect(server.received.map(({ to }) => to[0])).toEqual(['next@example.jp']);
});

/** Sends nothing until it is told how that ended. */
function heldDelivery() {
  const ends: (() => void)[] = [];
  const send = () => new Promise<void>((_, reject) => ends.push(() => reject(new Error('late'))));
  return { ends, delivery: { send, close() {} } };
}

test('what a dead server had taken is taken over when its lease ends, not while it is being sent', async () => {
  await put();
  const { delivery: held, ends } = heldDelivery();
  let now = NOW;
  const first = new Sender({ db: service.db, clock: () => now, delivery: held, connections: 1 });
  expect(await first.begin(1)).toBe(1);
  now = later(0.5);
  await first.renew();
  expect(await sendAt(later(1.4))).toBe(0);
  expect(await sendAt(later(1.5))).toBe(1);
  expect(server.received).toHaveLength(1);
  // The one that was believed dead comes back, and does not undo what the other has done.
  ends[0]?.();
  await first.stop();
  expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 });
});

test('what a server notes too late changes nothing: not what another is sending, and not what was withdrawn', async () => {
  const { delivery: held, ends } = heldDelivery();
  let now = NOW;
  const take = async () => {
    const sender = new Sender({ db: service.db, clock: () => now, delivery: held, connections: 1 });
    expect(await sender.begin(1)).toBe(1);
    return sender;
  };
  await put();
  const first = await take();
  now = later(1);
  const second = await take();
  ends[0]?.();
  await first.stop();
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 2, next_attempt_at: later(2), last_error: '' });

  await service.db.updateTable('outbox_mails').set({ state: 'withdrawn' }).execute();
  ends[1]?.();
  await second.stop();
  expect((await rows())[0]).toMatchObject({ state: 'withdrawn', last_error: '' });
});

test('while the mail server is away, one mail at a time tries whether it is back, after pauses that double', async () => {
  const away = new NotDelivered(Object.assign(new Error('away'), { code: 'EDNS' }));
  const state = { isAway: true };
  const send = async () => {
    if (state.isAway) throw away;
  };
  const sender = new Sender({ db: service.db, clock: () => NOW, delivery: { send, close() {} }, connections: 10 });
  const watch = vi.spyOn(performance, 'now').mockReturnValue(0);
  ending.push(() => watch.mockRestore());
  for (let count = 0; count < 5; count++) await put();
  expect(sender.room).toBe(10);
  for (const [from, pause] of [
    [0, 1_000],
    [1_000, 2_000],
    [3_000, 4_000],
  ] as const) {
    await sender.begin(sender.room);
    await sender.finish();
    watch.mockReturnValue(from + pause - 1);
    expect([sender.room, sender.msUntilRoom]).toEqual([0, 1]);
    watch.mockReturnValue(from + pause);
    expect(sender.room).toBe(1);
  }
  state.isAway = false;
  await sender.begin(sender.room);
  await sender.finish();
  expect(sender.room).toBe(10);
});

test('institutions take turns, and each one’s own mails come before those of the daily run', async () => {
  for (let count = 0; count < 5; count++) await put({ recipient: `crowd${count}@example.jp`, at: later(count) });
  await put({ institution: QUIET, recipient: 'quiet@example.jp', at: later(9) });
  const number = { reservation: 100_000_001, kind: 'promotion' } as const;
  await put({ institution: QUIET, recipient: 'later@example.jp', at: later(-9), ...number });
  await sendDue(service.db, delivery(), () => later(10), 1);
  expect(server.received.map(({ to }) => to[0]?.split('@')[0])).toEqual([
    'crowd0',
    'quiet',
    'crowd1',
    'later',
    'crowd2',
    'crowd3',
    'crowd4',
  ]);
});

test('a thousand of a notice delay neither a booking’s mail of the same institution nor another institution’s', async () => {
  const one = { reservation: 100_000_001, kind: 'notice' } as const;
  for (let count = 0; count < 6; count++) await put({ recipient: `notice${count}@example.jp`, at: later(-60), ...one });
  await put({ kind: 'promotion', recipient: 'daily@example.jp', at: later(-90) });
  const order: (string | undefined)[] = [];
  const clock = () => later(10);
  const send = async ({ recipient }: { recipient: string }) => {
    order.push(recipient.split('@')[0]);
    // Somebody books while they are on their way.
    if (order.length === 2) {
      await put({ recipient: 'booking@example.jp', at: later(9) });
      await put({ institution: QUIET, recipient: 'quiet@example.jp', at: later(9) });
    }
  };
  await sendDue(service.db, { send, close() {} }, clock, 1);
  expect(order).toEqual([
    'notice0',
    'notice1',
    'quiet',
    'booking',
    'notice2',
    'notice3',
    'notice4',
    'notice5',
    'daily',
  ]);
});

test('a notice goes out at any hour', async () => {
  await put({ kind: 'notice', recipient: 'awake@example.jp', reservation: 100_000_001 });
  await sendAt(new Date('2026-11-15T23:00:00+09:00'));
  expect(server.received.map(({ to }) => to[0])).toEqual(['awake@example.jp']);
});

test('a notice is given up after two refusals for good, or after four hours of others; a server that is away takes nothing from it', async () => {
  const one = { kind: 'notice', reservation: 100_000_001 } as const;
  const failing = (error: object) => async () => {
    throw new NotDelivered(Object.assign(new Error('no'), error));
  };
  const tryAt = (minutes: number, error: object) =>
    sendDue(service.db, { send: failing(error), close() {} }, () => later(minutes));
  const states = async () => (await rows()).map(({ state }) => state);
  await put(one);
  await tryAt(0, { responseCode: 550 });
  expect(await states()).toEqual(['waiting']);
  await tryAt(15, { responseCode: 550 });
  expect(await states()).toEqual(['failed']);
  await service.db.deleteFrom('outbox_mails').execute();
  await put(one);
  for (let minutes = 0; minutes < 240; minutes += 30) await tryAt(minutes, { responseCode: 450 });
  expect(await states()).toEqual(['waiting']);
  await tryAt(6 * HOUR, { responseCode: 450 });
  expect(await states()).toEqual(['failed']);
  await service.db.deleteFrom('outbox_mails').execute();
  await put(one);
  for (const hours of [0, 5, 24]) await tryAt(hours * HOUR, { code: 'EDNS' });
  expect(await states()).toEqual(['waiting']);
});

test('mails of an institution that hang leave room for the others', async () => {
  server.mood = (recipient) => (recipient.startsWith('hang') ? 'hang' : 'take');
  for (let count = 0; count < 8; count++) await put({ recipient: `hang${count}@example.jp` });
  const { db, config } = service;
  const clock = () => NOW;
  const own = openDelivery({ ...config, smtpUrl: server.url, smtpConnections: 4 });
  const sender = new Sender({ db, clock, delivery: own, connections: 4 });
  while ((await sender.begin(sender.room)) > 0);
  expect(sender.room).toBe(2);
  await put({ institution: QUIET, recipient: 'quiet@example.jp' });
  expect(await sender.begin(sender.room)).toBe(1);
  await expect.poll(() => server.received.map(({ to }) => to[0])).toEqual(['quiet@example.jp']);
  await server.goAway();
  await server.comeBack();
  await sender.stop();
});

test('reminders and invitations wake nobody at night', async () => {
  const night = new Date('2026-11-15T21:00:00+09:00');
  await put({ kind: 'promotion', recipient: 'sleeper@example.jp' });
  await put({ kind: 'password', recipient: 'awake@example.jp' });
  await sendAt(night);
  expect(server.received.map(({ to }) => to[0])).toEqual(['awake@example.jp']);
  await sendAt(new Date('2026-11-16T09:00:00+09:00'));
  expect(server.received).toHaveLength(2);
});

test('the running outbox sends what it is nudged about, and keeps its connections', async () => {
  const outbox = start();
  const opened = server.connections;
  for (let count = 1; count <= 3; count++) {
    await put();
    outbox.nudge();
    await expect.poll(() => server.received.length, { timeout: 4_000 }).toBe(count);
  }
  expect(server.connections - opened).toBe(1);
  await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true);
});

test('nothing goes out at a pace of none', async () => {
  await put();
  const outbox = start({ mailsPerSecond: 0 });
  outbox.nudge();
  await outbox.stop();
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('so many a second and no more, however long nothing was sent before', async () => {
  const watch = vi.spyOn(performance, 'now').mockReturnValue(0);
  ending.push(() => watch.mockRestore());
  for (let count = 0; count < 10; count++) await put();
  const outbox = start({ mailsPerSecond: 3 });
  await expect.poll(() => server.received.length).toBe(3);
  watch.mockReturnValue(10_000);
  outbox.nudge();
  await expect.poll(() => server.received.length).toBe(6);
  await outbox.stop();
  expect(server.received).toHaveLength(6);
});

test('a mail whose turn comes between two looks at the watch goes out, and not seconds later', async () => {
  let [now, step] = [0, 0];
  // Others look at it too.
  const isOfPace = () => new Error('who looks').stack?.includes('Pace.') ?? false;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => (now += isOfPace() ? step : 0));
  ending.push(() => watch.mockRestore());
  for (let count = 0; count < 2; count++) await put();
  start({ mailsPerSecond: 1 });
  // Nothing is under way any more, whose end would wake it.
  await expect.poll(async () => (await rows()).filter(({ state }) => state === 'sent').length).toBe(1);
  step = 500;
  await expect.poll(() => server.received.length, { timeout: 4_000 }).toBe(2);
});

test('a stop finishes what is being sent, and begins nothing more', async () => {
  server.mood = 'slow';
  for (let count = 0; count < 6; count++) await put();
  const outbox = start({ smtpConnections: 2 });
  await expect.poll(async () => (await rows()).filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(0);
  await outbox.stop();
  const [sent, tried] = [
    (await rows()).filter(({ state }) => state === 'sent'),
    (await rows()).filter((row) => row.attempts),
  ];
  expect(sent).toEqual(tried);
  expect(sent.length).toBeLessThan(6);
  expect(server.received).toHaveLength(sent.length);
});

test('what is under way stays its own, however long the mail server thinks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ending.push(() => vi.useRealTimers());
  server.mood = 'hang';
  await put();
  const lease = async () => (await rows())[0]?.next_attempt_at;
  let now = NOW;
  const config = { ...service.config, smtpUrl: server.url };
  const outbox = startOutbox({ ...service.running, clock: () => now, config }, asWritten);
  await expect.poll(lease).toEqual(later(1));
  now = later(0.5);
  vi.advanceTimersByTime(20_000);
  await expect.poll(lease).toEqual(later(1.5));
  await server.goAway();
  await outbox.stop();
  await server.comeBack();
});

test('a mail that was sent is noted as soon as the database takes the note, and not sent again', async () => {
  await put();
  await sql`alter table outbox_mails add constraint broken check (state <> 'sent')`.execute(service.admin);
  start();
  await expect.poll(() => server.received.length).toBe(1);
  await sql`alter table outbox_mails drop constraint broken`.execute(service.admin);
  await expect.poll(async () => (await rows())[0]?.state).toBe('sent');
  expect(server.received).toHaveLength(1);
});

test('without SMTP mails become files that a mail program opens', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-mails-'));
  try {
    await put({ subject: '【汐見の丘】ご予約', bcc: 'archive@example.jp' });
    await sendDue(service.db, openDelivery({ ...service.config, smtpUrl: null, dataDir }), () => NOW);
    const [file] = await readdir(path.join(dataDir, 'mails'));
    const raw = await readFile(path.join(dataDir, 'mails', file ?? ''), 'utf8');
    expect(file).toMatch(/^20261115T010000Z-booked-.*\.eml$/);
    const { headers, text } = readMail(raw);
    expect(headers.get('to')).toBe('hanako@example.jp');
    expect(headers.get('subject')).toBe('【汐見の丘】ご予約');
    expect(text).toContain('髙﨑①～ 🩺');
    expect(raw).not.toContain('archive');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
