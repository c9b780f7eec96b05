// Ages that count on the day of the visit: every day the calendar offers can be booked, and no bookable day is missing.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld, type WorldSpec } from '#tests/kit/booking-world.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const HOSPITAL = '20000009';
const GUEST = '/api/Account/CommonGuestNewReserve';
const COURSES = '/api/CommonSelectCourse/FirstDisplay';
const OPTIONS = '/api/CommonSelectOption/FirstDisplay';
const CALENDAR = '/api/CommonSelectCalender/FirstDisplay';
const MONTH = '/api/CommonSelectCalender/ChangeCalender';
const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';

const young: [number, number] = [0, 39];
const old: [number, number] = [40, 99];
const reception = [{ frame: '0001' }];

const SPEC: WorldSpec = {
  institutionCode: HOSPITAL,
  institution: { bookable_from_days: 3, bookable_to_days: 120, change_deadline_days: 0 },
  slots: { '09': 540, '10': 600 },
  frames: { '0001': { by: 'time' }, '0002': { by: 'time' }, '0003': { by: 'day' } },
  groups: { '0001': { multiple: true, options: { '0001': {}, '0002': { frame: '0002' } } } },
  courses: [
    // For the young; for the old; for all, by age at another price and in other frames; with options by age.
    { code: '0001', prices: [{ amount: 3900, ages: young }], frames: reception },
    { code: '0002', prices: [{ amount: 4000, ages: old }], frames: reception },
    {
      code: '0003',
      prices: [
        { amount: 3900, ages: young },
        { amount: 4000, ages: old },
      ],
      frames: [
        { frame: '0003', ages: young },
        { frame: '0002', ages: old },
      ],
    },
    {
      code: '0004',
      prices: [{ amount: 100 }],
      frames: reception,
      options: [
        { option: '0001', amount: 10, ages: young },
        { option: '0002', amount: 20, ages: old },
      ],
    },
    // Another price, the same frames.
    {
      code: '0005',
      prices: [
        { amount: 3900, ages: young },
        { amount: 4000, ages: old },
      ],
      frames: reception,
      options: [
        { option: '0001', amount: 10, ages: young },
        { option: '0001', amount: 20, ages: old },
      ],
    },
  ],
  // The second frame has no 10:00.
  capacity: { from: '2026-11-15', to: '2027-03-31', frames: { '0001': 500, '0002': { '09': 500 }, '0003': 500 } },
  closed: ['2026-12-11'],
};

let service: TestService;
let people = 0;

beforeAll(async () => {
  service = await startTestService({
    env: { GUEST_RESERVATIONS_PER_MINUTE: '0', AVAILABILITY_REQUESTS_PER_MINUTE: '0' },
  });
  await buildWorld(service.db, SPEC);
});
afterAll(() => service.close());

/** 39 until 2026-12-09. */
const BIRTH = '1986-12-10';
const born = (birth: PlainDate) => {
  const { year, month, day } = dateParts(birth);
  return { inputBtdyYear: year, inputBtdyMonth: month, inputBtdyDate: day };
};
const form = (changes: Form = {}) =>
  guestForm(HOSPITAL, { email1: `a${++people}@example.jp`, ...born(BIRTH), ...changes });
const december = { calenderYear: 2026, calenderMonth: 12 };
type Place = { date: string; tmzn: string };
const daysOf = (body: { reserveData: Place[] }) => [...new Set(body.reserveData.map(({ date }) => date))];
const slotsOn = (body: { reserveData: Place[] }, day: string) =>
  body.reserveData.filter(({ date }) => date === day).map(({ tmzn }) => tmzn);

describe('the calendar around a birthday', () => {
  const month = (changes: Form, more: Form = {}) =>
    service.post(MONTH, stepForm(form(changes), { reserveDate: '', ...december, ...more }));

  test('ends for who grows too old', async () => {
    const { body } = await month({ kscd: '0001' });
    expect(daysOf(body).at(-1)).toBe('2026/12/09');
    expect(body.calmData).toContainEqual({ date: '2026/12/10', ckbn: '9', state: 'outside' });
  });

  test('begins for who is not yet old enough', async () => {
    const { body } = await month({ kscd: '0002' });
    expect(daysOf(body)[0]).toBe('2026/12/10');
    expect(daysOf(body)).not.toContain('2026/12/11');
  });

  test('needs other frames from then on, read in one statement', async () => {
    let body: { krkb: string; reserveData: Place[] } | undefined;
    await month({ kscd: '0003' });
    const statements = await watchStatements(async () => {
      body = (await month({ kscd: '0003' })).body;
    });
    expect(statements).toHaveLength(1);
    expect(body).toMatchObject({ krkb: '2' });
    expect(slotsOn(body!, '2026/12/09')).toEqual(['ZZ']);
    expect(slotsOn(body!, '2026/12/10')).toEqual(['09']);
  });

  test('goes by what the chosen options ask for', async () => {
    const chosen = (opcd: string, optionJkcd: string) => ({ opbr: ['0001'], opcd: [opcd], optionJkcd: [optionJkcd] });
    const before = await month({ kscd: '0004', ...chosen('0001', '01') });
    expect(daysOf(before.body).at(-1)).toBe('2026/12/09');
    const after = await month({ kscd: '0004', ...chosen('0002', '02') });
    expect(daysOf(after.body)[0]).toBe('2026/12/10');
    expect(slotsOn(after.body, '2026/12/10')).toEqual(['09']);
  });
});

test('a day is offered exactly when it can be booked', async () => {
  // Days on both sides of birthdays in two months and of a leap day; the same people at every course.
  const births = fc.constantFrom(
    '1986-12-10',
    '1986-12-01',
    '1986-11-30',
    '1988-02-29',
    '1986-12-31',
    '1987-01-01',
    '1950-12-10',
  );
  const courses = fc.constantFrom('0001', '0002', '0003', '0005');
  const days = fc.constantFrom(
    '11/17',
    '11/18',
    '11/30',
    '12/01',
    '12/09',
    '12/10',
    '12/11',
    '12/31',
    '01/01',
    '02/28',
    '03/01',
  );
  const slots = fc.constantFrom('09', '10', 'ZZ');
  await fc.assert(
    fc.asyncProperty(births, courses, days, slots, async (birth, kscd, day, reserveTmzn) => {
      const reserveDate = `${day < '04' ? 2027 : 2026}/${day}`;
      const draft = form({ ...born(birth), kscd, reserveDate, reserveTmzn });
      const calendar = { calenderYear: reserveDate.slice(0, 4), calenderMonth: Number(day.slice(0, 2)) };
      const { body: shown } = await service.post(MONTH, stepForm(draft, { ...calendar, reserveDate: '' }));
      const isOffered = shown.errorCode === 0 && slotsOn(shown, reserveDate).includes(reserveTmzn);
      const { body: preview } = await service.post(PREVIEW, stepForm(draft));
      const seen = { courseJkcd: preview.course?.jkcd ?? '01', sumGkgk: preview.sumGkgk ?? 0 };
      const { body } = await service.post(GUEST, { ...draft, ...seen });
      expect([body.errorCode === 0, reserveDate, kscd, birth]).toEqual([isOffered, reserveDate, kscd, birth]);
    }),
    { numRuns: 80 },
  );
});

describe('the list of courses', () => {
  type Listed = { kscd: string; ykfr: string; ykto: string; gkgk: number };
  const list = async (birth: PlainDate, changes: Form = {}, token?: string): Promise<Listed[]> =>
    (await service.post(COURSES, stepForm(form(born(birth)), { reserveDate: '', ...changes }), token)).body.listCourse;
  const limits = (courses: Listed[]) => Object.fromEntries(courses.map(({ kscd, ykfr, ykto }) => [kscd, [ykfr, ykto]]));
  const always = ['', ''];

  test('holds what fits on some day of the window, and says from or until when', async () => {
    expect(limits(await list(BIRTH))).toEqual({
      '0001': ['', '2026/12/09'],
      '0002': ['2026/12/10', ''],
      '0003': always,
      '0004': always,
      '0005': always,
    });
    // On the last day of the window, and a day too late; on the first, and from it on.
    expect(limits(await list('1987-03-15'))['0002']).toEqual(['2027/03/15', '']);
    expect(limits(await list('1987-03-16'))).not.toHaveProperty('0002');
    expect(limits(await list('1986-11-19'))['0001']).toEqual(['', '2026/11/18']);
    expect(limits(await list('1986-11-18'))).not.toHaveProperty('0001');
    expect(limits(await list('1986-11-18'))['0002']).toEqual(always);
    // Who was born on February 29 grows older on March 1.
    expect(limits(await list('1987-03-01'))['0002']).toEqual(['2027/03/01', '']);
    const leapling = await service.post(COURSES, stepForm(form(born('1988-02-29')), { reserveDate: '' }));
    expect(limits(leapling.body.listCourse)['0001']).toEqual(always);
  });

  test('and the calendar opens there, offers those days and says the same', async () => {
    const step = (kscd: string) => stepForm(form({ ...born('1987-01-12'), kscd }), { reserveDate: '' });
    const opened = (await service.post(CALENDAR, step('0002'))).body;
    expect(opened).toMatchObject({ calenderYear: 2027, calenderMonth: 1, ykfr: '2027/01/12', ykto: '2027/03/15' });
    expect(daysOf(opened)[0]).toBe('2027/01/12');
    const until = (await service.post(CALENDAR, step('0001'))).body;
    expect(until).toMatchObject({ calenderMonth: 11, ykfr: '2026/11/18', ykto: '2027/01/11' });
    const options = await service.post(OPTIONS, step('0002'));
    expect(options.body).toMatchObject({ errorCode: 0, course: { gkgk: 4000 } });
    const preview = await service.post(PREVIEW, step('0002'));
    expect(preview.body).toMatchObject({ errorCode: 0, sumGkgk: 4000 });
  });

  test('tells somebody unknown the lowest price that they could pay', async () => {
    const unknown = { ircd: HOSPITAL, jgcd: '00000000', nend: 2026, sex: 'Z', hfkb: 'Z', age: 40 };
    const { listCourse } = (await service.post(COURSES, unknown)).body;
    expect(listCourse.find(({ kscd }: Listed) => kscd === '0005')).toMatchObject({
      jkcd: '02',
      gkgk: 4000,
      fromGkgk: 3900,
      isFrom: '1',
    });
    const chosen = { ...unknown, kscd: '0005', jkcd: '02', courseJkcd: '02' };
    const { listOpClass } = (await service.post(OPTIONS, chosen)).body;
    expect(listOpClass[0].listOpItems).toMatchObject([
      { opcd: '0001', jkcd: '02', gkgk: 20, fromGkgk: 10, isFrom: '1' },
    ]);
    const options = { opbrs: ['0001'], opcds: ['0001'], optionJkcds: ['02'] };
    expect((await service.post(CALENDAR, { ...chosen, ...options })).body).toMatchObject({ courseOptionGkgk: 4020 });
  });

  test('is read in one statement', async () => {
    expect(await watchStatements(async () => void (await list(BIRTH)))).toHaveLength(1);
  });

  test('of a change holds what fits on its own day, though that can be booked no more by others', async () => {
    // Booked at 39 for the day before the birthday; by now the first day that can be booked is the birthday.
    const draft = form({ ...born('1986-11-20'), kscd: '0001', reserveDate: '2026/11/19', sumGkgk: 3900 });
    const booked = (await service.post(GUEST, draft)).body;
    expect(booked).toMatchObject({ errorCode: 0 });
    service.setNow('2026-11-17T10:00:00+09:00');
    const token = await service.logIn(booked.userId, booked.firstPassword);
    const own = { my_ukno: booked.ukno };
    const listed = limits(await list('1986-11-20', own, token));
    expect(listed['0001']).toEqual(['', '2026/11/19']);
    expect(listed['0002']).toEqual(['2026/11/20', '']);
    const step = stepForm(form({ ...born('1986-11-20'), kscd: '0001' }), { ...own, reserveDate: '' });
    // Its own day counts also where the step does not name it.
    expect((await service.post(OPTIONS, step, token)).body).toMatchObject({ errorCode: 0, course: { gkgk: 3900 } });
    expect(daysOf((await service.post(CALENDAR, step, token)).body)).toEqual(['2026/11/19']);
    expect(limits(await list('1986-11-20'))).not.toHaveProperty('0001');
    service.setNow('2026-11-15T10:00:00+09:00');
  });
});

describe('a day from which nothing fits any more', () => {
  const stale = (kscd: string) => stepForm(form({ kscd, reserveDate: '2026/12/15' }));

  test('is refused with the step that mends it', async () => {
    const { body } = await service.post(GUEST, form({ kscd: '0001', reserveDate: '2026/12/15', sumGkgk: 3900 }));
    expect(body).toMatchObject({ errorCode: 13, redoStep: 'course' });
  });

  test('keeps no step from being drawn', async () => {
    const calendar = await service.post(CALENDAR, stale('0001'));
    expect(calendar.body).toMatchObject({ errorCode: 0, calenderMonth: 12, courseOptionGkgk: 3900 });
    expect(daysOf(calendar.body).at(-1)).toBe('2026/12/09');
    expect((await service.post(OPTIONS, stale('0001'))).body).toMatchObject({ errorCode: 0, course: { gkgk: 3900 } });
  });

  test('does not empty the list of courses', async () => {
    await service.db.updateTable('courses').set({ published: false }).where('course_code', '<>', '0001').execute();
    const { body } = await service.post(COURSES, stale('0001'));
    await service.db.updateTable('courses').set({ published: true }).execute();
    expect(body.listCourse.map(({ kscd }: { kscd: string }) => kscd)).toEqual(['0001']);
  });

  test('a birthday before the first day that can be booked counts at once', async () => {
    // 39 today and tomorrow, 40 on every day to choose from.
    const { body } = await service.post(COURSES, stepForm(form(born('1986-11-17')), { reserveDate: '' }));
    const codes = body.listCourse.map(({ kscd }: { kscd: string }) => kscd);
    expect(codes).toEqual(['0002', '0003', '0004', '0005']);
    for (const kscd of codes) {
      const step = stepForm(form({ ...born('1986-11-17'), kscd }), { reserveDate: '' });
      expect((await service.post(CALENDAR, step)).body.reserveData).not.toEqual([]);
    }
  });

  test('and where no day to choose from fits, the calendar says so', async () => {
    const child = stepForm(form({ ...born('2010-01-01'), kscd: '0002' }), { reserveDate: '' });
    expect((await service.post(CALENDAR, child)).body).toMatchObject({ errorCode: 13, redoStep: 'course' });
  });
});
