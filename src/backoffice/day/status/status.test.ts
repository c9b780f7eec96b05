// The status page through the HTTP server: what is counted where, in which ranges, for whom.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeMove } from '#booking/write/write-booking.ts';
import { BUNDLED } from '#db/embedded/programs.ts';
import { foldLiveCounts } from '#server/jobs.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, DESIRED, HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { expectTokenNeededFor, invalidAnswer } from '#tests/kit/guards.ts';
import { type MailToPut, putMail } from '#tests/kit/outbox.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const FAMILY = '/api/AdminReserveStatusCheck';
const CALLS = ['AdminReserveStatusCheckFirstDisplay', 'SearchSummaryResults', 'ChangeCalender'];

let service: TestService;
let token: string;
let otherToken: string;
let people = 0;

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  await buildHospital(service.db);
  const staff = { institutionCode: HOSPITAL, displayName: '受付', password: PASSWORD };
  await addAdministrator(service.db, { ...staff, userId: 'clinic01' });
  token = await service.logIn('clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

const open = async (as = token) => (await service.post(`${FAMILY}/${CALLS[0]}`, {}, as)).body;
const search = (form: Form = {}, as = token) => service.post(`${FAMILY}/SearchSummaryResults`, form, as);
const change = (calenderYear: unknown, calenderMonth: unknown, as = token) =>
  service.post(`${FAMILY}/ChangeCalender`, { calenderYear, calenderMonth }, as);

interface Booked {
  number: number;
  token: string;
}

const WISH = { jgcd: DESIRED, hksh: '12345678', sex: '2', age: 46, sumGkgk: 7700 };
const SCOPE = { opbr: '0001', opcd: '0002', optionJkcd: '02', sumGkgk: 15_500 };

async function book(reserveDate: string, changes: Form = {}): Promise<Booked> {
  const form = guestForm(HOSPITAL, { email1: `p${++people}@example.jp`, reserveDate, ...changes });
  const { body } = await service.post('/api/Account/CommonGuestNewReserve', form);
  expect(body).toMatchObject({ errorCode: 0 });
  return { number: body.ukno, token: await service.logIn(body.userId, body.firstPassword) };
}

/** What staff do to a reservation. */
const decide = ({ number }: Booked, status: string, more: object = {}) =>
  writeMove(service.db, {
    institution_code: HOSPITAL,
    reservation_number: number,
    now: new Date(NOW),
    act: 'edited',
    actor: { kind: 'administrator', id: 'clinic01' },
    status,
    hold: ['new', 'changed', 'confirmed'].includes(status),
    ...more,
  });

/** Owners move: the old number is replaced by the new one. */
async function move({ number, token: owner }: Booked, reserveDate: string, changes: Form = {}): Promise<Booked> {
  const form = guestForm(HOSPITAL, { choiceUkno: number, reserveDate, ...changes });
  const { body } = await service.post('/api/Account/CommonLoginedChangeReserve', form, owner);
  expect(body).toMatchObject({ errorCode: 0 });
  return { number: body.ukno, token: owner };
}

type Row = { reserveDate: string; waku: string; sthm: string; sumCount: number };

/** What a day counts, e.g. { '0000': 1, '0001 9:00': 1 }. */
async function dayOf(date: string, list: 'listReserveCountOfHead' | 'listReserveCountOfWaku') {
  const [year, month] = date.split('/');
  const { body } = await change(year, month);
  const rows = (body[list] as Row[]).filter(({ reserveDate, sumCount }) => reserveDate === date && sumCount > 0);
  return Object.fromEntries(rows.map(({ waku, sthm, sumCount }) => [`${waku} ${sthm}`.trim(), sumCount]));
}
const headsOn = (date: string) => dayOf(date, 'listReserveCountOfHead');
const placesOn = (date: string) => dayOf(date, 'listReserveCountOfWaku');

const range = (name: 'exam' | 'regist' | 'update', from: string | null, to: string | null) => {
  const parts = (end: string, date: string | null) =>
    ['Year', 'Month', 'Date'].map((part, at) => [`${name}${end}${part}`, Number(date?.split('/')[at] ?? 0)]);
  return Object.fromEntries([...parts('Start', from), ...parts('End', to)]);
};
const found = async (...ranges: Form[]) => {
  const { body } = await search(Object.assign({}, ...ranges));
  expect(body.errorCode).toBe(0);
  const list = body.listResultCountOfWaku as { waku: string; count: number }[];
  return Object.fromEntries(list.filter(({ count }) => count > 0).map(({ waku, count }) => [waku, count]));
};

test('opens at the current month, with everything that its calendar needs', async () => {
  const body = await open();
  expect(body).toMatchObject({
    errorCode: 0,
    listYear: [2025, 2026, 2027, 2028],
    calmDate: { minYear: 2025, minMonth: 1, minDate: 1, maxYear: 2028, maxMonth: 12, maxDate: 31 },
    currentDateTime: { YYYY: '2026', MM: '11', DD: '15', hh: '10', mm: '00' },
    calenderYear: 2026,
    calenderMonth: 11,
    calenderData: { monthLastDate: 30, firstDayOfWeek: 1, lastDayOfWeek: 2, preMonthDates: [] },
  });
  expect(body.listWaku).toEqual([
    { waku: '0001', wknm: '枠0001', krkb: '2', ccd1: '1' },
    { waku: '0002', wknm: '枠0002', krkb: '2', ccd1: '1' },
    { waku: '0003', wknm: '枠0003', krkb: '1', ccd1: '2' },
    { waku: '0004', wknm: '枠0004', krkb: '1', ccd1: '1' },
    { waku: '0005', wknm: '枠0005', krkb: '1', ccd1: '1' },
  ]);
  const days = body.calmData as { date: string }[];
  expect(days).toHaveLength(35);
  expect(days.find(({ date }) => date === '2026/11/23')).toEqual({
    date: '2026/11/23',
    ckbn: '9',
    holidayName: '勤労感謝の日',
  });
  expect(days.at(-1)).toMatchObject({ date: '2026/12/05', ckbn: '0' });
  expect(Object.keys(body)).not.toContain('errorMessage');
});

test('every frame and slot that has room or visitors is reported, with its capacity; all frames together have none', async () => {
  // Endoscopy, two women's examinations, MRI.
  const options = { opbr: ['0001', '0002', '0002', '0003'], opcd: ['0002', '0004', '0005', '0007'] };
  await book('2027/03/01', { ...options, optionJkcd: ['02', '04', '05', '07'], sumGkgk: 52_900 });
  const { body } = await change(2027, 3);
  const ofDay = (rows: Row[]) =>
    rows.filter(({ reserveDate }) => reserveDate === '2027/03/01').map(({ reserveDate, ...row }) => row);
  const shared = [
    { waku: '0001', tmzn: '09', sthm: '9:00', sumCount: 1, capacity: 3 },
    { waku: '0001', tmzn: '10', sthm: '10:00', sumCount: 0, capacity: 2 },
    { waku: '0002', tmzn: '09', sthm: '9:00', sumCount: 1, capacity: 1 },
    { waku: '0002', tmzn: '10', sthm: '10:00', sumCount: 0, capacity: 1 },
  ];
  const last = [
    { waku: '0004', tmzn: 'ZZ', sthm: '', sumCount: 1, capacity: 2 },
    { waku: '0005', tmzn: 'ZZ', sthm: '', sumCount: 0, capacity: 2 },
  ];
  const women = { waku: '0003', tmzn: 'ZZ', sthm: '', capacity: 4 };
  expect(ofDay(body.listReserveCountOfHead)).toEqual([
    { waku: '0000', tmzn: '', sthm: '', sumCount: 1 },
    ...shared,
    { ...women, sumCount: 1 },
    ...last,
  ]);
  expect(ofDay(body.listReserveCountOfWaku)).toEqual([...shared, { ...women, sumCount: 2 }, ...last]);
  const beyond = await change(2027, 5);
  expect(beyond.body).toMatchObject({ errorCode: 0, listReserveCountOfHead: [], listReserveCountOfWaku: [] });
});

describe('what counts', () => {
  test('two reservations of a day are two, whatever account they are of', async () => {
    const first = await book('2027/03/02');
    const again = guestForm(HOSPITAL, { reserveDate: '2027/03/02', reserveTmzn: '10', ryk2: 'タロウ' });
    expect((await service.post('/api/Account/CommonLoginedNewReserve', again, first.token)).body.errorCode).toBe(0);
    expect(await headsOn('2027/03/02')).toEqual({ '0000': 2, '0001 9:00': 1, '0001 10:00': 1 });
  });

  test('a desired one counts as a head from the start, and takes places when staff confirm it', async () => {
    const wish = await book('2027/03/03', WISH);
    expect(await headsOn('2027/03/03')).toEqual({ '0000': 1, '0001 9:00': 1 });
    expect(await placesOn('2027/03/03')).toEqual({});
    await decide(wish, 'confirmed');
    expect(await headsOn('2027/03/03')).toEqual({ '0000': 1, '0001 9:00': 1 });
    expect(await placesOn('2027/03/03')).toEqual({ '0001 9:00': 1 });
  });

  test('a changed wish keeps its old places, but comes on its new day only', async () => {
    const wish = await book('2027/03/04', WISH);
    await decide(wish, 'confirmed');
    const changed = await move(wish, '2027/03/05', WISH);
    expect([await headsOn('2027/03/04'), await placesOn('2027/03/04')]).toEqual([{}, { '0001 9:00': 1 }]);
    expect([await headsOn('2027/03/05'), await placesOn('2027/03/05')]).toEqual([{ '0000': 1, '0001 9:00': 1 }, {}]);
    await decide(changed, 'cancelled');
    expect([await headsOn('2027/03/05'), await placesOn('2027/03/04')]).toEqual([{}, {}]);
    expect(await wrongCounters(service.db)).toEqual([]);
  });

  test('a replaced one does not, its successor does', async () => {
    await move(await book('2027/03/08', SCOPE), '2027/03/09', { ...SCOPE, reserveTmzn: '10' });
    expect([await headsOn('2027/03/08'), await placesOn('2027/03/08')]).toEqual([{}, {}]);
    const there = { '0001 10:00': 1, '0002 10:00': 1 };
    expect([await headsOn('2027/03/09'), await placesOn('2027/03/09')]).toEqual([{ '0000': 1, ...there }, there]);
  });

  test.each(['cancelled', 'cancel_confirmed', 'deleted'])(
    'one that is %s does not, until it lives again',
    async (status) => {
      const booked = await book('2027/03/10', SCOPE);
      await decide(booked, status);
      expect([await headsOn('2027/03/10'), await placesOn('2027/03/10')]).toEqual([{}, {}]);
      await decide(booked, 'confirmed', { visit_date: '2027-03-11', slot_code: '10', start_minute: 600 });
      expect(await headsOn('2027/03/10')).toEqual({});
      expect(await headsOn('2027/03/11')).toEqual({ '0000': 1, '0001 10:00': 1, '0002 10:00': 1 });
      await decide(booked, 'deleted');
    },
  );

  test('one that staff move is where it was moved to', async () => {
    const booked = await book('2027/03/12', SCOPE);
    await decide(booked, 'new', { slot_code: '10', start_minute: 600 });
    expect(await headsOn('2027/03/12')).toEqual({ '0000': 1, '0001 10:00': 1, '0002 10:00': 1 });
    await decide(booked, 'confirmed', { visit_date: '2027-03-15' });
    expect([await headsOn('2027/03/12'), await placesOn('2027/03/12')]).toEqual([{}, {}]);
    expect(await headsOn('2027/03/15')).toEqual({ '0000': 1, '0001 10:00': 1, '0002 10:00': 1 });
  });

  test('days of before are reported by day once their frame is', async () => {
    await sql`insert into frames values (${HOSPITAL}, '0009', '昔', 'time', 'persons')`.execute(service.db);
    const old = await book('2027/03/16');
    await sql`
      insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
      values (${HOSPITAL}, ${old.number}, '0009', '2027-03-16', '09', 1, false)`.execute(service.db);
    expect(await headsOn('2027/03/16')).toMatchObject({ '0009 9:00': 1 });
    await sql`update frames set managed_by = 'day' where frame_code = '0009'`.execute(service.db);
    expect(await headsOn('2027/03/16')).toMatchObject({ '0009': 1 });
  });

  test('outstanding are new, changed and cancelled ones, whatever their day', async () => {
    const counts = async () => {
      const { newCount, changeCount, cancelCount } = await open();
      return [newCount, changeCount, cancelCount];
    };
    const [before = [], after = []] = [
      await counts(),
      await (async () => {
        await book('2027/03/17');
        await move(await book('2027/03/17'), '2027/03/18');
        await decide(await book('2027/03/18'), 'cancelled');
        await decide(await book('2027/03/18'), 'cancel_confirmed');
        await decide(await book('2027/03/18'), 'confirmed');
        return counts();
      })(),
    ];
    expect(after.map((count, at) => count - before[at])).toEqual([1, 1, 1]);
  });
});

test('a closed day has no places: who is booked there is reported without a capacity, and what is free is not', async () => {
  await book('2027/03/24', { reserveTmzn: '10' });
  const ofDay = async () => {
    const { body } = await change(2027, 3);
    const rows: Row[] = [...body.listReserveCountOfHead, ...body.listReserveCountOfWaku];
    return rows.filter(({ reserveDate }) => reserveDate === '2027/03/24');
  };
  expect((await ofDay()).length).toBeGreaterThan(3);
  const day = { institution_code: HOSPITAL, day: '2027-03-24' };
  await service.db
    .insertInto('calendar_days')
    .values({ ...day, status: 'closed' })
    .execute();
  const ofMonth = { reserveDate: '2027/03/24', sumCount: 1 };
  const slot = { ...ofMonth, waku: '0001', tmzn: '10', sthm: '10:00' };
  expect(await ofDay()).toEqual([{ ...ofMonth, waku: '0000', tmzn: '', sthm: '' }, slot, slot]);
  await service.db
    .deleteFrom('calendar_days')
    .where((eb) => eb.and(day))
    .execute();
});

describe('today and tomorrow', () => {
  test('are shown with their people and places, also where the month ends between them', async () => {
    await book('2026/12/01', SCOPE);
    await book('2026/12/01', WISH);
    service.setNow('2026-11-30T23:59:00+09:00');
    const late = await service.logIn('clinic01');
    try {
      const { nearList, calenderMonth, listReserveCountOfHead } = await open(late);
      expect(calenderMonth).toBe(11);
      expect(nearList).toHaveLength(2);
      expect(nearList[0]).toMatchObject({ reserveDate: '2026/11/30', ckbn: '9', sumCount: 0 });
      expect(nearList[1]).toEqual({
        reserveDate: '2026/12/01',
        ckbn: '9',
        holidayName: '',
        sumCount: 2,
        wakuList: [
          { waku: '0001', sumCount: 1, capacity: 5 },
          { waku: '0002', sumCount: 1, capacity: 2 },
          { waku: '0003', sumCount: 0, capacity: 4 },
          { waku: '0004', sumCount: 0, capacity: 2 },
          { waku: '0005', sumCount: 0, capacity: 2 },
        ],
      });
      expect((listReserveCountOfHead as Row[]).filter(({ reserveDate }) => reserveDate > '2026/11/30')).toEqual([]);
    } finally {
      service.setNow(NOW);
    }
  });

  test('a closed day is reported as one', async () => {
    service.setNow('2026-12-12T09:00:00+09:00');
    try {
      const { nearList } = await open(await service.logIn('clinic01'));
      expect(nearList[1]).toMatchObject({ reserveDate: '2026/12/13', ckbn: '1' });
    } finally {
      service.setNow(NOW);
    }
  });
});

describe('results by frame', () => {
  beforeAll(async () => {
    const day = async (now: string, ...bookings: [string, Form][]) => {
      service.setNow(now);
      for (const [date, changes] of bookings) await book(date, changes);
      service.setNow(NOW);
    };
    await day('2026-11-13T00:00:00+09:00', ['2027/04/01', { nend: 2027, kscd: '0006', sumGkgk: 13_000 }]);
    await day('2026-11-13T23:59:59+09:00', ['2027/02/01', SCOPE], ['2027/02/02', WISH]);
    await day('2026-11-14T00:00:00+09:00', ['2027/02/01', { reserveTmzn: '10' }]);
  });

  test('by day of registration in Japan, both ends included, each end may be open', async () => {
    expect(await found(range('regist', '2026/11/13', '2026/11/13'))).toEqual({ '0001': 3, '0002': 1 });
    expect(await found(range('regist', null, '2026/11/14'))).toEqual({ '0001': 4, '0002': 1 });
    expect(await found(range('regist', '2026/11/14', '2026/11/14'))).toEqual({ '0001': 1 });
    expect(await found(range('regist', null, '2026/11/12'))).toEqual({});
  });

  test('by day of the last change', async () => {
    const moved = await book('2027/02/03');
    await decide(moved, 'confirmed', { now: new Date('2026-12-24T23:59:59+09:00') });
    expect(await found(range('update', '2026/12/24', '2026/12/24'))).toEqual({ '0001': 1 });
    expect(await found(range('update', '2026/12/25', null))).toEqual({});
    await decide(moved, 'cancelled', { now: new Date('2026-12-24T23:59:59+09:00') });
    expect(await found(range('update', '2026/12/24', null))).toEqual({});
  });

  test('by day of the visit, with wishes and without what is over', async () => {
    await decide(await book('2027/02/02'), 'deleted');
    expect(await found(range('exam', '2027/02/01', '2027/02/02'))).toEqual({ '0001': 3, '0002': 1 });
    expect(await found(range('exam', '2027/02/02', '2027/02/02'))).toEqual({ '0001': 1 });
    expect(await found(range('exam', '2027/04/01', null))).toEqual({ '0001': 1 });
    expect(await found(range('exam', null, '2026/11/30'))).toEqual({});
  });

  test('all ranges have to hold', async () => {
    const visit = range('exam', '2027/02/01', '2027/02/01');
    expect(await found(visit, range('regist', '2026/11/13', '2026/11/13'))).toEqual({ '0001': 1, '0002': 1 });
    expect(await found(visit, range('regist', '2026/11/13', null), range('update', '2026/11/14', null))).toEqual({
      '0001': 1,
    });
  });

  test('without a range all live ones, which is what the page opens with, in the order of the frames', async () => {
    const { rows } = await sql<{ waku: string; count: number }>`
      select f.frame_code as waku, count(r.reservation_number)::int as count
        from frames f
        left join reservation_places p on p.frame_code = f.frame_code and p.origin = 'own'
        left join reservations r on r.reservation_number = p.reservation_number and r.status in ('new', 'changed', 'confirmed')
       group by 1 order by 1`.execute(service.db);
    const { body } = await search();
    const list = body.listResultCountOfWaku as { waku: string; wknm: string; count: number }[];
    expect(list.map(({ waku, count }) => ({ waku, count }))).toEqual(rows);
    expect(list[0]).toEqual({ waku: '0001', wknm: '枠0001', count: expect.any(Number) });
    expect(list.some(({ count }) => count === 0)).toBe(true);
    expect((await open()).listResultCountOfWaku).toEqual(list);
    expect(Object.keys(body).sort()).toEqual(['errorCode', 'errorMessagesList', 'listResultCountOfWaku']);
  });
});

test('folding what has moved changes no count, also where bookings and another server’s fold go on', async () => {
  const look = async () => [await open(), (await change(2027, 3)).body, await found(range('exam', '2027/01/01', null))];
  const before = await look();
  await foldLiveCounts(service.db);
  const { rows } = await sql<{ moves: number }>`select count(*)::int as moves from live_count_moves`.execute(
    service.db,
  );
  expect(rows[0]?.moves).toBe(0);
  expect(await look()).toEqual(before);
  const dates = Array.from({ length: 20 }, (_, at) => `2027/01/${String(at + 2).padStart(2, '0')}`);
  const folds = Array.from({ length: 10 }, () => foldLiveCounts(service.db));
  await Promise.all([...dates.map((date) => book(date)), ...folds]);
  expect(await wrongCounters(service.db)).toEqual([]);
  expect(await found(range('exam', '2027/01/02', '2027/01/21'))).toEqual({ '0001': 20 });
});

describe('refused', () => {
  test.each([
    [2024, 12],
    [2029, 1],
  ])('with 12: the month %i/%i, which is beyond the calendar', async (year, month) => {
    expect(await change(year, month)).toMatchObject(invalidAnswer(['表示できる期間を超えています。']));
  });

  test.each([
    [2025, 1],
    [2028, 12],
  ])('not the month %i/%i at its edge', async (calenderYear, calenderMonth) => {
    expect((await change(calenderYear, calenderMonth)).body).toMatchObject({
      errorCode: 0,
      calenderYear,
      calenderMonth,
    });
  });

  test.each([
    ['', 1, ['年は半角数字で入力してください。']],
    [2027, 13, ['月は1から12までの数値で入力してください。']],
    ['x', '', ['年は半角数字で入力してください。', '月は半角数字で入力してください。']],
  ])('with 12: what is no month, %j/%j', async (year, month, sentences) => {
    expect(await change(year, month)).toMatchObject(invalidAnswer(sentences));
  });

  test('with 12: a day in part, or one that there is not', async () => {
    const form = { registStartYear: 2026, updateEndYear: 2026, updateEndMonth: 2, updateEndDate: 30 };
    expect(await search(form)).toMatchObject(
      invalidAnswer([
        '予約登録日（開始）は年月日をすべて正しく選択してください。',
        '予約更新日（終了）は年月日をすべて正しく選択してください。',
      ]),
    );
  });

  test('with 14: ranges that end before they start, all of them', async () => {
    const form = { ...range('regist', '2026/11/02', '2026/11/01'), ...range('exam', '2027/01/01', '2026/12/31') };
    expect((await search(form)).body).toMatchObject({
      errorCode: 14,
      errorMessagesList: [
        '予約登録日の終了日は開始日以降の日付を選択してください。',
        '受診日の終了日は開始日以降の日付を選択してください。',
      ],
    });
    expect((await search(range('exam', '2027/01/01', '2027/01/01'))).body.errorCode).toBe(0);
  });

  test('whoever has no token, a dead one, or an examinee’s', async () => {
    await expectTokenNeededFor(service, 'AdminReserveStatusCheck', CALLS);
    const { token: examinee } = await book('2027/03/19');
    for (const name of CALLS) {
      const form = { calenderYear: 2026, calenderMonth: 11 };
      expect(await service.post(`${FAMILY}/${name}`, form, examinee), name).toMatchObject({
        status: 401,
        body: { errorCode: 15 },
      });
    }
  });

  test('another institution’s code; its own page shows nothing of ours', async () => {
    for (const name of CALLS) {
      const form = { ircd: HOSPITAL, calenderYear: 2027, calenderMonth: 3 };
      expect(await service.post(`${FAMILY}/${name}`, form, otherToken), name).toMatchObject({
        status: 404,
        body: { errorCode: 16 },
      });
    }
    expect(await open(otherToken)).toMatchObject({
      newCount: 0,
      changeCount: 0,
      cancelCount: 0,
      listWaku: [],
      listResultCountOfWaku: [],
      listReserveCountOfHead: [],
      listReserveCountOfWaku: [],
      nearList: [
        { sumCount: 0, wakuList: [] },
        { sumCount: 0, wakuList: [] },
      ],
    });
    expect((await change(2027, 3, otherToken)).body).toMatchObject({ errorCode: 0, listReserveCountOfHead: [] });
    expect((await search(range('regist', '2020/01/01', null), otherToken)).body).toMatchObject({
      listResultCountOfWaku: [],
    });
  });
});

test('tells of mails that were given up in the last days, and of nobody else’s', async () => {
  const number = await putReservation(service.db, HOSPITAL, {
    visitDate: '2026-12-20',
    slotCode: '01',
    startMinute: 540,
  });
  const failed = async (institution: string, day: string, mail: Partial<MailToPut>) => {
    const id = await putMail(service.db, { institution, at: new Date(`${day}T09:00:00+09:00`), ...mail });
    await service.db.updateTable('outbox_mails').set({ state: 'failed' }).where('mail_id', '=', id).execute();
    return id;
  };
  const booked = await failed(HOSPITAL, '2026-11-01', { kind: 'booked', reservation: number });
  const lost = await failed(HOSPITAL, '2026-11-12', { kind: 'password', recipient: 'lost@example.jp' });
  await failed(HOSPITAL, '2026-10-31', { kind: 'booked' });
  await failed('10000002', '2026-11-12', { kind: 'booked' });
  await putMail(service.db, { institution: HOSPITAL, kind: 'reminder', reservation: number });
  const { failedMailCount, failedMailList } = await open();
  expect(failedMailCount).toBe(2);
  expect(failedMailList).toEqual([
    { mlid: lost, ukno: 0, name: '', email: 'lost@example.jp', mlbr: '01', date: '2026/11/12' },
    { mlid: booked, ukno: number, name: '健診　花子', email: 'hanako@example.jp', mlbr: '02', date: '2026/11/01' },
  ]);
});

test('mails that wait for a quarter of an hour are reported to managers, and since when', async () => {
  const waitingMails = async (as = token) => {
    const { waitMailCount, waitMailDate } = await open(as);
    return [waitMailCount, waitMailDate];
  };
  const first = new Date('2026-11-15T08:30:00+09:00');
  await service.db.updateTable('outbox_mails').set({ state: 'sent' }).where('state', '=', 'waiting').execute();
  await putMail(service.db, { institution: HOSPITAL, at: first });
  await putMail(service.db, { institution: HOSPITAL, at: new Date('2026-11-15T09:44:00+09:00'), kind: 'password' });
  // These have their hours, are young yet, or somebody else's.
  await putMail(service.db, { institution: HOSPITAL, at: first, kind: 'reminder' });
  await putMail(service.db, { institution: HOSPITAL, at: new Date('2026-11-15T09:46:00+09:00') });
  expect(await waitingMails()).toEqual([2, '2026/11/15 08:30']);
  expect(await waitingMails(otherToken)).toEqual([0, '']);
  const clerk = { institutionCode: HOSPITAL, userId: 'recept02', role: 'reception' } as const;
  expect(await waitingMails(await openClerk(service.db, clerk, new Date(NOW)))).toEqual([0, '']);
  await service.db.updateTable('outbox_mails').set({ state: 'sent' }).where('state', '=', 'waiting').execute();
  expect(await waitingMails()).toEqual([0, '']);
});

test('that there has been no backup for days is reported to managers alone', async () => {
  const backupDate = async (asker: string) => (await service.post(`${FAMILY}/${CALLS[0]}`, {}, asker)).body.backupDate;
  const rest = { lastGood: new Date(NOW), stop: async () => {} };
  service.running.nightly = { ...rest, overdueSince: () => new Date('2026-11-12T03:00:00+09:00') };
  const clerk = { institutionCode: HOSPITAL, userId: 'recept01', role: 'reception' } as const;
  const reception = await openClerk(service.db, clerk, new Date(NOW));
  expect([await backupDate(token), await backupDate(reception)]).toEqual(['2026/11/12', '']);
  service.running.nightly = { ...rest, overdueSince: () => null };
  expect(await backupDate(token)).toBe('');
  service.running.nightly = undefined;
  expect(await backupDate(token)).toBe('');
});

test('that the database that comes along is older than a year is reported to managers alone', async () => {
  const postgresqlDate = async (asker: string) =>
    (await service.post(`${FAMILY}/${CALLS[0]}`, {}, asker)).body.postgresqlDate;
  expect(await postgresqlDate(token)).toBe('');
  const [late, released] = ['2028-11-15T10:00:00+09:00', BUNDLED.releasedOn.replaceAll('-', '/')];
  try {
    service.setNow(late);
    const manager = await service.logIn('clinic01');
    const clerk = { institutionCode: HOSPITAL, userId: 'recept03', role: 'reception' } as const;
    const reception = await openClerk(service.db, clerk, new Date(late));
    expect([await postgresqlDate(manager), await postgresqlDate(reception)]).toEqual([released, '']);
    for (const set of [{ postgresBin: '/usr/lib/postgresql/15/bin' }, { databaseUrl: 'postgres://somewhere/else' }]) {
      service.running.config = { ...service.config, ...set };
      expect(await postgresqlDate(manager)).toBe('');
    }
  } finally {
    service.running.config = service.config;
    service.setNow(NOW);
  }
});

test('that nightly backups are not encrypted is reported to managers, until a passphrase is set or it is said to be meant', async () => {
  const isBackupPlain = async (asker: string) =>
    (await service.post(`${FAMILY}/${CALLS[0]}`, {}, asker)).body.isBackupPlain;
  const { backups } = service.running.config;
  service.running.nightly = { lastGood: new Date(NOW), overdueSince: () => null, stop: async () => {} };
  await service.running.hidden.refresh();
  const clerk = { institutionCode: HOSPITAL, userId: 'recept03', role: 'reception' } as const;
  expect([await isBackupPlain(token), await isBackupPlain(await openClerk(service.db, clerk, new Date(NOW)))]).toEqual([
    '1',
    '0',
  ]);
  backups.passphraseFile = '/etc/kenshin-biyori.passphrase';
  expect(await isBackupPlain(token)).toBe('0');
  Object.assign(backups, { passphraseFile: null, isPlainMeant: true });
  expect(await isBackupPlain(token)).toBe('0');
  backups.isPlainMeant = false;
  // Whoever has only the demo has nobody's data.
  await service.db.updateTable('institutions').set({ is_demo: true }).execute();
  await service.running.hidden.refresh();
  expect(await isBackupPlain(token)).toBe('0');
  await service.db.updateTable('institutions').set({ is_demo: false }).execute();
  await service.running.hidden.refresh();
  service.running.nightly = undefined;
});

test('that nobody is invited for want of an address is reported where somebody would be', async () => {
  const isNoAddress = async (promotion_months: number, exam_address1: string) => {
    await service.db.updateTable('clients').set({ promotion_months }).execute();
    await service.db.updateTable('institutions').set({ exam_address1, contract_address1: '' }).execute();
    return (await open()).isNoAddress;
  };
  expect(await isNoAddress(10, '')).toBe('1');
  expect(await isNoAddress(10, '汐見の丘1-2-3')).toBe('0');
  expect(await isNoAddress(0, '')).toBe('0');
});

test('the tile of today: who has come, of the live ones', async () => {
  const own = { institution_code: HOSPITAL, visit_date: '2026-11-15' };
  const put = () => putReservation(service.db, HOSPITAL, { visitDate: '2026-11-15', slotCode: '09', startMinute: 540 });
  const [arrived, missed, cancelled] = [await put(), await put(), await put(), await put()] as const;
  const mark = { ...own, at: new Date(NOW), administrator_id: 'clinic01' };
  await service.db
    .insertInto('reception_marks')
    .values([
      { ...mark, reservation_number: arrived, state: 'arrived' },
      { ...mark, reservation_number: missed, state: 'no_show' },
    ])
    .execute();
  await service.db
    .updateTable('reservations')
    .set({ status: 'cancelled' })
    .where('reservation_number', '=', cancelled)
    .execute();
  expect(await open()).toMatchObject({ arrivedCount: 1, todayCount: 3 });
  expect(await open(otherToken)).toMatchObject({ arrivedCount: 0, todayCount: 0 });
  await service.db.deleteFrom('reception_marks').execute();
  await service.db
    .updateTable('reservations')
    .set({ status: 'deleted' })
    .where(sql<boolean>`visit_date = ${own.visit_date}`)
    .execute();
});

test('of many mails that were given up, some are told, and how many there are', async () => {
  const at = new Date('2026-11-14T09:00:00+09:00');
  for (let index = 0; index < 25; index++) await putMail(service.db, { institution: HOSPITAL, at });
  await service.db.updateTable('outbox_mails').set({ state: 'failed' }).where('created_at', '=', at).execute();
  const { failedMailCount, failedMailList } = await open();
  expect(failedMailCount).toBeGreaterThanOrEqual(25);
  expect(failedMailList).toHaveLength(20);
});

test('a few statements answer, however much there is', async () => {
  const count = async (work: () => Promise<unknown>) =>
    (await watchStatements(work)).filter((statement) => statement !== 'select 1').length;
  // Each with the session's.
  expect(await count(() => open())).toBe(11);
  expect(await count(() => change(2027, 3))).toBe(5);
  expect(await count(() => search())).toBe(3);
  expect(await count(() => search(range('exam', '2027/01/01', null)))).toBe(3);
  // In a transaction of its own among the big reads.
  expect(await count(() => search(range('regist', '2026/01/01', null)))).toBeLessThanOrEqual(6);
});
