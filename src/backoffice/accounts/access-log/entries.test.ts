// What the staff's work leaves in the access log, through the HTTP server.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatLogDetails } from '#domain/staff/acts.ts';
import { openCourse, updateCourse } from '#masters/courses/contract.ts';
import { priceSet } from '#masters/courses/contract-sets.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import {
  DETAIL,
  dateForm,
  openReservationOffice,
  type ReservationOffice,
  UPDATE,
} from '#tests/kit/reservation-office.ts';

let office: ReservationOffice;
let number: number;
beforeAll(async () => {
  office = await openReservationOffice();
  ({ number } = await office.book({ nam1: '秘密', nam2: '花子', reserveDate: '2026/11/26' }));
});
afterAll(() => office.service.close());

/** What some work leaves: act, subject, and its line on the screen. */
async function entriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await office.service.readLog()).length;
  await work();
  const entries = (await office.service.readLog()).slice(before);
  return entries.map(({ act, subject, details }) => [act, subject, formatLogDetails(details as object)].join('|'));
}
const post = (path: string, form: Record<string, unknown>, token = office.token) =>
  office.service.post(path, form, token);

test('looking at a reservation', async () => {
  expect(await entriesOf(() => post(DETAIL, { ukno: number }))).toEqual([`12|${number}|`]);
  expect(await entriesOf(() => post(DETAIL, { ukno: 999_999_999 })), 'one that is not there').toEqual([]);
});

test('given a search by 氏名, then the log tells 「氏名」 and the count, and the name stands in no column', async () => {
  expect(await entriesOf(() => post('/api/MasterWIGA1/Search', { name: '秘密' }))).toEqual(['11||氏名　1件']);
  expect(await entriesOf(() => post('/api/MasterWIGA1/Search', { name: '秘密の人' }))).toEqual(['11||氏名　0件']);
  const { rows } = await sql`select from access_log where access_log::text like '%秘密%'`.execute(office.db);
  expect(rows).toEqual([]);
});

test('the extraction as it opens, and a search by several', async () => {
  expect(await entriesOf(() => post('/api/MasterWIGA1/FirstDisplay', {}))).toEqual(['11||受診日　1件']);
  const form = { ykst: ['23', '21'], examStartYear: 2026, examStartMonth: 11, examStartDate: 1 };
  expect(await entriesOf(() => post('/api/MasterWIGA1/Search', form))).toEqual(['11||受診日・予約状況　1件']);
  // A number decides alone: what is ignored was not searched by.
  const byNumber = { ...form, ukno: number };
  expect(await entriesOf(() => post('/api/MasterWIGA1/Search', byNumber))).toEqual(['11||予約番号　1件']);
});

test('changing a reservation: what turned, but not the patient number itself', async () => {
  const shown = await office.shown(number);
  const form = { ...shown, ...dateForm('2026-11-27'), trno: 'P-0815', isSendMail: '1' };
  expect(await entriesOf(() => post(UPDATE, form))).toEqual([
    `13|${number}|患者番号の変更・通知メール（予約変更（管理者））　受診日：2026/11/26→2026/11/27`,
  ]);
  expect(await entriesOf(() => post(UPDATE, form)), 'a stale version changes nothing').toEqual([]);
});

test('given a staff update whose log insert fails, then the reservation is unchanged', async () => {
  const before = await office.row(number);
  const shown = await office.shown(number);
  await sql`alter table access_log add constraint broken check (act <> '13') not valid`.execute(office.service.admin);
  try {
    expect((await post(UPDATE, { ...shown, trno: 'X' })).status).toBe(500);
  } finally {
    await sql`alter table access_log drop constraint broken`.execute(office.service.admin);
  }
  expect(await office.row(number)).toEqual(before);
});

test('masters: the name and the code of the record, also of a new one, and what was done', async () => {
  // One whose codes nobody has given by hand.
  const token = await office.service.openInstitution('20000003', 'master01');
  const save = (path: string, form: Record<string, unknown>) => entriesOf(() => post(path, form, token));
  const values = { wknm: '内視鏡室', krkb: '1', ccd1: '1' };
  const [registered = ''] = await save('/api/MasterWWAKU/Register', values);
  expect(registered).toMatch(/^21\|予約枠マスタ [0-9]{4} 内視鏡室\|登録$/);
  const waku = /[0-9]{4}/.exec(registered)?.[0] ?? '';
  const subject = `21|予約枠マスタ ${waku} 内視鏡室`;
  expect(await save('/api/MasterWWAKU/Update', { ...values, waku })).toEqual([`${subject}|更新`]);
  const other = { ...values, wknm: '内視鏡室2', krkb: '2', waku };
  expect(await save('/api/MasterWWAKU/Update', other)).toEqual([
    `${subject}|更新　名称：内視鏡室→内視鏡室2　枠管理：日別→受付時間別`,
  ]);
  expect(await save('/api/MasterWWAKU/Delete', { waku })).toEqual([`21|予約枠マスタ ${waku} 内視鏡室2|削除`]);
  const month = { ...dateOf('start', 12), ...dateOf('end', 16), days: [1] };
  expect(await save('/api/MasterWCALMBulk/Register', month)).toEqual([
    '21|休日マスタ|一括（2027/05/12〜2027/05/16）　1件',
  ]);
});

test('a course: its name, what turned before and after, and of long texts which', async () => {
  const key = { fiscalYear: 2026, clientCode: '00000000', courseCode: '0001' };
  const subject = '21|コースマスタ 2026-00000000-0001';
  const { service, token } = office;
  const { years: _, isSet: __, clientName: ___, ...course } = await service.ask(openCourse, { key }, token);
  const changed = { ...course, name: '新しい名前', description: '一行目\n二行目', published: false };
  expect(await entriesOf(() => service.ask(updateCourse, changed, token))).toEqual([
    `${subject} ${course.name}|更新　コース名：${course.name}→新しい名前　公開区分：公開→非公開　コースの説明の変更`,
  ]);
  const { rows, version } = await service.ask(priceSet.open, { key }, token);
  const dearer = rows.map((row, at) => (at === 0 ? { ...row, amount: 12_345, status: 'edited' as const } : row));
  expect(await entriesOf(() => service.ask(priceSet.update, { key, rows: dearer, version }, token))).toEqual([
    expect.stringMatching(
      /コースマスタ 2026-00000000-0001 新しい名前\|更新（料金）　01行：.*[0-9]円→.*[0-9]歳 12,345円$/,
    ),
  ]);
});

const dateOf = (end: string, day: number) => ({ [`${end}Year`]: 2027, [`${end}Month`]: 5, [`${end}Date`]: day });

test('a CSV pattern, and a file by it', async () => {
  const item = { recordNumbers: ['1'], zkkbs: ['1'], zkcds: ['0001'], opbrs: [''], opcds: [''] };
  const save = (ptcd: string) => post('/api/CSVPatternDetail/Register', { ptcd, ptnm: '取込用', dffg: '0', ...item });
  expect(await entriesOf(() => save('000'))).toEqual(['22|CSVパターン 001|登録']);
  expect(await entriesOf(() => save('001'))).toEqual(['22|CSVパターン 001|更新']);
  expect(await entriesOf(() => post('/api/CSVPatternList/Copy', { ptcd: '001' }))).toEqual(['22|CSVパターン 002|登録']);
  expect(await entriesOf(() => post('/api/CSVPatternList/Delete', { ptcd: '002' }))).toEqual([
    '22|CSVパターン 002|削除',
  ]);
  const file = { ptcd: '001', uknos: [number] };
  expect(await entriesOf(() => post('/api/MasterWIGA1/CsvDownload', file))).toEqual([
    '14|取込用|開始　1件',
    '14|取込用|完了　1件',
  ]);
});

test('sending a mail again', async () => {
  const { rows } = await sql<{ mail_id: string }>`
    update outbox_mails set state = 'failed'
     where institution_code = ${HOSPITAL} and reservation_number = ${number} and kind = 'booked' returning mail_id`.execute(
    office.db,
  );
  const form = { ukno: number, mlid: rows[0]?.mail_id };
  expect(await entriesOf(() => post('/api/MasterWIGA1Detail/ResendMail', form))).toEqual([
    `15|${number}|予約申込（受診者）　再送`,
  ]);
});
