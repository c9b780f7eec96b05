// Staff confirm many reservations of a list at once, through the HTTP server: what is done, what is left as it is, and what it costs.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { expectTokenNeededFor, invalidAnswer } from '#tests/kit/guards.ts';
import { type Booking, openReservationOffice, type ReservationOffice, WISH } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const CONFIRM = '/api/Desk/ConfirmMany';
const CHANGED_SINCE = '一覧を表示したあとに変更されています。内容を確認してください。';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

/** Six days of its own for each test: five bookings fit into each. */
const CLOSED = ['2026-12-06', '2026-12-13', '2027-01-01'];
const all = Array.from({ length: 125 }, (_, index) => addDays('2026-11-24', index)).filter(
  (date) => !CLOSED.includes(date),
);
let days: string[];
beforeEach(() => {
  days = all.splice(0, 6);
});
const slashed = (date: string) => date.replaceAll('-', '/');
const bookOn = (day: number, changes: Form = {}) => office.book({ reserveDate: slashed(days[day] ?? ''), ...changes });

/** Three at nine and two at ten, day by day. */
async function bookMany(count: number): Promise<Booking[]> {
  const bookings: Booking[] = [];
  for (let n = 0; n < count; n++) {
    bookings.push(await bookOn(Math.floor(n / 5), { reserveTmzn: n % 5 < 3 ? '09' : '10' }));
  }
  return bookings;
}

const numbersOf = (bookings: readonly Booking[]) => bookings.map(({ number }) => number);
const send = (form: Form, as = office.token) => office.service.post(CONFIRM, form, as);
/** As a list that was just read would send them. */
const confirm = (numbers: readonly number[], more: Form = {}) =>
  send({ uknos: numbers, versions: numbers.map(() => '1'), isSendMail: '1', ...more });

const ask = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(office.db)).rows;
const mailsOf = async (number: number) => {
  const rows = await ask(sql<{ kind: string }>`
    select kind from outbox_mails where reservation_number = ${number} and kind not in ('booked', 'password', 'changed_by_examinee')`);
  return rows.map(({ kind }) => kind);
};
const historyOf = (number: number) =>
  ask(sql<{ act: string; actor_id: string; details: unknown }>`
    select act, actor_id, details from reservation_history
     where reservation_number = ${number} and act = 'edited' order by entry_id`);
const logOf = async (number: number) =>
  (await office.service.readLog()).filter(({ act, subject }) => act === '13' && subject === String(number));
/** Everything that is kept of it. */
const whole = async (number: number) => ({
  row: await office.row(number),
  places: await ask(sql`select * from reservation_places where reservation_number = ${number} order by 1, 2, 3, 4, 5`),
  history: await ask(sql`select * from reservation_history where reservation_number = ${number} order by entry_id`),
  mails: await ask(sql`select * from outbox_mails where reservation_number = ${number} order by 1, 2, 3`),
});

describe('what is wrong by itself', () => {
  test.each<[string, Form, string]>([
    ['none', {}, '予約は1件から20件までで指定してください。'],
    [
      'more than twenty',
      { uknos: Array(21).fill('100000001'), versions: Array(21).fill('1') },
      '予約は1件から20件までで指定してください。',
    ],
    [
      'lists of unequal length',
      { uknos: ['100000001', '100000002'], versions: ['1'] },
      '予約の項目の数が一致していません。',
    ],
    ['no number', { uknos: ['x'], versions: ['1'] }, '1行目の予約番号は半角数字で入力してください。'],
    ['no version', { uknos: ['100000001'], versions: [''] }, '1行目の更新の番号は必須入力です。'],
    [
      'neither yes nor no',
      { uknos: ['100000001'], versions: ['1'], isSendMail: '2' },
      '通知メールを選択してください。',
    ],
  ])('%s', async (_, form, sentence) => {
    expect(await send(form)).toEqual(expect.objectContaining(invalidAnswer([sentence])));
  });

  test('only staff who may: a viewer is refused and logged, whoever has no session too', async () => {
    const { number } = await bookOn(0);
    await expectTokenNeededFor(office.service, 'Desk', ['ConfirmMany']);
    const now = new Date('2026-11-15T01:00:00Z');
    const viewer = await openClerk(office.db, { institutionCode: HOSPITAL, userId: 'looksonly', role: 'viewer' }, now);
    const refused = await send({ uknos: [number], versions: ['1'], isSendMail: '1' }, viewer);
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 13 } });
    expect(await office.row(number)).toMatchObject({ status: 'new', version: 1 });
    expect(await logOf(number)).toMatchObject([{ user_id: 'looksonly', outcome: 'refused' }]);
  });
});

test('given 23 selected, one changed meanwhile and one desired without a place, when they are confirmed, then 21 are done, two are named and unchanged in every column', async () => {
  const ordinary = await bookMany(22);
  const wish = await bookOn(5, WISH);
  const numbers = [...numbersOf(ordinary), wish.number];
  const [moved = 0] = numbers;
  await office.update(moved, { trno: 'K-1' }, office.otherToken);
  await office.leaveRoom('0001', days[5] ?? '', '09', 0);
  const before = [await whole(moved), await whole(wish.number)];

  const first = await confirm(numbers.slice(0, 20));
  const second = await confirm(numbers.slice(20));
  expect([first.body.errorCode, second.body.errorCode]).toEqual([0, 0]);
  const results = [...first.body.resultList, ...second.body.resultList];
  expect(results.map(({ ukno }) => ukno)).toEqual(numbers);
  const done = results.filter(({ result }) => result === '0');
  expect(done).toHaveLength(21);
  for (const one of done) {
    expect(one).toMatchObject({ statusCode: '23', version: '2', isMailed: '1', errorMessage: '' });
    expect(await office.row(one.ukno)).toMatchObject({ status: 'confirmed', version: 2 });
    expect(await mailsOf(one.ukno)).toEqual(['confirmed']);
  }
  expect(results.filter(({ result }) => result === '2')).toEqual([
    { ukno: moved, result: '2', statusCode: '21', version: '2', isMailed: '0', errorMessage: CHANGED_SINCE },
    {
      ukno: wish.number,
      result: '2',
      statusCode: '21',
      version: '1',
      isMailed: '0',
      errorMessage: `${slashed(days[5] ?? '')} 9:00の予約枠に空きがありません。別の日時を選択してください。`,
    },
  ]);
  expect([await whole(moved), await whole(wish.number)]).toEqual(before);
});

test('given a batch that is sent twice, then each has one history entry and one mail', async () => {
  const numbers = numbersOf(await bookMany(3));
  const first = await confirm(numbers);
  const again = await confirm(numbers);
  expect(first.body.resultList.map(({ result }: { result: string }) => result)).toEqual(['0', '0', '0']);
  for (const one of again.body.resultList) {
    expect(one).toMatchObject({ result: '1', statusCode: '23', version: '2', isMailed: '0', errorMessage: '' });
  }
  for (const number of numbers) {
    expect(await historyOf(number)).toEqual([
      {
        act: 'edited',
        actor_id: 'clerk001',
        details: { status: { from: 'new', to: 'confirmed' }, mail: 'confirmed' },
      },
    ]);
    expect(await mailsOf(number)).toEqual(['confirmed']);
    expect(await logOf(number)).toMatchObject([
      {
        user_id: 'clerk001',
        outcome: 'ok',
        details: { changes: [{ what: '予約状況', from: '新規未確認', to: '予約確認済' }] },
      },
    ]);
  }
});

test('given the same batch sent by two clerks at once, then each is done once', async () => {
  const numbers = numbersOf(await bookMany(10));
  const form = { uknos: numbers, versions: numbers.map(() => '1'), isSendMail: '1' };
  const answers = await Promise.all([send(form), send(form, office.otherToken)]);
  const outcomes = numbers.map((_, at) => answers.map(({ body }) => body.resultList[at].result).sort());
  expect(outcomes).toEqual(numbers.map(() => ['0', '1']));
  for (const number of numbers) {
    expect(await historyOf(number)).toHaveLength(1);
    expect(await mailsOf(number)).toEqual(['confirmed']);
  }
});

test('a number that stands twice in a batch is done once', async () => {
  const { number } = await bookOn(0);
  const { body } = await confirm([number, number]);
  expect(body.resultList.map(({ result }: { result: string }) => result)).toEqual(['0', '1']);
  expect(await mailsOf(number)).toEqual(['confirmed']);
});

test('what each becomes: new and changed 23, cancelled 92; what is confirmed, called off or deleted stays; what was replaced is refused', async () => {
  const [fresh, original, cancelled, confirmed, over, deleted] = await bookMany(6);
  if (!fresh || !original || !cancelled || !confirmed || !over || !deleted) throw new Error('six were booked');
  const changed = await office.change(original, { reserveDate: slashed(days[4] ?? '') });
  for (const [{ number }, statusCode] of [
    [cancelled, '91'],
    [confirmed, '23'],
    [over, '92'],
    [deleted, '99'],
  ] as const) {
    await office.update(number, { statusCode });
  }
  const asked = [fresh, changed, cancelled, confirmed, over, deleted, original].map(({ number }) => number);
  // The one that was cancelled has moved on; whatever is confirmed already is not asked for its version.
  const { body } = await confirm(asked, { versions: ['1', '1', '2', '1', '1', '1', '1'] });
  const results = body.resultList.map((one: Form) => [one.result, one.statusCode, one.version, one.isMailed]);
  expect(results).toEqual([
    ['0', '23', '2', '1'],
    ['0', '23', '2', '1'],
    ['0', '92', '3', '1'],
    ['1', '23', '2', '0'],
    ['1', '92', '2', '0'],
    ['1', '99', '2', '0'],
    ['2', '31', '2', '0'],
  ]);
  expect(body.resultList[6].errorMessage).toBe(
    `この予約は変更されています。変更後の予約（予約番号${changed.number}）を開いて、もう一度お手続きください。`,
  );
  expect(await mailsOf(cancelled.number)).toEqual(['cancel_confirmed']);
  expect(await mailsOf(confirmed.number)).toEqual([]);
});

test('without the box nobody is written to; who has no address is confirmed and not written to, and the history says so', async () => {
  const [quiet, unreachable] = numbersOf(await bookMany(2));
  if (!quiet || !unreachable) throw new Error('two were booked');
  await sql`update reservations set mail = '' where reservation_number = ${unreachable}`.execute(office.db);
  expect((await confirm([quiet], { isSendMail: '0' })).body.resultList).toMatchObject([{ result: '0', isMailed: '0' }]);
  expect((await confirm([unreachable])).body.resultList).toMatchObject([{ result: '0', isMailed: '0' }]);
  for (const number of [quiet, unreachable]) {
    expect(await mailsOf(number)).toEqual([]);
    expect(await historyOf(number)).toMatchObject([{ details: { status: { from: 'new', to: 'confirmed' } } }]);
    expect((await historyOf(number))[0]?.details).not.toHaveProperty('mail');
  }
});

test('a desired one takes its places when it is confirmed', async () => {
  const { number } = await bookOn(0, WISH);
  expect(await usedOn(office.db, days[0] ?? '')).toEqual({});
  expect((await confirm([number])).body.resultList).toMatchObject([{ result: '0' }]);
  expect(await usedOn(office.db, days[0] ?? '')).toEqual({ '0001/09': 1 });
});

test("another institution's number, and one that nobody has, are reported alike; the others are done all the same", async () => {
  const foreign = await office.service.openInstitution('20000002', 'foreign1');
  const { number } = await bookOn(0);
  const theirs = await send({ uknos: [number, 999_999_999], versions: ['1', '1'], isSendMail: '1' }, foreign);
  const nothing = {
    result: '2',
    statusCode: '',
    version: '',
    isMailed: '0',
    errorMessage: 'データが見つかりません。',
  };
  expect(theirs.body.resultList).toEqual([
    { ukno: number, ...nothing },
    { ukno: 999_999_999, ...nothing },
  ]);
  expect(await office.row(number)).toMatchObject({ status: 'new', version: 1 });
  expect((await confirm([999_999_999, number])).body.resultList).toMatchObject([
    { ukno: 999_999_999, ...nothing },
    { ukno: number, result: '0' },
  ]);
});

test('one whose person is forgotten is refused with its sentence', async () => {
  const { number } = await bookOn(0);
  await sql`update reservations set anonymised_at = now() where reservation_number = ${number}`.execute(office.db);
  const before = await whole(number);
  expect((await confirm([number])).body.resultList).toMatchObject([
    { result: '2', errorMessage: 'この予約は保存期間を過ぎ、匿名化されています。' },
  ]);
  expect(await whole(number)).toEqual(before);
});

test('given 500 rows, then at most 525 statements beside the sessions’', async () => {
  const { number: sample } = await bookOn(0, WISH);
  const [columns] = await ask(sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'reservations' and table_schema = 'public' and is_generated = 'NEVER'
       and column_name <> 'reservation_number'`);
  await sql`
    insert into reservations (${sql.raw(columns?.names ?? '')})
    select ${sql.raw(columns?.names ?? '')} from reservations, generate_series(1, 500)
     where reservation_number = ${sample}`.execute(office.db);
  const copies = await ask(sql<{ number: number }>`
    select reservation_number as number from reservations where reservation_number > ${sample} order by 1`);
  const numbers = copies.map(({ number }) => number).slice(0, 500);
  expect(numbers).toHaveLength(500);
  // What was read before has its entries written now.
  await office.service.readLog();
  const statements = await watchStatements(async () => {
    for (let from = 0; from < numbers.length; from += 20) {
      const { body } = await confirm(numbers.slice(from, from + 20));
      expect(body.resultList.filter(({ result }: { result: string }) => result === '0')).toHaveLength(20);
    }
  });
  const moves = statements.filter((name) => name === 'select move_reservation');
  expect(moves).toHaveLength(500);
  // Each call asks once who it is.
  expect(statements.length - 25).toBeLessThanOrEqual(525);
}, 60_000);
