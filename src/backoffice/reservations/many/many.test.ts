// Staff move and cancel many reservations of a list, through the HTTP server: what a day has room for, what is done, and what is undone.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { expectTokenNeededFor, invalidAnswer } from '#tests/kit/guards.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const ENDOSCOPY: Form = { opbr: ['0001'], opcd: ['0002'], optionJkcd: ['02'], sumGkgk: 15500 };
const NONE = '2026/11/25に、この予約の枠がそろう受付時間がありません。';
const CHANGED_SINCE = '一覧を表示したあとに変更されています。内容を確認してください。';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
  await sql`insert into time_slots (institution_code, slot_code, name, start_minute)
            values (${HOSPITAL}, '08', '8:30', 510), (${HOSPITAL}, '11', '9:30', 570)`.execute(office.db);
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

/** Of a frame on a day, by slot. */
async function leave(date: string, frame: string, places: Record<string, number>): Promise<void> {
  await sql`delete from frame_capacities where frame_code = ${frame} and visit_date = ${date}::date and used = 0`.execute(
    office.db,
  );
  for (const [slot, capacity] of Object.entries(places)) {
    await sql`
      insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
      values (${HOSPITAL}, ${frame}, ${date}::date, ${slot}, ${capacity})
      on conflict (institution_code, frame_code, visit_date, slot_code) do update set capacity = excluded.capacity`.execute(
      office.db,
    );
  }
}

const slashed = (date: string) => date.replaceAll('-', '/');
const bookOn = async (date: string, changes: Form = {}) =>
  (await office.book({ reserveDate: slashed(date), ...changes })).number;
const post = async (call: string, form: Form, as = office.token) =>
  (await office.service.post(`/api/Desk/${call}`, form, as)).body;

const versionsOf = async (numbers: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ number: number; version: number }>`
    select reservation_number as number, version from reservations where reservation_number = any(${numbers})`.execute(
    office.db,
  );
  const versionOf = new Map(rows.map(({ number, version }) => [number, String(version)]));
  return numbers.map((number) => versionOf.get(number) ?? '1');
};
const trial = async (numbers: readonly number[], date: string, tmrl: '1' | '2' | '3') =>
  (await post('MoveTrial', { uknos: numbers, versions: await versionsOf(numbers), reserveDate: slashed(date), tmrl }))
    .resultList;

interface Wanted {
  ukno: number;
  date?: string;
  tmzn?: string;
  status?: string;
}

/** As the screen does it: 20 at a time, in their order. */
async function edit(wanted: readonly Wanted[], more: Form = {}, versions?: readonly string[]) {
  const known = versions ?? (await versionsOf(wanted.map(({ ukno }) => ukno)));
  const results = [];
  for (let from = 0; from < wanted.length; from += 20) {
    const batch = wanted.slice(from, from + 20);
    const body = await post('EditMany', {
      uknos: batch.map(({ ukno }) => ukno),
      versions: known.slice(from, from + 20),
      reserveDates: batch.map(({ date = '' }) => slashed(date)),
      tmzns: batch.map(({ tmzn = '' }) => tmzn),
      statusCodes: batch.map(({ status = '' }) => status),
      isSendMail: '0',
      ...more,
    });
    expect(body).toMatchObject({ errorCode: 0 });
    results.push(...body.resultList);
  }
  return results;
}

const countOf = (results: readonly { result: string }[], code: string) =>
  results.filter(({ result }) => result === code).length;
const mailKindsOf = async (numbers: readonly number[]) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from outbox_mails where reservation_number = any(${numbers}) and kind not in ('booked', 'password')`.execute(
    office.db,
  );
  return rows.map(({ kind }) => kind);
};
const historyOf = async (number: number): Promise<string[]> =>
  (await office.service.post(DETAIL, { ukno: number }, office.token)).body.historyList.map(
    ({ text }: { text: string }) => text,
  );

test('40 of 11/24 to 11/25 at the same time: 38 and two sentences; a guest takes one: 37; near times give 9:30, then 8:30; undone but one, whose place is taken', async () => {
  for (const date of ['2026-11-24', '2026-11-25']) await leave(date, '0001', { '08': 99, '09': 99, '11': 99 });
  await leave('2026-11-24', '0002', { '09': 4 });
  await leave('2026-11-25', '0002', { '08': 1, '09': 2, '11': 1 });
  const numbers: number[] = [];
  for (let n = 0; n < 40; n++) numbers.push(await bookOn('2026-11-24', n % 10 === 0 ? ENDOSCOPY : {}));
  const before = await usedOn(office.db, '2026-11-24');

  const first = await trial(numbers, '2026-11-25', '1');
  expect([countOf(first, '0'), countOf(first, '2')]).toEqual([38, 2]);
  const FULL = '2026/11/25 9:00の予約枠に空きがありません。別の日時を選択してください。';
  expect(first.filter(({ result }: { result: string }) => result === '2')).toMatchObject([
    { ukno: numbers[20], tmzn: '', errorMessage: FULL },
    { ukno: numbers[30], tmzn: '', errorMessage: FULL },
  ]);
  // Nothing is held.
  expect(await usedOn(office.db, '2026-11-24')).toEqual(before);
  expect(await usedOn(office.db, '2026-11-25')).toEqual({});
  expect((await office.service.readLog()).at(-1)).toMatchObject({ act: '11', details: { count: 40 } });

  await bookOn('2026-11-25', ENDOSCOPY);
  const can = first.filter(({ result }: { result: string }) => result === '0');
  const wanted = can.map(({ ukno, tmzn }: { ukno: number; tmzn: string }) => ({ ukno, date: '2026-11-25', tmzn }));
  const moved = await edit(wanted);
  expect([countOf(moved, '0'), countOf(moved, '2')]).toEqual([37, 1]);
  expect(moved.find(({ result }) => result === '2')).toMatchObject({ ukno: numbers[10], errorMessage: FULL });
  // The batch sent twice: each was moved once.
  const again = await edit(
    wanted,
    {},
    can.map(() => '1'),
  );
  expect([countOf(again, '1'), countOf(again, '2')]).toEqual([37, 1]);

  const rest = [10, 20, 30].map((at) => numbers[at] ?? 0);
  const near = await trial(rest, '2026-11-25', '2');
  expect(near).toMatchObject([
    { ukno: rest[0], result: '0', tmzn: '11', sthm: '9:30' },
    { ukno: rest[1], result: '0', tmzn: '08', sthm: '8:30' },
    { ukno: rest[2], result: '2', errorMessage: NONE },
  ]);
  expect(await trial(rest, '2026-11-25', '3')).toMatchObject([{ tmzn: '08' }, { tmzn: '11' }, { errorMessage: NONE }]);

  // Undone, when somebody else has one of the old places.
  await leave('2026-11-24', '0002', { '09': 4 });
  await bookOn('2026-11-24', ENDOSCOPY);
  const done = moved.filter(({ result }) => result === '0');
  const back = await edit(done.map(({ ukno }) => ({ ukno, date: '2026-11-24', tmzn: '09', status: '21' })));
  expect([countOf(back, '0'), countOf(back, '2')]).toEqual([36, 1]);
  expect(back.find(({ result }) => result === '2')).toMatchObject({
    ukno: numbers[0],
    errorMessage: '2026/11/24 9:00の予約枠に空きがありません。別の日時を選択してください。',
  });
  expect(await mailKindsOf(numbers)).toEqual([]);
  expect(await historyOf(numbers[1] ?? 0)).toEqual([
    '受診日 2026/11/25 → 2026/11/24',
    '受診日 2026/11/24 → 2026/11/25',
    '予約の登録（受診日 2026/11/24）',
  ]);
});

test('20 cancelled with 施設の都合: 92, the reason in history and CSV, mail 07 only with the box; undone: 23, places held, no reason', async () => {
  const date = '2026-11-26';
  await leave(date, '0001', { '09': 99 });
  const numbers: number[] = [];
  for (let n = 0; n < 20; n++) numbers.push(await bookOn(date));
  await edit(numbers.map((ukno) => ({ ukno, status: '23' })));
  const used = await usedOn(office.db, date);

  const cancelled = await edit(
    numbers.map((ukno) => ({ ukno, status: '92' })),
    { hkrs: '施設の都合' },
  );
  expect(cancelled.map(({ statusCode }) => statusCode)).toEqual(numbers.map(() => '92'));
  expect((await historyOf(numbers[0] ?? 0))[0]).toBe('予約確認済 → 取消確認済、取消の理由 施設の都合');
  expect(await usedOn(office.db, date)).toEqual({});
  expect(await mailKindsOf(numbers)).toEqual([]);
  await sql`insert into csv_patterns (institution_code, pattern_code, name) values (${HOSPITAL}, '043', '理由')`.execute(
    office.db,
  );
  await sql`insert into csv_pattern_items (institution_code, pattern_code, position, attribute)
            values (${HOSPITAL}, '043', 1, 'cancel_reason')`.execute(office.db);
  const { body } = await office.service.post(
    '/api/MasterWIGA1/CsvDownload',
    { ptcd: '043', uknos: numbers.slice(0, 1) },
    office.token,
  );
  expect(JSON.stringify(body)).toContain('施設の都合');

  await edit(numbers.map((ukno) => ({ ukno, status: '23' })));
  expect(await office.row(numbers[0] ?? 0)).toMatchObject({ status: 'confirmed', cancel_reason: '' });
  expect(await usedOn(office.db, date)).toEqual(used);
  await edit([{ ukno: numbers[0] ?? 0, status: '92' }], { isSendMail: '1', mailMessage: '機器の都合です。' });
  expect(await mailKindsOf(numbers)).toEqual(['cancel_confirmed']);
});

test('来院, no longer live, changed since, on a closed or past day: each with its sentence; there already: 1', async () => {
  const date = '2026-11-27';
  const [here, gone, stale, there] = [
    await bookOn(date),
    await bookOn(date),
    await bookOn(date),
    await bookOn(date, { reserveTmzn: '10' }),
  ];
  await office.update(gone, { statusCode: '92' });
  await sql`insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
            values (${HOSPITAL}, ${here}, ${date}::date, 'arrived', now(), 'clerk001')`.execute(office.db);
  const numbers = [here, gone, stale, there];
  const versions = await versionsOf(numbers);
  await office.update(stale, { trno: 'K-1' });
  const ask = async (day: string) => {
    const form = { uknos: numbers, versions, reserveDate: day, tmrl: '1' };
    const { resultList } = await post('MoveTrial', form);
    return numbers.map((number) => {
      const { result, errorMessage } = resultList.find(({ ukno }: { ukno: number }) => ukno === number);
      return [result, errorMessage];
    });
  };
  const CANCELLED = ['2', '取消確認済の予約です。'];
  const HAS_COME = ['2', '来院済みの予約です。当日受付で来院を取り消してから変更してください。'];
  const STALE = ['2', CHANGED_SINCE];
  expect(await ask('2026/11/28')).toEqual([HAS_COME, CANCELLED, STALE, ['0', '']]);
  expect(await ask('2026/11/27')).toEqual([['1', ''], CANCELLED, STALE, ['1', '']]);
  const CLOSED = ['2', '2026/12/13は休診日です。別の日を選択してください。'];
  expect(await ask('2026/12/13')).toEqual([HAS_COME, CANCELLED, STALE, CLOSED]);
  const PAST = ['2', '受診日を今日より前の日に変更することはできません。'];
  expect(await ask('2026/11/14')).toEqual([HAS_COME, CANCELLED, STALE, PAST]);

  const moved = await edit(
    numbers.map((ukno) => ({ ukno, date: '2026-11-28' })),
    {},
    versions,
  );
  expect(moved.map(({ result }) => result)).toEqual(['2', '0', '2', '0']);
  expect(moved[0]).toMatchObject({ errorMessage: HAS_COME[1] });
});

test('no word of the list: 12 and nothing is done; of another institution: 2; only staff who may', async () => {
  const number = await bookOn('2026-11-30');
  const form = {
    uknos: [number],
    versions: ['1'],
    reserveDates: [''],
    tmzns: [''],
    statusCodes: ['92'],
    hkrs: '気分',
    isSendMail: '0',
  };
  expect(await post('EditMany', form)).toMatchObject(invalidAnswer(['取消の理由を選択してください。']).body);
  expect(await office.row(number)).toMatchObject({ status: 'new', version: 1 });
  const foreign = await office.service.openInstitution('20000002', 'foreign1');
  const theirs = await post('EditMany', { ...form, hkrs: '' }, foreign);
  expect(theirs.resultList).toMatchObject([{ ukno: number, result: '2', errorMessage: 'データが見つかりません。' }]);
  const asked = { uknos: [number], versions: ['1'], reserveDate: '2026/12/01', tmrl: '1' };
  expect((await post('MoveTrial', asked, foreign)).resultList).toMatchObject([
    { ukno: number, result: '2', errorMessage: 'データが見つかりません。' },
  ]);

  await expectTokenNeededFor(office.service, 'Desk', ['EditMany', 'MoveTrial']);
  const now = new Date('2026-11-15T01:00:00Z');
  const viewer = await openClerk(office.db, { institutionCode: HOSPITAL, userId: 'looksonly', role: 'viewer' }, now);
  for (const call of ['EditMany', 'MoveTrial']) {
    expect(await office.service.post(`/api/Desk/${call}`, { ...form, ...asked }, viewer)).toMatchObject({
      status: 403,
    });
  }
  expect(await post('MoveTrial', { ...asked, uknos: [], versions: [] })).toMatchObject(
    invalidAnswer(['予約は1件から500件までで指定してください。']).body,
  );
});

test('a trial of 500 takes three statements, the session among them', async () => {
  const date = '2026-12-02';
  for (const day of [date, '2026-12-03']) await leave(day, '0001', { '09': 999 });
  const sample = await bookOn(date);
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'reservations' and table_schema = 'public' and is_generated = 'NEVER'
       and column_name <> 'reservation_number'`.execute(office.db);
  const names = sql.raw(rows[0]?.names ?? '');
  await sql`
    insert into reservations (${names})
    select ${names} from reservations, generate_series(1, 499) where reservation_number = ${sample}`.execute(office.db);
  await sql`
    insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
    select institution_code, reservation_number, '0001', visit_date, slot_code, 1, true
      from reservations where visit_date = ${date}::date and reservation_number <> ${sample}`.execute(office.db);
  const { rows: copies } = await sql<{ number: number }>`
    select reservation_number as number from reservations where visit_date = ${date}::date`.execute(office.db);
  const numbers = copies.map(({ number }) => number);
  const form = { uknos: numbers, versions: numbers.map(() => '1'), reserveDate: '2026/12/03', tmrl: '2' };
  await office.service.readLog();
  let results: { result: string }[] = [];
  const statements = await watchStatements(async () => {
    results = (await post('MoveTrial', form)).resultList;
  });
  expect(countOf(results, '0')).toBe(500);
  expect(statements).toHaveLength(3);
}, 60_000);
