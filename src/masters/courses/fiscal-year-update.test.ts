// The fiscal-year update through the HTTP server: what is copied, what is left alone, and when it is refused.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESIRED, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { type CourseOffice, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';
import { invalidAnswer } from '#tests/kit/guards.ts';

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
  await office.ask('MasterWKKMM/Register', { sort: 1, kmnm: '血圧' });
});
afterAll(() => office.service.close());

const open = (jgcd: string) => office.post('MasterWIRKSBulk/FirstDisplay', { jgcd });
const execute = (jgcd: string, nend: number | string) => office.post('MasterWIRKSBulk/Execute', { jgcd, nend });

/** A client of its own for a test. */
async function newClient(jgnm: string): Promise<string> {
  const rest = { jgkn: '', jgry: '', hksh: '', ksfg: '2', ksmm: 0, ksdd: 0, vsbl: '1', caln: '1', gest: '1', url: '' };
  await office.ask('MasterWJGYO/Register', { jgnm, ...rest, mnsn: '0', remd: 0, jksd: 0, kshj: '1' });
  const { listJGYO } = await office.ask('MasterWJGYO/List');
  return listJGYO.find((row: { JGNM: string }) => row.JGNM === jgnm).JGCD;
}
const register = (jgcd: string, nend: number, more: object = {}) =>
  office.ask('MasterWIRKS/Register', { ...NEW_COURSE, jgcd, nend, ...more });

test('copies the courses with all their rows, as private ones, a year on', async () => {
  const form = { key: `2026${SOCIETY}0001`, hfkb: '01' };
  await office.ask('MasterWIRKM/Update', { ...form, kmcds: '0001', jskbs: '2', recordStatuses: '13' });
  const row = { jkcds: '00', sexes: '2', stags: 40, edags: 74, recordStatuses: '13' };
  await office.ask('MasterWRKOP/Update', { ...form, ...row, opbrs: '0001', opcds: '0001', kngks: 300 });

  expect((await open(SOCIETY)).body).toMatchObject({
    errorCode: 0,
    currentNend: 2026,
    nextNend: 2027,
    jgnm: `団体${SOCIETY}`,
    listIrks: [{ kscd: '0001', ksnm: 'コース0001', stdy: '2027/01/01', eddy: '2029/03/31', isExist: '0' }],
  });
  expect((await execute(SOCIETY, 2026)).body).toMatchObject({ errorCode: 0, copyCount: 1, skipCount: 0 });

  const both = async (call: string) =>
    Promise.all([2026, 2027].map((nend) => office.ask(call, { nend, jgcd: SOCIETY, kscd: '0001', hfkb: '01' })));
  const [before, after] = await both('MasterWIRKS/Detail');
  expect(before.upok).toBe('1');
  expect(after).toEqual({
    ...before,
    nend: 2027,
    key: `2027${SOCIETY}0001`,
    upok: '0',
    version: '1',
    stdyYear: 2027,
    eddyYear: 2029,
  });
  for (const [family, list] of [
    ['MasterWIRKM', 'listIrkm'],
    ['MasterWKSWK', 'listKswk'],
    ['MasterWRKKS', 'listRkks'],
    ['MasterWRKOP', 'listRkop'],
  ] as const) {
    const [old, copy] = await both(`${family}/FirstDisplay`);
    expect(old[list].filter(({ recordStatus }: { recordStatus: string }) => recordStatus === '0')).not.toEqual([]);
    expect(copy[list]).toEqual(old[list]);
  }
});

test('a repeat copies what is missing, and leaves alone what somebody has changed', async () => {
  const jgcd = await newClient('くり返し');
  const first = await register(jgcd, 2026, { ksnm: '一つ目' });
  expect((await execute(jgcd, 2026)).body).toMatchObject({ copyCount: 1, skipCount: 0 });
  const next = { nend: 2027, jgcd, kscd: first.kscd };
  await office.ask('MasterWIRKS/Update', { ...NEW_COURSE, ...next, ksnm: '直した' });
  await register(jgcd, 2026, { ksnm: '二つ目' });
  expect((await open(jgcd)).body.listIrks).toMatchObject([{ isExist: '1' }, { isExist: '0', ksnm: '二つ目' }]);
  expect((await execute(jgcd, 2026)).body).toMatchObject({ copyCount: 1, skipCount: 1 });
  expect((await execute(jgcd, 2026)).body).toMatchObject({ errorCode: 0, copyCount: 0, skipCount: 2 });
  expect((await office.ask('MasterWIRKS/Detail', next)).ksnm).toBe('直した');
});

test('the year is the newest that is not after the current one; where all are, the oldest', async () => {
  const jgcd = await newClient('年度');
  await register(jgcd, 2029);
  await register(jgcd, 2028);
  expect((await open(jgcd)).body).toMatchObject({ currentNend: 2028, nextNend: 2029 });
  await register(jgcd, 2024);
  expect((await open(jgcd)).body).toMatchObject({ currentNend: 2024, nextNend: 2025 });
  await register(jgcd, 2026);
  expect((await open(jgcd)).body).toMatchObject({ currentNend: 2026 });
  await register(jgcd, 2027);
  expect((await open(jgcd)).body).toMatchObject({ currentNend: 2026 });
});

test('February 29 becomes the 28th', async () => {
  const jgcd = await newClient('うるう日');
  const leap = { stdyYear: 2024, stdyMonth: 2, stdyDate: 29, eddyYear: 2028, eddyMonth: 2, eddyDate: 29 };
  const { kscd } = await register(jgcd, 2026, leap);
  expect((await open(jgcd)).body.listIrks).toMatchObject([{ stdy: '2025/02/28', eddy: '2029/02/28' }]);
  await execute(jgcd, 2026);
  expect(await office.ask('MasterWIRKS/Detail', { nend: 2027, jgcd, kscd })).toMatchObject({
    stdyYear: 2025,
    stdyMonth: 2,
    stdyDate: 28,
    eddyYear: 2029,
    eddyMonth: 2,
    eddyDate: 28,
  });
});

test('refused: no course 13, another year 14, no year 12, a year past the last 13', async () => {
  const jgcd = await newClient('コースなし');
  const none = { errorCode: 13, errorMessage: '選択されたクライアントに紐づくコースがありません。' };
  expect((await open(jgcd)).body).toMatchObject(none);
  expect((await execute(jgcd, 2026)).body).toMatchObject(none);
  expect((await execute(DESIRED, 2025)).body).toMatchObject({
    errorCode: 14,
    errorMessage: '年度更新の対象の年度が変わりました。画面を開き直してください。',
  });
  expect(await execute(DESIRED, 'x')).toMatchObject(invalidAnswer(['年度は整数で入力してください。']));
  await register(jgcd, 2999);
  expect((await open(jgcd)).body).toMatchObject({ currentNend: 2999, nextNend: 3000 });
  expect((await execute(jgcd, 2999)).body).toMatchObject({ errorCode: 13 });
  const copies = await sql<{ n: number }>`
    select count(*)::integer as n from courses
     where institution_code = ${HOSPITAL} and client_code = ${DESIRED} and fiscal_year > 2026`.execute(
    office.service.db,
  );
  expect(copies.rows).toEqual([{ n: 0 }]);
});

test('nobody else’s clients, and nothing without a token', async () => {
  for (const call of ['FirstDisplay', 'Execute']) {
    const path = `/api/MasterWIRKSBulk/${call}`;
    const form = { jgcd: SOCIETY, nend: 2026 };
    expect(await office.service.post(path, form, office.foreignToken)).toMatchObject({
      status: 404,
      body: { errorCode: 16 },
    });
    expect(await office.service.post(path, form)).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect(await office.post(`MasterWIRKSBulk/${call}`, { ...form, jgcd: '1' })).toMatchObject({
      body: { errorCode: 12 },
    });
  }
});

test('the fiscal year begins on April 1 in Tokyo', async () => {
  const jgcd = await newClient('四月');
  for (const nend of [2026, 2027]) await register(jgcd, nend);
  for (const [now, currentNend] of [
    ['2027-03-31T23:59:00+09:00', 2026],
    ['2027-04-01T00:00:00+09:00', 2027],
  ] as const) {
    office.service.setNow(now);
    const token = await office.service.logIn('courses1');
    const { body } = await office.service.post('/api/MasterWIRKSBulk/FirstDisplay', { jgcd }, token);
    expect(body).toMatchObject({ errorCode: 0, currentNend });
  }
});
