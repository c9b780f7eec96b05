// Sending notices through the HTTP server: all of it or nothing, once, and to whom it still concerns.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tables } from '#db/tables.ts';
import { BODY, type NoticeDesk, newRequestId, noticeDesk, noticeForm, putMany, SUBJECT } from '#tests/kit/notices.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const HOME = '50000001';
const AWAY = '50000002';
const NOW = new Date('2026-11-15T10:00:00+09:00');
const VISIT = { visitDate: '2026-11-18', slotCode: '01', startMinute: 540 };

let service: TestService;
let token: string;
let desk: NoticeDesk;
beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution(HOME, 'clerk001');
  await service.openInstitution(AWAY, 'clerk002');
  desk = noticeDesk(service, token);
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ['outbox_mails', 'notice_recipients', 'notices'] as const) {
    await service.db.deleteFrom(table).execute();
  }
});

type More = { [K in keyof Tables['reservations']]?: unknown };
async function put(more: More = {}, institution = HOME): Promise<number> {
  const number = await putReservation(service.db, institution, VISIT);
  if (Object.keys(more).length > 0) await set(number, more);
  return number;
}
const set = (number: number, more: More) =>
  service.db
    .updateTable('reservations')
    .set(more as never)
    .where('reservation_number', '=', number)
    .execute();
const mails = () =>
  service.db
    .selectFrom('outbox_mails')
    .select(['reservation_number as number', 'kind', 'recipient', 'subject', 'body', 'once_key', 'bcc'])
    .orderBy('reservation_number')
    .execute();
const recipients = () =>
  service.db
    .selectFrom('notice_recipients')
    .select(['reservation_number as number', 'channel', 'visit_date', 'slot_code', 'mail_state'])
    .orderBy('reservation_number')
    .execute();
const historyOf = async (number: number) => {
  const { body } = await service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, token);
  return body.historyList.map(({ text }: { text: string }) => text);
};

test('a mail for each who has an address, a place in the list of calls for each who has none', async () => {
  const [hanako, nobody] = [await put(), await put({ mail: '', given_name: '豊' })];
  const answer = await desk.notify([hanako, nobody]);
  expect(answer).toMatchObject({ mailCount: 1, phoneCount: 1, skipList: [] });
  expect(await mails()).toEqual([
    {
      number: hanako,
      kind: 'notice',
      recipient: 'hanako@example.jp',
      subject: '【医療機関50000001】2026年11月18日（水）のご予約について',
      body: `健診　花子 様\n\n2026年11月18日（水） 9:00のご予約（予約番号${hanako}）についてお知らせいたします。`,
      once_key: `notice:${answer.noticeId}:${hanako}`,
      bcc: '',
    },
  ]);
  const visit = { visit_date: '2026-11-18', slot_code: '01' };
  expect(await recipients()).toEqual([
    { number: hanako, channel: 'mail', ...visit, mail_state: 'waiting' },
    { number: nobody, channel: 'phone', ...visit, mail_state: null },
  ]);
  expect(await historyOf(hanako)).toEqual([
    '一斉連絡のメールを送信（【医療機関50000001】2026年11月18日（水）のご予約について）',
  ]);
  expect(await historyOf(nobody)).toEqual([]);
  const entries = (await service.readLog()).filter(({ act }) => act === '15');
  expect(entries.map(({ user_id, subject, details }) => [user_id, subject, details])).toEqual([
    ['clerk001', '', { note: '一斉連絡', count: 2 }],
  ]);
});

test('two reservations of one address are two mails: each names its own', async () => {
  const [one, two] = [await put(), await put()];
  await desk.notify([one, two]);
  const bodies = (await mails()).map(({ body }) => /予約番号(\d+)/.exec(body)?.[1]);
  expect(bodies).toEqual([String(one), String(two)]);
});

test('what has changed since is left out and named, and the others get theirs', async () => {
  const [still, moved, cancelled] = [await put(), await put(), await put()];
  const seen = await desk.seen([still, moved, cancelled]);
  await set(moved, { version: 2, visit_date: '2026-11-19' });
  await set(cancelled, { status: 'cancelled' });
  const { body } = await desk.post('Send', noticeForm(seen));
  const sentence = '内容が変わったため送信していません。';
  expect(body).toMatchObject({
    errorCode: 0,
    mailCount: 1,
    skipList: [
      { ukno: moved, errorMessage: sentence },
      { ukno: cancelled, errorMessage: sentence },
    ],
  });
  expect((await mails()).map(({ number }) => number)).toEqual([still]);
});

test('nobody left: 14, and nothing is written', async () => {
  const number = await put();
  const seen = await desk.seen([number]);
  await set(number, { version: 2 });
  expect((await desk.post('Send', noticeForm(seen))).body).toMatchObject({
    errorCode: 14,
    errorMessagesList: ['送信できる予約がありません。'],
  });
  expect(await service.db.selectFrom('notices').selectAll().execute()).toEqual([]);
});

test('one that is not ours: 404 with 16, and nobody gets a mail', async () => {
  const [ours, theirs] = [await put(), await put({}, AWAY)];
  const seen = [...(await desk.seen([ours])), { ukno: theirs, version: '1' }];
  expect(await desk.post('Send', noticeForm(seen))).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await mails()).toEqual([]);
});

test('the same request again: the same answer and no second mail, whatever has happened since; another content is refused', async () => {
  const [one, changed] = [await put(), await put()];
  const seen = await desk.seen([one, changed]);
  await set(changed, { version: 2 });
  const form = noticeForm(seen);
  const first = await desk.post('Send', form);
  await set(one, { status: 'cancelled', version: 3 });
  expect(await desk.post('Send', form)).toEqual(first);
  expect(first.body).toMatchObject({ mailCount: 1, skipList: [{ ukno: changed }] });
  expect(await mails()).toHaveLength(1);
  expect(await historyOf(one)).toHaveLength(1);
  const other = await desk.post('Send', { ...form, body: '別の本文' });
  expect(other.body.errorCode).toBe(14);
});

test('pressed twice at once: one notice, one mail each, and both are answered alike', async () => {
  const numbers = await putMany(service.db, HOME, 50);
  const form = noticeForm(await desk.seen(numbers));
  const answers = await Promise.all([1, 2, 3, 4].map(() => desk.post('Send', form)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({ errorCode: 0, mailCount: 50 });
  expect(await mails()).toHaveLength(50);
  expect(await service.db.selectFrom('notices').select('notice_id').execute()).toHaveLength(1);
});

test('without a request id each is a notice of its own', async () => {
  const seen = await desk.seen([await put()]);
  const ids = [];
  for (let time = 0; time < 2; time++)
    ids.push((await desk.post('Send', noticeForm(seen, { requestId: '', isRepeat: '1' }))).body.noticeId);
  expect(new Set(ids).size).toBe(2);
  expect(await mails()).toHaveLength(2);
});

test('whoever cancels meanwhile waits for the end of it', async () => {
  const number = await put();
  const [row] = await service.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ number: number }>`
      select reservation_number as number from reservations where reservation_number = ${number} for no key update`.execute(
      transaction,
    );
    const sending = desk.post('Send', noticeForm([{ ukno: number, version: '1' }]));
    await expect
      .poll(async () => {
        const { rows: waiting } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          service.db,
        );
        return waiting.length;
      })
      .toBe(1);
    await sql`update reservations set version = 2, status = 'cancelled' where reservation_number = ${number}`.execute(
      transaction,
    );
    return [{ ...rows[0], sending }];
  });
  expect((await row?.sending)?.body).toMatchObject({ errorCode: 14 });
});

test('a subject is one line, whatever people are called; a name is never read as a variable', async () => {
  const number = await put({ family_name: '健診\r\nBcc: x@example.jp', given_name: '{{予約番号}}' });
  await desk.notify([number], { titl: '{{氏名}} 様へ', body: '{{氏名}}' });
  const [mail] = await mails();
  expect(mail?.subject).toBe('健診 Bcc: x@example.jp　{{予約番号}} 様へ');
  expect(mail?.body).toContain('{{予約番号}}');
});

test.each<[string, Record<string, unknown>, string]>([
  ['no subject', { titl: '' }, '件名は必須入力です。'],
  ['no text', { body: '' }, '本文は必須入力です。'],
  ['a subject of 121 characters', { titl: 'あ'.repeat(121) }, '件名は120文字以内で入力してください。'],
  ['a text of 5,001 characters', { body: 'あ'.repeat(5_001) }, '本文は5000文字以内で入力してください。'],
  ['an unknown variable', { body: '{{患者名}}' }, '本文に使用できない差し込み項目があります（{{患者名}}）。'],
  ['a password', { body: '{{パスワード}}' }, '本文に使用できない差し込み項目があります（{{パスワード}}）。'],
  ['stray braces', { titl: '{{氏名} 様' }, '件名の差し込み項目は{{と}}で囲んでください。'],
])('%s: 12', async (_, changes, sentence) => {
  const seen = await desk.seen([await put()]);
  const { body } = await desk.post('Send', noticeForm(seen, changes));
  expect(body).toMatchObject({ errorCode: 12, errorMessagesList: [sentence] });
});

test('a subject of several lines is refused; nobody chosen: 12; more than a thousand: 13', async () => {
  const seen = await desk.seen([await put()]);
  expect((await desk.post('Send', noticeForm(seen, { titl: '件名\r\nBcc: x@example.jp' }))).body.errorCode).toBe(12);
  expect((await desk.post('Send', noticeForm([]))).body).toMatchObject({
    errorCode: 12,
    errorMessagesList: ['宛先を1人以上選択してください。'],
  });
  const many = Array.from({ length: 1_001 }, (_, at) => ({ ukno: 100_000_001 + at, version: '1' }));
  expect((await desk.post('Send', noticeForm(many))).body).toMatchObject({
    errorCode: 13,
    errorMessagesList: ['対象が1,000件を超えています。日を分けてください。'],
  });
});

test('a thousand take as many statements as one: six', async () => {
  const numbers = await putMany(service.db, HOME, 1_000);
  const count = async (some: readonly number[]) => {
    const form = noticeForm(await desk.seen(some));
    return watchStatements(async () => expect((await desk.post('Send', form)).body.errorCode).toBe(0));
  };
  const statements = await count(numbers);
  expect(statements).toEqual(await count([await put()]));
  // What is not counted is the HTTP server's: the session, and the transaction around it.
  expect(statements.filter((name) => !/^(select encode|begin|commit)/.test(name))).toHaveLength(6);
  expect(await mails()).toHaveLength(1_001);
});

test('a viewer gets 403, and nothing is sent', async () => {
  const viewer = await openClerk(service.db, { institutionCode: HOME, userId: 'viewer01', role: 'viewer' }, NOW);
  const form = noticeForm(await desk.seen([await put()]), { titl: SUBJECT, body: BODY, requestId: newRequestId() });
  expect(await desk.post('Send', form, viewer)).toMatchObject({ status: 403, body: { errorCode: 13 } });
  expect(await mails()).toEqual([]);
});
