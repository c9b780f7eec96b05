// The mails about a reservation, and sending one again, through the HTTP server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readReservationMails } from '#server/mail/reservation-mails.ts';
import { putReservation, tokenOfOwner } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const OWN = '10000001';
const PATH = '/api/MasterWIGA1Detail/ResendMail';
const NOW = new Date('2026-11-15T01:00:00Z');
let service: TestService;
let token: string;
let otherToken: string;
let number: number;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution(OWN, 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
  number = await putReservation(service.db, OWN, { visitDate: '2026-12-01', slotCode: '01', startMinute: 540 });
});
afterAll(() => service.close());
beforeEach(() => service.db.deleteFrom('outbox_mails').execute());

type Row = {
  kind?: 'password' | 'booked' | 'reminder';
  state?: 'waiting' | 'sent' | 'failed' | 'withdrawn';
  last_error?: string;
  sent_at?: Date;
  created_at?: Date;
};

async function put(row: Row = {}): Promise<string> {
  const mailId = crypto.randomUUID();
  await service.db
    .insertInto('outbox_mails')
    .values({
      institution_code: OWN,
      mail_id: mailId,
      message_id: `<${mailId}@example.jp>`,
      kind: 'booked',
      reservation_number: number,
      sender: 'kenshin@example.jp',
      recipient: 'hanako@example.jp',
      subject: 'ご予約を受け付けました',
      body: '本文',
      attempts: 9,
      next_attempt_at: NOW,
      created_at: NOW,
      ...row,
    })
    .execute();
  return mailId;
}

const stateOf = (mailId: string) =>
  service.db
    .selectFrom('outbox_mails')
    .select(['state', 'attempts', 'message_id'])
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow();

test('the newest first, with what became of each; what was withdrawn is not reported', async () => {
  const hour = (hour: number) => new Date(`2026-11-14T${String(hour).padStart(2, '0')}:00:00Z`);
  await put({ state: 'sent', created_at: hour(1), sent_at: hour(2) });
  await put({ state: 'waiting', created_at: hour(3) });
  await put({ state: 'waiting', last_error: '450', created_at: hour(4) });
  await put({ state: 'failed', last_error: '550', created_at: hour(5) });
  await put({ kind: 'reminder', state: 'withdrawn', created_at: hour(6) });
  const mails = await readReservationMails(service.db, OWN, number);
  expect(mails.map(({ at, state }) => [at.getUTCHours(), state])).toEqual([
    [5, 'failed'],
    [4, 'retrying'],
    [3, 'waiting'],
    [2, 'sent'],
  ]);
  expect(mails[0]).toMatchObject({ kind: 'booked', title: 'ご予約を受け付けました' });
  expect(await readReservationMails(service.db, '10000002', number)).toEqual([]);
});

test('a mail that was given up is sent again, under its old Message-ID, and the history says by whom', async () => {
  const mailId = await put({ state: 'failed' });
  expect((await service.post(PATH, { ukno: number, mlid: mailId }, token)).body).toMatchObject({ errorCode: 0 });
  expect(await stateOf(mailId)).toEqual({ state: 'waiting', attempts: 0, message_id: `<${mailId}@example.jp>` });
  const history = await service.db.selectFrom('reservation_history').select(['actor_id', 'act', 'details']).execute();
  expect(history).toEqual([{ actor_id: 'clinic01', act: 'mailed', details: { kind: 'booked', again: true } }]);
});

test('only what was given up, and never a password', async () => {
  for (const row of [{ state: 'sent' }, { state: 'waiting' }, { state: 'failed', kind: 'password' }] as const) {
    const { status, body } = await service.post(PATH, { ukno: number, mlid: await put(row) }, token);
    expect([status, body.errorCode, body.errorMessagesList.length]).toEqual([200, 14, 1]);
  }
});

test('what is not there, not about this reservation or not ours is not found, all alike', async () => {
  const mailId = await put({ state: 'failed' });
  const withdrawn = await put({ state: 'withdrawn' });
  const answers = await Promise.all([
    service.post(PATH, { ukno: number, mlid: crypto.randomUUID() }, token),
    service.post(PATH, { ukno: number + 1, mlid: mailId }, token),
    service.post(PATH, { ukno: number, mlid: withdrawn }, token),
    service.post(PATH, { ukno: number, mlid: mailId }, otherToken),
  ]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await stateOf(mailId)).toMatchObject({ state: 'failed' });
});

test('input that cannot be, no token, a dead one, an examinee', async () => {
  const mailId = await put({ state: 'failed' });
  for (const form of [{ ukno: 'x', mlid: mailId }, { ukno: number, mlid: 'x' }, { ukno: number }]) {
    expect((await service.post(PATH, form, token)).body).toMatchObject({ errorCode: 12 });
  }
  const examinee = await tokenOfOwner(service.db, OWN, number, NOW);
  for (const bad of [undefined, 'f'.repeat(64), examinee]) {
    const answer = await service.post(PATH, { ukno: number, mlid: mailId }, bad);
    expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
  }
});
