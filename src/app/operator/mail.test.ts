// The provider's commands about mails, on a database of their own and against a real SMTP server.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { today } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { putMail, readOutbox } from '#tests/kit/outbox.ts';
import { readMail } from '#tests/kit/read-mail.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { mailCommands } from './mail.ts';
import { Refused, Usage } from './options.ts';

const OWN = ['--institution', '10000001'];
const SECRET_KEY = 'a key for tests, of 32 characters';
let service: TestService;
let server: MailServer;

beforeAll(async () => {
  service = await startTestService();
  server = await startMailServer();
  await service.openInstitution('10000001', 'clinic01');
  await service.openInstitution('10000002', 'clinic02');
});
afterAll(async () => {
  await server.close();
  await service.close();
});
afterEach(() => service.db.deleteFrom('outbox_mails').execute());

/** What the command prints, or says instead. */
async function operate(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const settings = { SMTP_URL: server.url, PUBLIC_URL: 'http://127.0.0.1:8080', SECRET_KEY, ...env };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    const work = await mailCommands[command]!(args);
    return await work(service.db);
  } finally {
    vi.unstubAllEnvs();
  }
}

const setState = (mailId: string, state: 'sent' | 'failed', body?: string) =>
  service.db
    .updateTable('outbox_mails')
    .set({ state, last_error: state === 'failed' ? '550' : '', attempts: 3, ...(body === undefined ? {} : { body }) })
    .where('mail_id', '=', mailId)
    .execute();

test('lists, shows and sends again', async () => {
  const [booked, password] = [await putMail(service.db), await putMail(service.db, { kind: 'password' })];
  await setState(booked, 'failed');
  await setState(password, 'failed', '');
  const [listed, shown, hidden, nothing] = await Promise.all([
    operate('mail list', [...OWN, '--state', 'failed']),
    operate('mail show', [...OWN, '--id', booked]),
    operate('mail show', [...OWN, '--id', password]),
    operate('mail list', ['--state', 'sent']),
  ]);
  expect(listed.split('\n')).toContain(
    ['10000001', '2026/11/15 10:00', 'booked', 'failed', '3 tries', '550', '-', booked].join('\t'),
  );
  expect(shown).toContain('To: hanako@example.jp\n');
  expect(shown).toContain('健診　花子　様');
  expect(hidden).toContain('is not shown');
  expect(nothing).toBe('There is no such mail.');

  const resent = await operate('mail resend', [...OWN, '--failed']);
  expect(resent).toContain('1 of 2 mails will be sent again');
  expect(resent).toContain('1 held a password, which was removed');
  const states = new Map((await readOutbox(service.db)).map((row) => [row.mail_id, [row.state, row.attempts]]));
  expect([states.get(booked), states.get(password)]).toEqual([
    ['waiting', 0],
    ['failed', 3],
  ]);
  await setState(booked, 'sent');
  expect(await operate('mail resend', [...OWN, '--id', booked])).toContain('1 of 1');
  await expect(operate('mail resend', [...OWN, '--id', booked])).rejects.toThrow('waits already');
});

test('tries at once what would be tried again in hours, and leaves alone what may be on its way', async () => {
  const from = Date.now();
  const minutes = (count: number) => new Date(from + count * 60_000);
  const putAt = async (at: Date, institution?: string) => ({ at, id: await putMail(service.db, { at, institution }) });
  const [refused, underWay, others] = [
    await putAt(minutes(240)),
    await putAt(minutes(0.9)),
    await putAt(minutes(240), '10000002'),
  ];
  const sent = await putAt(minutes(240));
  await setState(sent.id, 'sent');
  expect(await operate('mail retry', OWN)).toBe('1 mails that wait for another try will be tried within seconds.');
  const next = new Map((await readOutbox(service.db)).map((row) => [row.mail_id, row.next_attempt_at]));
  expect(next.get(refused.id)?.getTime()).toBeLessThan(from + 60_000);
  for (const { id, at } of [underWay, others, sent]) expect(next.get(id)).toEqual(at);
});

test('sends a test mail over SMTP or into a file, and tells the server’s reason where it refuses', async () => {
  const sent = await operate('mail test', [...OWN, '--to', 'new@example.jp'], { MAIL_FROM: 'clinic@example.jp' });
  expect(sent).toMatch(/^A test mail from clinic@example.jp to new@example.jp: 127.0.0.1:\d+ has taken it.$/);
  const { headers } = readMail(server.received[0]?.raw ?? '');
  expect(headers.get('subject')).toBe('【医療機関10000001】テストメール');
  expect(headers.get('from')).toContain('<clinic@example.jp>');

  server.mood = 'never';
  await expect(operate('mail test', [...OWN, '--to', 'new@example.jp'])).rejects.toThrow('550');
  await expect(
    operate('mail test', [...OWN, '--to', 'new@example.jp'], { SMTP_URL: 'smtp://127.0.0.1:1' }),
  ).rejects.toThrow('ECONNREFUSED');

  const folder = await mkdtemp(join(tmpdir(), 'operator-mail-'));
  try {
    await operate('mail test', [...OWN, '--to', 'new@example.jp'], { SMTP_URL: '', DATA_DIR: folder });
    const [file = ''] = await readdir(join(folder, 'mails'));
    expect(await readFile(join(folder, 'mails', file), 'utf8')).toContain('To: new@example.jp');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('does the daily run by hand, whatever the hour and however often', async () => {
  await service.db.updateTable('clients').set({ reminder_days: 3 }).execute();
  const visitDate = addDays(today(new Date()), 2);
  await putReservation(service.db, '10000001', { visitDate, slotCode: '01', startMinute: 540 });
  const all = '10000001\t1 reminders, 0 invitations\n10000002\t0 reminders, 0 invitations';
  expect(await operate('daily-run', [])).toBe(all);
  expect(await operate('daily-run', [...OWN])).toBe('10000001\t0 reminders, 0 invitations');
  expect((await readOutbox(service.db)).map(({ kind }) => kind)).toEqual(['reminder']);

  const closeAt = (at: Date | null) =>
    service.db.updateTable('institutions').set({ closed_at: at }).where('institution_code', '=', '10000001').execute();
  await closeAt(new Date());
  expect(await operate('daily-run', [])).toBe('10000002\t0 reminders, 0 invitations');
  await expect(operate('daily-run', [...OWN])).rejects.toThrow('or it is closed');
  await closeAt(null);
});

test.each([
  [Usage, 'mail resend', [...OWN]],
  [Usage, 'mail resend', [...OWN, '--failed', '--id', crypto.randomUUID()]],
  [Usage, 'mail test', [...OWN, '--to', 'nobody']],
  [Usage, 'mail list', ['--state', 'lost']],
  [Refused, 'mail test', ['--institution', '99999999', '--to', 'a@example.jp']],
  [Refused, 'mail show', [...OWN, '--id', crypto.randomUUID()]],
  [Refused, 'daily-run', ['--institution', '99999999']],
])('%o: %s %j', async (kind, command, args) => {
  await expect(operate(command, args)).rejects.toThrow(kind);
});
