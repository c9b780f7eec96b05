// Options by the age on the day of the visit: what is offered, what the calendar opens with it, and what that costs.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ageOn } from '#domain/offer/age.ts';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld, type RowSpec } from '#tests/kit/booking-world.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const HOSPITAL = '20000009';
const GUEST = '/api/Account/CommonGuestNewReserve';
const OPTIONS = '/api/CommonSelectOption/FirstDisplay';
const CALENDAR = '/api/CommonSelectCalender/FirstDisplay';
const MONTH = '/api/CommonSelectCalender/ChangeCalender';
const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';

const FROM_DAYS = 3;
const TO_DAYS = 120;

/** The first group begins with one for the young; those of the second are added. */
const ROWS: (RowSpec & { option: string; amount: number })[] = [
  { option: '0001', amount: 100, ages: [0, 39] },
  { option: '0002', amount: 200, ages: [40, 99] },
  { option: '0003', amount: 300 },
  { option: '0011', amount: 1000, ages: [50, 99] },
  { option: '0012', amount: 2000, ages: [0, 49] },
  { option: '0013', amount: 3000, sex: 'female', ages: [40, 49] },
  { option: '0014', amount: 4000, ages: [0, 49] },
  { option: '0014', amount: 4500, ages: [50, 99] },
];
const CODES = [...new Set(ROWS.map(({ option }) => option))];
const groupOf = (option: string) => (option < '0010' ? '0001' : '0002');

const course = (code: string, year: number, ages: [number, number], options = ROWS) => ({
  code,
  year,
  prices: [{ amount: 10_000, ages }],
  frames: [{ frame: '0001' }],
  options,
});

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    env: { GUEST_RESERVATIONS_PER_MINUTE: '0', AVAILABILITY_REQUESTS_PER_MINUTE: '0' },
  });
  await buildWorld(service.db, {
    institutionCode: HOSPITAL,
    institution: { bookable_from_days: FROM_DAYS, bookable_to_days: TO_DAYS },
    slots: { '09': 540, '10': 600 },
    frames: { '0001': { by: 'time' }, '0002': { by: 'day' } },
    groups: {
      '0001': { options: { '0001': { initial: true }, '0002': {}, '0003': {} } },
      '0002': {
        multiple: true,
        options: { '0011': {}, '0012': { frame: '0002' }, '0013': { frame: '0002' }, '0014': {} },
      },
    },
    // For everybody; for those from 40 on; for everybody with other rows.
    courses: [
      course('0001', 2026, [0, 99]),
      course('0002', 2026, [40, 99]),
      course('0001', 2027, [0, 99]),
      course('0002', 2027, [40, 99]),
      course('0003', 2026, [0, 99], ROWS.toReversed()),
    ],
    capacity: { from: '2026-11-15', to: '2027-09-30', frames: { '0001': 500, '0002': 500 } },
    closed: ['2026-12-11'],
  });
});
afterAll(() => service.close());

interface Person {
  birth: PlainDate;
  sex: '1' | '2';
  year: number;
  kscd: string;
}

let people = 0;
function form({ birth, sex, year, kscd }: Person, chosen: readonly string[] = [], changes: Form = {}): Form {
  const { year: inputBtdyYear, month: inputBtdyMonth, day: inputBtdyDate } = dateParts(birth);
  return guestForm(HOSPITAL, {
    email1: `o${++people}@example.jp`,
    inputBtdyYear,
    inputBtdyMonth,
    inputBtdyDate,
    inputSex: sex,
    nend: year,
    kscd,
    opbr: chosen.map(groupOf),
    opcd: chosen,
    optionJkcd: chosen.map(() => ''),
    ...changes,
  });
}
const ask = async (path: string, asked: Form, changes: Form = {}) =>
  (await service.post(path, stepForm(asked, { reserveDate: '', ...changes }))).body;

interface Offered {
  opcd: string;
  ykfr: string;
  ykto: string;
  gkgk: number;
  fromGkgk: number;
  isFrom: string;
  dffg: string;
}
const offeredIn = (body: { listOpClass: { listOpItems: Offered[] }[] }) =>
  body.listOpClass.flatMap(({ listOpItems }) => listOpItems);

/** 49 until 2026-12-02. */
const TURNS_FIFTY: Person = { birth: '1976-12-03', sex: '1', year: 2026, kscd: '0001' };
const TURNS_FORTY: Person = { ...TURNS_FIFTY, birth: '1986-12-03' };
const december = { calenderYear: 2026, calenderMonth: 12 };

describe('while no day is chosen', () => {
  test('all that fits on some day is offered, with the days on which it does', async () => {
    const found = offeredIn(await ask(OPTIONS, form(TURNS_FIFTY)));
    expect(found.map(({ opcd, ykfr, ykto }) => [opcd, ykfr, ykto])).toEqual([
      ['0002', '', ''],
      ['0003', '', ''],
      ['0011', '2026/12/03', ''],
      ['0012', '', '2026/12/02'],
      ['0014', '', ''],
    ]);
    expect(found.at(-1)).toMatchObject({ gkgk: 4000, fromGkgk: 4000, isFrom: '1' });
  });

  test('a group begins only with what fits on the first day', async () => {
    const begins = (body: Awaited<ReturnType<typeof ask>>) =>
      offeredIn(body).flatMap(({ opcd, dffg }) => (dffg === '1' ? [opcd] : []));
    expect(begins(await ask(OPTIONS, form(TURNS_FORTY)))).toEqual(['0001']);
    const beginWith = async (code: string) => {
      const items = () => service.db.updateTable('option_items').where('group_code', '=', '0001');
      await items().set({ is_initial: false }).execute();
      await items().set({ is_initial: true }).where('option_code', '=', code).execute();
    };
    await beginWith('0002');
    const body = await ask(OPTIONS, form(TURNS_FORTY));
    await beginWith('0001');
    expect([begins(body), offeredIn(body).some(({ opcd }) => opcd === '0002')]).toEqual([[], true]);
  });

  test('what the course itself is limited to is not reported again of its options', async () => {
    const found = offeredIn(await ask(OPTIONS, form({ ...TURNS_FORTY, kscd: '0002' })));
    expect(found.map(({ opcd, ykfr, ykto }) => [opcd, ykfr, ykto])).toContainEqual(['0002', '', '']);
  });

  test('no statement is added', async () => {
    expect(await watchStatements(async () => void (await ask(OPTIONS, form(TURNS_FIFTY))))).toHaveLength(1);
    await ask(MONTH, form(TURNS_FIFTY, ['0011']), december);
    const month = () => ask(MONTH, form(TURNS_FIFTY, ['0011']), december);
    expect(await watchStatements(async () => void (await month()))).toHaveLength(1);
  });
});

describe('once a day is chosen', () => {
  test('its options and their prices are offered, and whether other days have others', async () => {
    const on = async (reserveDate: string) => ask(OPTIONS, form(TURNS_FIFTY), { reserveDate });
    const after = await on('2027/01/20');
    expect(offeredIn(after).map(({ opcd, gkgk, isFrom }) => [opcd, gkgk, isFrom])).toEqual([
      ['0002', 200, '0'],
      ['0003', 300, '0'],
      ['0011', 1000, '0'],
      ['0014', 4500, '0'],
    ]);
    expect(after).toMatchObject({ reserveDate: '2027/01/20', isOther: '1' });
    expect(
      await ask(OPTIONS, form({ ...TURNS_FIFTY, birth: '1960-01-01' }), { reserveDate: '2027/01/20' }),
    ).toMatchObject({
      reserveDate: '2027/01/20',
      isOther: '0',
    });
    // One that can't be chosen is none.
    expect(await on('2027/03/30')).toMatchObject({ reserveDate: '', isOther: '0' });
  });
});

describe('the calendar', () => {
  type Way = { listOpItems: Form[]; dates: string[]; isAge: string };
  const waysOf = (body: { listOpOff: Way[] }) =>
    body.listOpOff.map(({ listOpItems, dates, isAge }) => [
      listOpItems.map(({ opcd, insteadOpcd }) => `${opcd}>${insteadOpcd}`),
      dates[0],
      dates.at(-1),
      isAge,
    ]);

  test('opens where the options fit, and says until or from when they do', async () => {
    const body = await ask(CALENDAR, form({ ...TURNS_FIFTY, birth: '1977-01-20' }, ['0011']));
    expect(body).toMatchObject({ calenderYear: 2027, calenderMonth: 1, ykfr: '2027/01/20', ykto: '2027/03/15' });
    expect(offeredIn(body)).toMatchObject([{ opcd: '0011', ykfr: '2027/01/20', ykto: '' }]);
    // The day that was chosen before does not have it: next to that.
    const moved = await ask(CALENDAR, form({ ...TURNS_FIFTY, birth: '1977-01-20' }, ['0011']), {
      reserveDate: '2026/12/01',
    });
    expect(moved).toMatchObject({ calenderYear: 2027, calenderMonth: 1 });
  });

  test('names the options that shut days by age, and what would take their place', async () => {
    expect(waysOf(await ask(MONTH, form(TURNS_FIFTY, ['0011']), december))).toEqual([
      [['0011>'], '2026/12/01', '2026/12/02', '1'],
    ]);
    // The one that a group begins with, too.
    expect(waysOf(await ask(MONTH, form(TURNS_FORTY, ['0001', '0014']), december))).toEqual([
      [['0001>'], '2026/12/03', '2026/12/31', '1'],
    ]);
    const body = await ask(MONTH, form(TURNS_FORTY, ['0002']), december);
    expect(waysOf(body)).toEqual([[['0002>0001'], '2026/12/01', '2026/12/02', '1']]);
    expect(body.listOpOff[0].listOpItems[0]).toMatchObject({ insteadJkcd: '01' });
    const other = await ask(MONTH, form({ ...TURNS_FORTY, kscd: '0003' }, ['0002']), december);
    expect(other.listOpOff[0].listOpItems[0]).toMatchObject({ insteadOpcd: '0001', insteadJkcd: '08' });
  });

  test('is drawn for options that no day has together', async () => {
    const body = await ask(CALENDAR, form(TURNS_FIFTY, ['0011', '0012']));
    expect(body).toMatchObject({ errorCode: 0, calenderMonth: 11, reserveData: [], isNowhere: '0' });
    expect(body.ykfr > body.ykto).toBe(true);
    expect(waysOf(body)).toEqual([[['0011>'], '2026/11/18', '2026/11/30', '1']]);
    expect(waysOf(await ask(MONTH, form(TURNS_FIFTY, ['0011', '0012']), december))).toEqual([
      [['0011>'], '2026/12/01', '2026/12/02', '1'],
      [['0012>'], '2026/12/03', '2026/12/31', '1'],
    ]);
  });

  test('refuses what no day has', async () => {
    const body = await ask(CALENDAR, form({ ...TURNS_FIFTY, birth: '1960-01-01' }, ['0012']));
    expect(body).toMatchObject({ errorCode: 13, redoStep: 'option' });
    expect(body.errorMessage).toContain('「オプション0012」');
  });

  test('tells what each of its days costs, where a birthday makes a difference', async () => {
    const body = await ask(MONTH, form(TURNS_FIFTY, ['0014']), december);
    expect(body).toMatchObject({ courseOptionGkgk: 14_000 });
    expect(offeredIn(body)).toMatchObject([{ fromGkgk: 4000, isFrom: '1' }]);
    const amounts = ({ ykfr, ...priced }: { ykfr: string; listOpClass: { listOpItems: Offered[] }[] }) => [
      ykfr,
      ...offeredIn(priced).map(({ gkgk }) => gkgk),
    ];
    expect(body.listDayGkgk.map(amounts)).toEqual([
      ['2026/12/01', 4000],
      ['2026/12/03', 4500],
    ]);
    const january = await ask(MONTH, form(TURNS_FIFTY, ['0014']), {
      calenderYear: 2027,
      calenderMonth: 1,
      reserveDate: '2026/12/01',
    });
    expect([january.courseOptionGkgk, january.listDayGkgk.map(amounts)]).toEqual([14_000, [['2027/01/01', 4500]]]);
    expect(await ask(MONTH, form(TURNS_FIFTY, ['0003']), december)).toMatchObject({ listDayGkgk: [] });
  });
});

describe('around birthdays and the end of the fiscal year', () => {
  const NOWS = ['2026-11-15', '2027-03-26'];
  /** Birthdays that change what fits, near the ends of months, windows and years. */
  const persons = fc.record<Person>({
    birth: fc
      .tuple(
        fc.constantFrom(1976, 1977, 1986, 1987, 1960),
        fc.constantFrom('11-18', '11-30', '12-01', '12-11', '12-31', '02-28', '03-01', '03-31', '04-01', '07-23'),
      )
      .map(([year, day]) => `${year}-${day}`),
    sex: fc.constantFrom('1', '2'),
    year: fc.constantFrom(2026, 2027),
    kscd: fc.constantFrom('0001', '0002'),
  });
  const chosen = fc.tuple(
    fc.constantFrom<string[]>([], ['0001'], ['0002'], ['0003']),
    fc.subarray(CODES.filter((code) => groupOf(code) === '0002')),
  );

  function bookableDays(now: PlainDate, year: number): PlainDate[] {
    const { from, to } = fiscalYearRange(year);
    return Array.from({ length: TO_DAYS - FROM_DAYS + 1 }, (_, more) => addDays(now, FROM_DAYS + more)).filter(
      (day) => from <= day && day <= to,
    );
  }
  const isFor = ({ sex: wanted, ages = [0, 999] }: RowSpec, { birth, sex }: Person, day: PlainDate) => {
    const age = ageOn(birth, day);
    return ages[0] <= age && age <= ages[1] && (!wanted || wanted === (sex === '2' ? 'female' : 'male'));
  };

  test('what is offered is what fits on some bookable day, within the days on which it does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NOWS), persons, async (now, person) => {
        service.setNow(`${now}T10:00:00+09:00`);
        const all = bookableDays(now, person.year);
        fc.pre(all.length > 0);
        const days = all.filter((day) => person.kscd === '0001' || ageOn(person.birth, day) >= 40);
        const body = await ask(OPTIONS, form(person));
        if (days.length === 0) {
          expect(body).toMatchObject({ errorCode: 13, redoStep: 'course' });
          return;
        }
        const expected = CODES.flatMap((code) => {
          const fitting = days.filter((day) => ROWS.some((row) => row.option === code && isFor(row, person, day)));
          if (fitting.length === 0) return [];
          const [first = '', last = ''] = [fitting[0], fitting.at(-1)];
          return [
            [
              code,
              first === days[0] ? '' : formatOfficeDate(first),
              last === days.at(-1) ? '' : formatOfficeDate(last),
            ],
          ];
        });
        expect(offeredIn(body).map(({ opcd, ykfr, ykto }) => [opcd, ykfr, ykto])).toEqual(expected);
      }),
      { numRuns: 150 },
    );
    service.setNow('2026-11-15T10:00:00+09:00');
  });

  test('what the calendar opens is what the reservation accepts, at the price that it tells', async () => {
    const slots = fc.constantFrom('09', 'ZZ');
    const near = fc.integer({ min: -2, max: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NOWS),
        persons,
        chosen,
        near,
        slots,
        async (now, person, [one, more], by, reserveTmzn) => {
          service.setNow(`${now}T10:00:00+09:00`);
          const days = bookableDays(now, person.year);
          const birthday = days.find((day) => day.slice(5) === person.birth.slice(5)) ?? days[0] ?? now;
          const date = addDays(birthday, by);
          const reserveDate = formatOfficeDate(date);
          const { year: calenderYear, month: calenderMonth } = dateParts(date);
          const draft = form(person, [...one, ...more], { reserveDate, reserveTmzn });
          const shown = await ask(MONTH, draft, { calenderYear, calenderMonth });
          const places: { date: string; tmzn: string }[] = shown.reserveData ?? [];
          const isOpen = places.some((place) => place.date === reserveDate && place.tmzn === reserveTmzn);
          const preview = (await service.post(PREVIEW, stepForm(draft))).body;
          const seen = {
            courseJkcd: preview.course?.jkcd ?? '01',
            optionJkcd: preview.optionList?.map(({ jkcd }: { jkcd: string }) => jkcd) ?? draft.optionJkcd,
            sumGkgk: preview.sumGkgk ?? 0,
          };
          const { body } = await service.post(GUEST, { ...draft, ...seen });
          expect([body.errorCode === 0, date, person, one, more]).toEqual([isOpen, date, person, one, more]);
          if (!isOpen) return;
          type Priced = { ykfr: string; course: { gkgk: number }; listOpClass: { listOpItems: Offered[] }[] };
          const priced: Priced = shown.listDayGkgk.findLast(({ ykfr }: Priced) => ykfr <= reserveDate) ?? shown;
          const total = [priced.course, ...offeredIn(priced)].reduce((sum, { gkgk }) => sum + gkgk, 0);
          expect(total).toBe(preview.sumGkgk);
        },
      ),
      { numRuns: 120 },
    );
    service.setNow('2026-11-15T10:00:00+09:00');
  });

  test('what is taken off opens the days that are shown', async () => {
    await fc.assert(
      fc.asyncProperty(persons, chosen, async (person, [one, more]) => {
        const shown = await ask(CALENDAR, form({ ...person, year: 2026 }, [...one, ...more]));
        for (const { listOpItems, dates } of shown.listOpOff ?? []) {
          const codes = [...one, ...more].flatMap((code) => {
            const off = listOpItems.find(({ opcd }: Form) => opcd === code);
            return off ? off.insteadOpcd || [] : code;
          });
          const { calenderYear, calenderMonth } = shown;
          const without = await ask(MONTH, form({ ...person, year: 2026 }, codes), { calenderYear, calenderMonth });
          const open = without.reserveData.map(({ date }: { date: string }) => date);
          expect(open).toEqual(expect.arrayContaining(dates));
        }
      }),
      { numRuns: 40 },
    );
  });
});
