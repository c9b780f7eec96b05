// The examinee's side before opening: what the top page is told, and what that costs.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const CLINIC = '20000001';
const SOCIETY = '30000001';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildWorld(service.db, {
    institutionCode: CLINIC,
    institution: { bookable_from_days: 14, bookable_to_days: 180 },
    frames: { '0001': { by: 'day' } },
    clients: { [SOCIETY]: { categories: { '01': '本人' } } },
    courses: [
      { code: '0001', prices: [{ amount: 1000 }], frames: [{ frame: '0001' }] },
      { client: SOCIETY, code: '0001', prices: [{ amount: 1000 }], frames: [{ frame: '0001' }] },
    ],
  });
});
afterAll(() => service.close());

/** One course of individuals, open all the year; nothing else is public. */
beforeEach(async () => {
  service.setNow('2026-11-15T10:00:00+09:00');
  await set("published = client_code = '00000000', registration_from = '2026-04-01', registration_to = '2027-03-31'");
  await sql`update course_prices set age_from = 0, age_to = 999`.execute(service.db);
  await sql`update clients set usable = true`.execute(service.db);
  await sql`update institutions set booking_kinds = 'both'`.execute(service.db);
});

const set = (change: string) => sql`update courses set ${sql.raw(change)}`.execute(service.db);
const top = async () => {
  const { body } = await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: `r${CLINIC}` });
  expect(body.errorCode).toBe(0);
  return [body.isOpen, body.openDate];
};
/** Of individuals, then of societies. */
const entrances = async () => {
  const { body } = await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: `r${CLINIC}` });
  return [
    [body.isIndividualOpen, body.individualOpenDate],
    [body.isInsuranceOpen, body.insuranceOpenDate],
  ];
};
/** How much lies behind each of them: courses, and clients with their courses. */
async function behind() {
  const courses = async (jgcd: string, hfkb: string) => {
    const asked = stepForm(guestForm(CLINIC), { jgcd, hfkb, nend: 0, reserveDate: '' });
    const { body } = await service.post('/api/CommonSelectCourse/FirstDisplay', asked);
    return body.errorCode === 0 ? body.listCourse.length : 0;
  };
  const { body } = await service.post('/api/CommonNewHealthInsurance/FirstDisplay', { ircd: CLINIC });
  const clients = body.listJgyo.map(({ jgcd }: { jgcd: string }) => jgcd);
  return [await courses('00000000', 'Z'), clients.includes(SOCIETY) ? await courses(SOCIETY, '01') : 0];
}

test('Given no public course, when the top page is opened, then it is not open, and nobody knows from when on', async () => {
  await set('published = false');
  expect(await top()).toEqual(['0', '']);
});

test('Given a course whose period begins on December 1, then that day is told', async () => {
  await set("registration_from = '2026-12-01'");
  expect(await top()).toEqual(['0', '2026/12/01']);
  service.setNow('2026-12-01T00:00:00+09:00');
  expect(await top()).toEqual(['1', '']);
});

test('Given the first course is published, then the next load is open', async () => {
  await set('published = false');
  expect(await top()).toEqual(['0', '']);
  await set("published = client_code = '00000000'");
  expect(await top()).toEqual(['1', '']);
});

test('of several that open later the earliest counts', async () => {
  await set(
    `published = true, registration_from = case client_code when '00000000' then date '2027-02-01' else date '2027-01-10' end`,
  );
  expect(await top()).toEqual(['0', '2027/01/10']);
});

test('a period that is over opens nothing, nor does a year that the bookable days have left behind', async () => {
  await set("registration_to = '2026-11-14'");
  expect(await top()).toEqual(['0', '']);
  await set("registration_to = '2027-03-31'");
  service.setNow('2027-03-20T10:00:00+09:00');
  expect(await top()).toEqual(['0', '']);
});

test('a course of the next year opens when the bookable days reach it', async () => {
  await sql`update institutions set bookable_to_days = 60`.execute(service.db);
  await sql`
    insert into courses (institution_code, client_code, fiscal_year, course_code, name, published, registration_from, registration_to)
    values (${CLINIC}, '00000000', 2027, '0009', '来年度', true, '2026-04-01', '2028-03-31')`.execute(service.db);
  await sql`
    insert into course_prices values (${CLINIC}, '00000000', 2027, '0009', '01', null, null, 0, 999, 1)`.execute(
    service.db,
  );
  await sql`
    insert into course_frames values (${CLINIC}, '00000000', 2027, '0009', '01', null, null, 0, 999, '0001')`.execute(
    service.db,
  );
  await sql`update courses set published = false where fiscal_year = 2026`.execute(service.db);
  expect(await top()).toEqual(['0', '2027/01/31']);
  await sql`delete from courses where fiscal_year = 2027`.execute(service.db);
  await sql`update institutions set bookable_to_days = 180`.execute(service.db);
});

test('a course without rows that fit one person opens nothing', async () => {
  await sql`update course_prices set age_from = 0, age_to = 39`.execute(service.db);
  await sql`update course_frames set age_from = 40, age_to = 99`.execute(service.db);
  expect(await top()).toEqual(['0', '']);
  await sql`update course_frames set age_from = 0, age_to = 999`.execute(service.db);
  expect(await top()).toEqual(['1', '']);
});

test('a client that is not usable opens nothing, nor does a society where only individuals are taken', async () => {
  await set("published = client_code <> '00000000'");
  expect(await top()).toEqual(['1', '']);
  await sql`update institutions set booking_kinds = 'individual'`.execute(service.db);
  expect(await top()).toEqual(['0', '']);
  await sql`update institutions set booking_kinds = 'both'`.execute(service.db);
  await sql`update clients set usable = false where client_code = ${SOCIETY}`.execute(service.db);
  expect(await top()).toEqual(['0', '']);
});

const OPEN = ['1', ''];
const SHUT = ['0', ''];

test.each([
  ['only courses of individuals', "published = client_code = '00000000'", [OPEN, SHUT], [1, 0]],
  ['only courses of societies', "published = client_code <> '00000000'", [SHUT, OPEN], [0, 1]],
  ['neither', 'published = false', [SHUT, SHUT], [0, 0]],
  ['both', 'published = true', [OPEN, OPEN], [1, 1]],
])('%s: the entrances that are open have something behind them, the others nothing', async (_, change, open, found) => {
  await set(change);
  expect(await entrances()).toEqual(open);
  expect(await behind()).toEqual(found);
});

test('one entrance is open and the other opens later: each says its own', async () => {
  await set(
    `published = true, registration_from = case client_code when '00000000' then date '2026-04-01' else date '2027-01-10' end`,
  );
  expect(await top()).toEqual(['1', '']);
  expect(await entrances()).toEqual([OPEN, ['0', '2027/01/10']]);
  service.setNow('2027-01-10T00:00:00+09:00');
  expect(await entrances()).toEqual([OPEN, OPEN]);
});

test('individuals who are not taken by their client have no entrance, societies keep theirs', async () => {
  await set('published = true');
  await sql`update clients set usable = false where client_code = '00000000'`.execute(service.db);
  expect(await entrances()).toEqual([SHUT, OPEN]);
  await sql`update clients set usable = true`.execute(service.db);
  await sql`update institutions set booking_kinds = 'individual'`.execute(service.db);
  expect(await entrances()).toEqual([OPEN, SHUT]);
});

test('a client without categories asks for none: its entrance leads to its courses', async () => {
  await set("published = client_code <> '00000000'");
  await sql`delete from client_categories`.execute(service.db);
  expect(await entrances()).toEqual([SHUT, OPEN]);
  const entry = stepForm(guestForm(CLINIC), { jgcd: SOCIETY, hfkb: 'Z' });
  const { body } = await service.post('/api/CommonNewHealthInsurance/Next', { ...entry, hksh: '00000000' });
  expect(body).toMatchObject({ errorCode: 0 });
  const { body: offer } = await service.post('/api/CommonSelectCourse/FirstDisplay', { ...entry, reserveDate: '' });
  expect(offer.listCourse).toHaveLength(1);
  await sql`insert into client_categories values (${CLINIC}, ${SOCIETY}, '01', '本人')`.execute(service.db);
});

test('one statement, as before, whether the masters have changed or not', async () => {
  await set("registration_to = '2027-03-30'");
  expect(await watchStatements(top)).toHaveLength(1);
  expect(await watchStatements(top)).toHaveLength(1);
});

test('while the masters stand, courses are not looked at', async () => {
  await top();
  await sql`alter table course_prices disable trigger all`.execute(service.admin);
  await sql`delete from course_prices`.execute(service.db);
  expect(await top()).toEqual(['1', '']);
});
