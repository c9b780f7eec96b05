// Before registration opens: the client can be chosen, and the course step says from when one can book.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const HOSPITAL = '20000007';
const COMING = '30000001';
const OVER = '30000002';
const PRIVATE = '30000003';
const FAR = '30000004';
const COURSES = '/api/CommonSelectCourse/FirstDisplay';
const CALENDAR = '/api/CommonSelectCalender/FirstDisplay';

let service: TestService;
const anyone = { prices: [{ amount: 5500 }], frames: [{ frame: '0001' }] };

beforeAll(async () => {
  service = await startTestService();
  await buildWorld(service.db, {
    institutionCode: HOSPITAL,
    institution: { bookable_from_days: 1, bookable_to_days: 60, no_course_text: 'お電話でお尋ねください。' },
    slots: { '09': 540 },
    frames: { '0001': { by: 'time' } },
    clients: { [COMING]: { insurer_number: '06990014' }, [OVER]: {}, [PRIVATE]: {}, [FAR]: {} },
    courses: [
      { client: COMING, code: '0001', registration: ['2026-12-01', '2027-03-31'], ...anyone },
      {
        client: COMING,
        code: '0002',
        registration: ['2026-11-20', '2027-03-31'],
        ...anyone,
        prices: [{ amount: 1, sex: 'male' }],
      },
      { client: OVER, code: '0001', registration: ['2026-04-01', '2026-11-14'], ...anyone },
      { client: PRIVATE, code: '0001', published: false, ...anyone },
      // Registration is open, but the bookable days do not reach the year.
      { client: FAR, code: '0001', year: 2027, ...anyone },
    ],
    capacity: { from: '2026-11-15', to: '2027-04-30', frames: { '0001': 2 } },
  });
});
afterAll(() => service.close());

const person = { ircd: HOSPITAL, nend: 2026, hfkb: 'Z', sex: '2', btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };

describe('the insurance entry', () => {
  test('offers clients whose registration is open or will be', async () => {
    const { body } = await service.post('/api/CommonNewHealthInsurance/FirstDisplay', { ircd: HOSPITAL });
    expect(body.listIrks).toEqual([
      { jgcd: COMING, nend: 2026 },
      { jgcd: FAR, nend: 2027 },
    ]);
  });

  test('lets them go on', async () => {
    const next = { ...person, jgcd: COMING, hksh: '06990014' };
    expect((await service.post('/api/CommonNewHealthInsurance/Next', next)).body).toMatchObject({ errorCode: 0 });
  });
});

describe('the course step', () => {
  test.each([
    [
      'the day on which registration opens for this person',
      { jgcd: COMING },
      '2026年12月1日（火）からご予約いただけます。',
    ],
    ['the first for all who fit', { jgcd: COMING, sex: '1' }, '2026年11月20日（金）からご予約いただけます。'],
    ['the day from which days can be chosen', { jgcd: FAR, nend: 2027 }, '2027年1月31日（日）からご予約いただけます。'],
  ])('says %s', async (_, changes, line) => {
    const { body } = await service.post(COURSES, { ...person, ...changes });
    expect(body).toMatchObject({
      errorCode: 0,
      listCourse: [],
      ermsList: [line, 'お電話でお尋ねください。'],
      openMessage: line,
    });
  });

  test('says so no longer on that day', async () => {
    service.setNow('2026-12-01T00:00:00+09:00');
    const { body } = await service.post(COURSES, { ...person, jgcd: COMING });
    service.setNow('2027-01-30T12:00:00+09:00');
    const before = await service.post(COURSES, { ...person, jgcd: FAR, nend: 2027 });
    service.setNow('2027-01-31T00:00:00+09:00');
    const after = await service.post(COURSES, { ...person, jgcd: FAR, nend: 2027 });
    service.setNow('2026-11-15T10:00:00+09:00');
    expect(body).toMatchObject({ listCourse: [{ kscd: '0001' }], ermsList: [], openMessage: '' });
    expect([before.body.listCourse.length, after.body.listCourse.length]).toEqual([0, 1]);
  });
});

test('nothing can be booked before', async () => {
  const { body } = await service.post(CALENDAR, { ...person, jgcd: COMING, kscd: '0001' });
  expect(body).toMatchObject({ errorCode: 13, redoStep: 'course' });
});

test('the input step keeps a client’s insurer number to itself', async () => {
  const ask = { ircd: HOSPITAL, jgcd: COMING, nend: 2026, kscd: '0001' };
  const { body } = await service.post('/api/CommonInputReserveInfo/FirstDisplay', ask);
  expect(body).toMatchObject({ errorCode: 0, jgnm: `団体${COMING}`, hksh: '' });
});
