// The outbox, against a real SMTP server and into files.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openDelivery, sendDue } from './outbox.ts';

let service: TestService;
let smtp: SMTPServer;
let port: number;
const received: string[] = [];
let refuse = false;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution('10000001', 'clinic01');
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, callback) => {
      callback(refuse ? Object.assign(new Error('hanako@example.jp is busy'), { responseCode: 450 }) : null);
    },
    onData(stream, _session, callback) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        received.push(text);
        callback();
      });
    },
  });
  port = await new Promise((resolve) => {
    const server = smtp.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await service.close();
});
afterEach(async () => {
  received.length = 0;
  refuse = false;
  await service.db.deleteFrom('outbox_mails').execute();
});

const NOW = new Date('2026-11-15T01:00:00Z');
const smtpDelivery = () => openDelivery({ ...service.config, smtpUrl: `smtp://127.0.0.1:${port}` });
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

async function put(more: { kind?: 'password' | 'booked'; subject?: string } = {}) {
  const mailId = crypto.randomUUID();
  await service.db
    .insertInto('outbox_mails')
    .values({
      institution_code: '10000001',
      mail_id: mailId,
      message_id: `<${mailId}@example.jp>`,
      kind: more.kind ?? 'booked',
      sender: 'kenshin@example.jp',
      recipient: 'hanako@example.jp',
      subject: more.subject ?? 'ご予約を受け付けました',
      body: '健診　花子　様\n\n髙﨑①～ 🩺',
      next_attempt_at: NOW,
      created_at: NOW,
    })
    .execute();
  return mailId;
}

const rows = () => service.db.selectFrom('outbox_mails').selectAll().orderBy('created_at').execute();

test('a mail goes out once, with the Message-ID it was born with', async () => {
  const mailId = await put();
  expect(await sendDue(service.db, smtpDelivery(), () => NOW)).toBe(1);
  expect(await sendDue(service.db, smtpDelivery(), () => NOW)).toBe(0);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`Message-ID: <${mailId}@example.jp>`);
  expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
});

test('a password is forgotten once it was told; other mails are kept', async () => {
  await put({ kind: 'password' });
  await put({ kind: 'booked' });
  await sendDue(service.db, smtpDelivery(), () => NOW);
  const bodies = new Map((await rows()).map((row) => [row.kind, row.body]));
  expect(bodies.get('password')).toBe('');
  expect(bodies.get('booked')).toContain('健診　花子');
});

test('a refused mail is tried again later, and nothing is kept of what the server quoted', async () => {
  await put();
  refuse = true;
  await sendDue(service.db, smtpDelivery(), () => NOW);
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 1, last_error: '450' });
  refuse = false;
  expect(await sendDue(service.db, smtpDelivery(), () => later(0.5))).toBe(0);
  expect(await sendDue(service.db, smtpDelivery(), () => later(1))).toBe(1);
  expect(received).toHaveLength(1);
});

test('no server at all: nothing is lost', async () => {
  await put();
  const nowhere = openDelivery({ ...service.config, smtpUrl: 'smtp://127.0.0.1:1' });
  await sendDue(service.db, nowhere, () => NOW);
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  await sendDue(service.db, smtpDelivery(), () => later(2));
  expect(received).toHaveLength(1);
});

test('several servers at once send each mail once', async () => {
  for (let count = 0; count < 20; count++) await put();
  const deliver = smtpDelivery();
  await Promise.all([1, 2, 3, 4].map(() => sendDue(service.db, deliver, () => NOW)));
  expect(new Set(received.map((text) => /Message-ID: (\S+)/.exec(text)?.[1])).size).toBe(20);
  expect(received).toHaveLength(20);
});

test('a round sends so many and no more; the rest follows in the next', async () => {
  for (let count = 0; count < 8; count++) await put();
  expect(await sendDue(service.db, smtpDelivery(), () => NOW, 7)).toBe(7);
  expect(received).toHaveLength(7);
  expect(await sendDue(service.db, smtpDelivery(), () => NOW, 7)).toBe(1);
});

test('a mail whose server died while sending is left alone for a while, then taken over', async () => {
  await put();
  const dying = sendDue(
    service.db,
    () => new Promise(() => {}),
    () => NOW,
  );
  void dying;
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  expect(await sendDue(service.db, smtpDelivery(), () => later(14))).toBe(0);
  expect(await sendDue(service.db, smtpDelivery(), () => later(15))).toBe(1);
  expect(received).toHaveLength(1);
});

test('a server that comes back too late does not undo what another has done', async () => {
  await put({ kind: 'password' });
  let fail = () => {};
  const late = sendDue(
    service.db,
    () => new Promise((_, reject) => (fail = () => reject(new Error('late')))),
    () => NOW,
    1,
  );
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  expect(await sendDue(service.db, smtpDelivery(), () => later(15))).toBe(1);
  fail();
  await late;
  expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2, body: '' });
});

test('without SMTP mails become files that a mail program opens', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-mails-'));
  try {
    await put({ subject: '【汐見の丘】ご予約' });
    await sendDue(service.db, openDelivery({ ...service.config, smtpUrl: null, dataDir }), () => NOW);
    const [file] = await readdir(path.join(dataDir, 'mails'));
    const text = await readFile(path.join(dataDir, 'mails', file ?? ''), 'utf8');
    expect(file).toMatch(/^20261115T010000Z-booked-.*\.eml$/);
    expect(text).toContain('To: hanako@example.jp');
    expect(text).toContain('From: kenshin@example.jp');
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
