// A reservation that was made anonymous: nothing in it tells who it was, every count stays, and staff are told.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSPITAL, SOCIETY, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { putDownload } from '#tests/kit/reservations.ts';
import { anonymise } from './policies.ts';

const NOW = new Date('2026-11-15T01:00:00Z');
const ANONYMISED = 'この予約は保存期間を過ぎ、匿名化されています。';
const STATUS = '/api/AdminReserveStatusCheck/ChangeCalender';
const SEARCH = '/api/MasterWIGA1/Search';

/** Stands in every column of a person that takes a text. */
const MARK = 'ナイショ';
const PERSONAL = {
  nam1: '内緒',
  nam2: '花子',
  ryk1: MARK,
  ryk2: 'ハナコ',
  adr2: `${MARK}市`,
  adr3: `${MARK}町1-2`,
  cmnm: `${MARK}商会`,
  syno: 'N-4711',
  mem1: `${MARK}です`,
  email1: 'naisho@example.jp',
};

let office: ReservationOffice;
let number: number;
let other: number;
let before: { month: unknown; row: Record<string, unknown>; mails: string[] };

const month = async () => {
  const { body } = await office.service.post(STATUS, { calenderYear: 2026, calenderMonth: 12 }, office.token);
  expect(body.errorCode).toBe(0);
  return body;
};

const detail = async (which = number) =>
  (await office.service.post(DETAIL, { ukno: which }, office.token)).body as Record<string, unknown>;

/** Everything that the institution's tables hold, as one text. */
async function everything(): Promise<string> {
  const tables = ['reservations', 'reservation_history', 'outbox_mails', 'csv_download_rows'] as const;
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ text: string }>`
        select to_jsonb(t)::text as text from ${sql.table(table)} t where reservation_number = ${number}`.execute(
        office.db,
      );
      return rows.map(({ text }) => text).join('\n');
    }),
  );
  return texts.join('\n');
}

beforeAll(async () => {
  office = await openReservationOffice();
  const booked = await office.book({
    ...PERSONAL,
    jgcd: SOCIETY,
    hksh: '06990014',
    inputHfkb: '01',
    hfkb: '01',
    sex: '2',
    age: 46,
    sumGkgk: 5500,
    hkkg: '12-34',
    hkno: '5678',
  });
  number = booked.number;
  other = (await office.book()).number;
  expect((await office.update(number, { trno: 'P-0001', isSendMail: '1' })).body.errorCode).toBe(0);
  expect(
    (await office.service.post('/api/Desk/SaveMemo', { ukno: number, stmm: `${MARK}の方` }, office.token)).body,
  ).toMatchObject({ errorCode: 0 });
  const corrected = {
    ukno: number,
    ...PERSONAL,
    zip1: '231',
    zip2: '0000',
    adr1: '神奈川県',
    hkkg: '12-34',
    hkno: '5678',
    inputSex: '2',
    inputBtdyYear: 1980,
    inputBtdyMonth: 5,
    inputBtdyDate: 5,
    tel1: '045-000-4821',
    adr3: `${MARK}町3-4`,
  };
  expect((await office.service.post('/api/Desk/CorrectPerson', corrected, office.token)).body).toMatchObject({
    errorCode: 0,
  });
  await putDownload(office.db, HOSPITAL, number);
  const { rows } = await sql<{
    id: string;
  }>`select mail_id as id from outbox_mails where reservation_number = ${number}`.execute(office.db);
  before = { month: await month(), row: await office.row(number), mails: rows.map(({ id }) => id) };
  expect(await everything()).toContain(MARK);
  expect(await anonymise(office.db, HOSPITAL, [number], NOW)).toBe(1);
});
afterAll(() => office.service.close());

test('no column tells who it was, in its history and mails neither', async () => {
  const text = await everything();
  for (const personal of [
    MARK,
    '内緒',
    '花子',
    'ハナコ',
    'N-4711',
    'naisho',
    '12-34',
    '5678',
    'P-0001',
    '1980-05-05',
    '045-000',
  ])
    expect(text).not.toContain(personal);
  expect(await office.row(number)).toMatchObject({
    family_name: '匿名',
    birth_date: '1980-01-01',
    accepts_mail: false,
    staff_memo: '',
  });
  expect(((await detail()).historyList as { text: string }[]).map((entry) => entry.text)).toContain('受診者情報を訂正');
  expect(text).not.toContain(`"actor_id": "${before.row.examinee_id}"`);
});

test('what counts and files go by stays: number, state, day, client, course, price, age, sex, prefecture', async () => {
  const kept = [
    'status visit_date slot_code start_minute client_code category_code course_code total_amount age sex prefecture',
    'created_at updated_at insurer_number client_name course_name fiscal_year',
  ].flatMap((names) => names.split(' '));
  const after = await office.row(number);
  for (const name of kept) expect([name, after[name]]).toEqual([name, before.row[name]]);
  expect(await month()).toEqual(before.month);
  expect(await wrongCounters(office.db)).toEqual([]);
});

test("it belongs to the institution's one anonymous examinee, as whom nobody logs in", async () => {
  expect(await anonymise(office.db, HOSPITAL, [number], NOW)).toBe(0);
  const owner = await office.ownerOf(number);
  expect(owner).not.toBe(before.row.examinee_id);
  const third = (await office.book()).number;
  await anonymise(office.db, HOSPITAL, [third], NOW);
  expect(await office.ownerOf(third)).toBe(owner);
  const { rows } = await sql`select from examinee_credentials where examinee_id = ${owner}`.execute(office.db);
  expect(rows).toEqual([]);
});

test('whoever took its address before loses the account to it', async () => {
  const { service, db, book, ownerOf } = await openReservationOffice();
  const { number: taken } = await book({ email1: 'Anonymous@anonymous.invalid' });
  const owner = await ownerOf(taken);
  await anonymise(db, HOSPITAL, [taken], NOW);
  expect(await ownerOf(taken)).toBe(owner);
  const { rows } = await sql`
    select (select count(*) from examinee_credentials) as credentials,
           (select count(*) from examinees where birth_date is not null or family_name <> '') as known`.execute(db);
  expect(rows).toEqual([{ credentials: 0, known: 0 }]);
  await service.close();
});

describe('the staff', () => {
  test('sees 匿名 with a mark, and a history without patient numbers and names', async () => {
    expect(await detail()).toMatchObject({
      isAnonymous: '1',
      name: '匿名',
      ryak: '',
      emal: '',
      trno: '',
      mailList: [],
    });
    expect(await detail(other)).toMatchObject({ isAnonymous: '0', name: '健診　花子' });
  });

  test('is refused with 14 and its sentence: update, calendar, mail', async () => {
    const { service, token } = office;
    const refusal = { errorCode: 14, errorMessage: ANONYMISED };
    expect((await office.update(number, { trno: 'P-9' })).body).toMatchObject(refusal);
    expect((await office.update(number, { version: String(before.row.version) })).body).toMatchObject(refusal);
    const calendar = '/api/MasterWIGA1DetailCalender/FirstDisplay';
    expect((await service.post(calendar, { my_ukno: number }, token)).body).toMatchObject(refusal);
    const mail = { ukno: number, mlid: before.mails[0] };
    expect((await service.post('/api/MasterWIGA1Detail/ResendMail', mail, token)).body).toMatchObject(refusal);
  });

  test('finds it as 匿名 and 済 in lists, among those that are 済', async () => {
    const { body } = await office.service.post(SEARCH, { csst: '03', ukno: '', name: '匿名' }, office.token);
    expect(body.searchList).toContainEqual(
      expect.objectContaining({ ukno: number, name: '匿名', ryak: '', csst: '03' }),
    );
    const open = await office.service.post(SEARCH, { csst: '02', ykst: '' }, office.token);
    expect((open.body.searchList as { ukno: number }[]).map(({ ukno }) => ukno)).not.toContain(number);
  });

  test('finds it as 匿名 in files, without anything behind the name', async () => {
    await sql`insert into csv_patterns (institution_code, pattern_code, name) values (${HOSPITAL}, '001', '名前')`.execute(
      office.db,
    );
    await sql`insert into csv_pattern_items (institution_code, pattern_code, position, attribute)
      values (${HOSPITAL}, '001', 1, 'name'), (${HOSPITAL}, '001', 2, 'kana_name'), (${HOSPITAL}, '001', 3, 'prefecture'),
             (${HOSPITAL}, '001', 4, 'phone')`.execute(office.db);
    const form = { ptcd: '001', uknos: [number] };
    const { body } = await office.service.post('/api/MasterWIGA1/CsvDownload', form, office.token);
    expect(body.bodyList).toEqual(['匿名,,神奈川県,']);
  });
});
