// What staff read of a person's wish for invitations, and write down on their word.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const UPDATE = '/api/MasterWIGA1Detail/UpdateMailWish';
let office: ReservationOffice;
let number: number;

beforeAll(async () => {
  office = await openReservationOffice();
  ({ number } = await office.book({ email1: 'Hanako@example.jp', dmkb: '1' }));
});
afterAll(() => office.service.close());
beforeEach(() => office.db.deleteFrom('mail_wishes').execute());

const show = async (ukno = number) => {
  const { body } = await office.service.post(DETAIL, { ukno }, office.token);
  expect(body.errorCode).toBe(0);
  const { dmkb, mailWish, mailWishDate, mailWishBy } = body;
  return { dmkb, mailWish, mailWishDate, mailWishBy };
};
const change = (dmkb: string, ukno = number, token = office.token) =>
  office.service.post(UPDATE, { ukno, dmkb }, token);
const put = (origin: 'link' | 'oneclick' | 'my_page' | 'booking', mail = 'hanako@example.jp') =>
  office.db
    .insertInto('mail_wishes')
    .values({ institution_code: HOSPITAL, mail, accepts: false, at: new Date('2026-11-10T23:30:00Z'), origin })
    .execute();

test('without a wish: what was booked, since no day and by nobody', async () => {
  expect(await show()).toEqual({ dmkb: '1', mailWish: '1', mailWishDate: '', mailWishBy: '' });
});

test.each([
  ['link', '本人（メールのリンク）'],
  ['oneclick', '本人（メールソフトの配信停止）'],
  ['my_page', '本人（マイページ）'],
  ['booking', '予約の申込'],
] as const)('a wish by %s stands beside what was booked', async (origin, mailWishBy) => {
  await put(origin);
  expect(await show()).toEqual({ dmkb: '1', mailWish: '0', mailWishDate: '2026/11/11 08:30', mailWishBy });
});

test('staff write it down, which tells their name and stands in the access log', async () => {
  const { body } = await change('0');
  expect(body).toMatchObject({
    errorCode: 0,
    mailWish: '0',
    mailWishDate: '2026/11/15 10:00',
    mailWishBy: '受付　佐藤',
  });
  expect(await show()).toMatchObject({ dmkb: '1', mailWish: '0', mailWishBy: '受付　佐藤' });
  const [wish] = await office.db.selectFrom('mail_wishes').selectAll().execute();
  expect(wish).toMatchObject({ mail: 'hanako@example.jp', accepts: false, origin: 'staff', user_id: 'clerk001' });
  const [entry] = await office.db.selectFrom('access_log').selectAll().where('act', '=', '13').execute();
  expect(entry).toMatchObject({
    user_id: 'clerk001',
    subject: String(number),
    details: { changes: [{ what: '健診のご案内メール', from: '受け取る', to: '受け取らない' }] },
  });
  expect((await change('1')).body).toMatchObject({ errorCode: 0, mailWish: '1' });
});

test('a society’s member has a wish too, though none was asked for at the booking', async () => {
  const member = { jgcd: SOCIETY, hksh: '06990014', inputHfkb: '01', sumGkgk: 5500, reserveDate: '2026/12/02' };
  const { number: society } = await office.book({ ...member, email1: 'member@example.jp' });
  expect(await show(society)).toMatchObject({ mailWish: '1', mailWishDate: '' });
  await put('link', 'member@example.jp');
  expect(await show(society)).toMatchObject({ mailWish: '0', mailWishBy: '本人（メールのリンク）' });
});

test('of another institution’s reservation, of one that is not there, and of one that was made anonymous', async () => {
  const foreign = await office.service.openInstitution('20000009', 'foreign9');
  expect((await change('0', number, foreign)).body).toMatchObject({ errorCode: 16 });
  expect((await change('0', 999_999_999)).body).toMatchObject({ errorCode: 16 });
  expect((await change('7')).body).toMatchObject({ errorCode: 12 });
  const { number: old } = await office.book({ email1: 'old@example.jp', reserveDate: '2026/12/03' });
  await office.db.deleteFrom('mail_wishes').execute();
  await office.db
    .updateTable('reservations')
    .set({ anonymised_at: new Date(), mail: '' })
    .where('reservation_number', '=', old)
    .execute();
  const sentence = 'この予約は保存期間を過ぎ、匿名化されています。';
  expect((await change('0', old)).body).toMatchObject({ errorCode: 14, errorMessage: sentence });
  expect(await office.db.selectFrom('mail_wishes').selectAll().execute()).toEqual([]);
});

test('the detail is read by as many statements as before', async () => {
  const statements = await watchStatements(show);
  expect(statements.filter((text) => text !== 'select 1' && !text.startsWith('insert')).length).toBe(3);
});
