// The memo that the staff keep with a reservation, through the HTTP server.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

const MEMO = '/api/Desk/SaveMemo';
const TEXT = '耳が遠い。\nゆっくり大きな声で。';

let office: ReservationOffice;
let number: number;
beforeAll(async () => {
  office = await openReservationOffice();
  ({ number } = await office.book());
});
afterAll(() => office.service.close());

const show = async (ukno = number, token = office.token) => (await office.service.post(DETAIL, { ukno }, token)).body;
const save = async (stmm: string, version = '', ukno = number, token = office.token) =>
  (await office.service.post(MEMO, { ukno, stmm, version }, token)).body;

test('it is kept and told, without its text in the history; neither csst nor updt move, but the version does', async () => {
  const before = await office.row(number);
  office.service.setNow('2026-11-15T10:20:00+09:00');
  expect(await save(TEXT, '1')).toEqual({ errorCode: 0, errorMessagesList: [], version: '2' });
  office.service.setNow('2026-11-15T10:00:00+09:00');
  expect(await office.row(number)).toEqual({ ...before, staff_memo: TEXT, version: 2 });
  const shown = await show();
  expect(shown).toMatchObject({ stmm: TEXT, version: '2' });
  expect(shown.historyList[0]).toEqual({ date: '2026/11/15 10:20', name: '受付　佐藤', text: 'スタッフメモを更新' });
  const [entry] = await office.db.selectFrom('access_log').selectAll().where('act', '=', '13').execute();
  expect(entry).toMatchObject({ subject: String(number), details: { note: 'スタッフメモの更新' } });
  expect(JSON.stringify(entry)).not.toContain('耳が遠い');
});

test('the same once more is nothing: no entry, no new version', async () => {
  expect(await save(TEXT)).toMatchObject({ errorCode: 0, version: '2' });
  expect((await show()).historyList).toHaveLength(2);
});

test('two clerks: the second is told, and what the first wrote stands', async () => {
  expect(await save('駐車場を使う。', '2')).toMatchObject({ errorCode: 0, version: '3' });
  expect(await save('車いす。', '2', number, office.otherToken)).toMatchObject({
    errorCode: 14,
    errorMessagesList: ['ほかの利用者が先に更新しました。最新の内容を読み込み直してください。'],
  });
  expect(await show()).toMatchObject({ stmm: '駐車場を使う。' });
});

test('500 characters, whatever they are; it may be emptied', async () => {
  expect(await save('👂'.repeat(500))).toMatchObject({ errorCode: 0 });
  expect(await save('あ'.repeat(501))).toMatchObject({
    errorCode: 12,
    errorMessagesList: ['スタッフメモは500文字以内で入力してください。'],
  });
  expect(await save('')).toMatchObject({ errorCode: 0 });
  expect(await show()).toMatchObject({ stmm: '' });
});

test('whoever only looks reads it, and can neither write nor correct', async () => {
  await save(TEXT);
  const viewer = await openClerk(
    office.db,
    { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' },
    new Date('2026-11-15T01:00:00Z'),
  );
  expect(await show(number, viewer)).toMatchObject({ stmm: TEXT });
  for (const path of [MEMO, '/api/Desk/CorrectPerson']) {
    const answer = await office.service.post(path, { ukno: number, stmm: '' }, viewer);
    expect(answer).toMatchObject({ status: 403, body: { errorCode: 13 } });
  }
  expect(await show()).toMatchObject({ stmm: TEXT });
});

test('not of what a change has replaced, which takes it along; not of who was forgotten, nor of others', async () => {
  const booking = await office.book({ reserveDate: '2026/12/02' });
  await save('左耳がよい。', '', booking.number);
  const { number: next } = await office.change(booking, { reserveDate: '2026/12/03' });
  expect(await show(next)).toMatchObject({ stmm: '左耳がよい。' });
  expect(await save('x', '', booking.number)).toMatchObject({ errorCode: 14 });
  const { number: old } = await office.book({ reserveDate: '2026/12/04' });
  await sql`select anonymise_reservations(${HOSPITAL}, array[${old}::integer], now())`.execute(office.db);
  expect(await save('x', '', old)).toMatchObject({
    errorCode: 14,
    errorMessagesList: ['この予約は保存期間を過ぎ、匿名化されています。'],
  });
  const foreign = await office.service.openInstitution('20000002', 'foreign1');
  expect(await save('x', '', number, foreign)).toMatchObject({ errorCode: 16 });
});
