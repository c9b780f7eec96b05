// How long an institution keeps what: shown with what is due, changed by managers, asked about before it forgets.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatLogDetails } from '#domain/staff/acts.ts';
import { runRetention } from '#server/privacy/run-retention.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

const CODE = '10000001';
const NOW = new Date('2026-11-15T10:00:00+09:00');
const STATUS = '/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay';

let service: TestService;
let token: string;

const post = async (call: string, form = {}, as = token) => (await service.post(`/api/Privacy/${call}`, form, as)).body;
const first = () => post('FirstDisplay');
const update = async (changes: object) => {
  const { reserveYears, mailDays, logYears, version } = await first();
  return post('Update', { reserveYears, mailDays, logYears, version, ...changes });
};

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(CODE, 'clinic01');
  for (const visitDate of ['2020-01-01', '2023-01-01', '2023-06-01', '2026-11-01']) {
    await putReservation(service.db, CODE, { visitDate, slotCode: '01', startMinute: 540 });
  }
  const mail = await putMail(service.db, { institution: CODE, at: new Date('2026-08-01') });
  await sql`update outbox_mails set state = 'sent' where mail_id = ${mail}`.execute(service.db);
});
afterAll(() => service.close());

beforeEach(async () => {
  service.setNow('2026-11-15T10:00:00+09:00');
  token = await openClerk(service.db, { institutionCode: CODE, userId: 'clinic01' }, NOW);
  await sql`update institution_policies set reserve_years = 5, mail_days = 90, log_years = 5, anonymise_from = null,
    reserve_years_next = null, reserve_years_from = null, log_years_next = null, log_years_from = null`.execute(
    service.db,
  );
});

test('it shows the times, and how much the next run will forget', async () => {
  expect(await first()).toMatchObject({
    errorCode: 0,
    reserveYears: 5,
    mailDays: 90,
    logYears: 5,
    reserveCount: 1,
    mailCount: 1,
    logCount: 0,
    anonymiseDate: '',
  });
});

test('a shorter time asks first with the count; confirmed, it holds after 30 days, which 管理者 read on TOP', async () => {
  await sql`insert into privacy_progress values (${CODE}, 'examinees', '{}', now())`.execute(service.db);
  expect(await update({ reserveYears: 3 })).toMatchObject({
    errorCode: 13,
    errorMessage: '3 件の予約データが匿名化されます。元に戻せません。更新しますか？',
  });
  expect(await first()).toMatchObject({ reserveYears: 5, reserveYearsNext: 0, reserveYearsFrom: '' });
  expect(await update({ reserveYears: 3, logYears: 3, isConfirmed: '1' })).toMatchObject({ errorCode: 0 });
  const planned = {
    reserveYears: 5,
    reserveYearsNext: 3,
    reserveYearsFrom: '2026/12/15',
    logYearsNext: 3,
    logYearsFrom: '2026/12/15',
  };
  expect(await first()).toMatchObject({ ...planned, logYears: 5, reserveCount: 1 });
  expect((await service.post(STATUS, {}, token)).body).toMatchObject(planned);
  const clerk = await openClerk(service.db, { institutionCode: CODE, userId: 'clerk001', role: 'reception' }, NOW);
  expect((await service.post(STATUS, {}, clerk)).body).toMatchObject({ logYearsNext: 0, logYearsFrom: '' });
  const left = await sql`select from privacy_progress where institution_code = ${CODE}`.execute(service.db);
  expect(left.rows).toEqual([]);

  const logInAt = async (now: string) => {
    service.setNow(now);
    token = await openClerk(service.db, { institutionCode: CODE, userId: 'clinic01' }, new Date(now));
  };
  await logInAt('2026-12-14T10:00:00+09:00');
  // Saved again as it stands, it keeps its day.
  expect(await update({ reserveYears: 3, logYears: 3 })).toMatchObject({ errorCode: 0 });
  expect(await first()).toMatchObject(planned);
  await logInAt('2026-12-15T00:30:00+09:00');
  expect(await first()).toMatchObject({
    reserveYears: 3,
    logYears: 3,
    logYearsNext: 0,
    logYearsFrom: '',
    reserveCount: 3,
  });
  // By the hourly work, of which each server does some.
  await runRetention(service.running, () => {}, { institutionCode: CODE });
  const { rows } = await sql`select reserve_years, log_years, log_years_next from institution_policies`.execute(
    service.db,
  );
  expect(rows).toEqual([{ reserve_years: 3, log_years: 3, log_years_next: null }]);
});

test('until its day a shorter time can be taken back; the access log has all of it', async () => {
  await service.readLog();
  expect(await update({ logYears: 3 })).toMatchObject({ errorCode: 0 });
  expect(await first()).toMatchObject({ logYears: 5, logYearsNext: 3 });
  expect(await update({ logYears: 4 })).toMatchObject({ errorCode: 0 });
  expect(await first()).toMatchObject({ logYears: 5, logYearsNext: 4 });
  expect(await update({ logYears: 5 })).toMatchObject({ errorCode: 0 });
  expect(await first()).toMatchObject({ logYears: 5, logYearsNext: 0, logYearsFrom: '' });
  const entries = (await service.readLog()).filter(({ act }) => act === '33').slice(-3);
  expect(entries.map(({ details }) => formatLogDetails(details as object))).toEqual([
    '操作履歴の保存：5年→2026/12/15から3年',
    '操作履歴の保存：2026/12/15から3年→2026/12/15から4年',
    '操作履歴の保存：2026/12/15から4年→5年',
  ]);
});

test('a longer one is not asked about, and holds at once', async () => {
  expect(await update({ reserveYears: 10, mailDays: 365, logYears: 10 })).toMatchObject({ errorCode: 0 });
  expect(await first()).toMatchObject({ reserveYears: 10, mailDays: 365, logYears: 10, mailCount: 0 });
});

test.each([
  [{ reserveYears: 0 }, '予約データの保存は1から10の整数で入力してください。'],
  [{ reserveYears: 11 }, '予約データの保存は1から10の整数で入力してください。'],
  [{ reserveYears: '5.5' }, '予約データの保存は1から10の整数で入力してください。'],
  [{ mailDays: 29 }, 'メール本文の保存は30から365の整数で入力してください。'],
  [{ logYears: '' }, '操作履歴の保存は3から10の整数で入力してください。'],
  [{ logYears: 2 }, '操作履歴の保存は3から10の整数で入力してください。'],
])('%j is 12', async (changes, errorMessage) => {
  expect(await update(changes)).toMatchObject({ errorCode: 12, errorMessage });
});

test('of two saves the later one is told, and only a 管理者 may, who has just shown who it is', async () => {
  const { version } = await first();
  expect(await update({ logYears: 6 })).toMatchObject({ errorCode: 0 });
  expect(await update({ logYears: 7, version })).toMatchObject({ errorCode: 14 });
  const clerk = await openClerk(service.db, { institutionCode: CODE, userId: 'clerk001', role: 'reception' }, NOW);
  expect(await post('FirstDisplay', {}, clerk)).toMatchObject({ errorCode: 13 });
  await sql`update sessions set confirmed_at = '2026-11-15T09:49:00+09:00' where administrator_id = 'clinic01'`.execute(
    service.db,
  );
  expect(await update({ logYears: 7 })).toMatchObject({ errorCode: 13, isConfirmNeeded: '1' });
});

test('while an institution is notified first, its 管理者 read the day on TOP', async () => {
  await sql`update institution_policies set anonymise_from = '2026-12-15'`.execute(service.db);
  const statusOf = async (as: string) => (await service.post(STATUS, {}, as)).body;
  expect(await statusOf(token)).toMatchObject({ anonymiseDate: '2026/12/15', reserveYears: 5 });
  expect(await first()).toMatchObject({ anonymiseDate: '2026/12/15' });
  const clerk = await openClerk(service.db, { institutionCode: CODE, userId: 'clerk001', role: 'reception' }, NOW);
  expect(await statusOf(clerk)).toMatchObject({ anonymiseDate: '' });
  await sql`update institution_policies set anonymise_from = '2026-11-15'`.execute(service.db);
  expect(await statusOf(token)).toMatchObject({ anonymiseDate: '' });
});
