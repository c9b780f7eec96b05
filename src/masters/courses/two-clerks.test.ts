// Two clerks at one course: whoever started from an older state of what they save is refused, and nothing of theirs is written.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOCIETY } from '#tests/kit/booking-hospital.ts';
import { type CourseOffice, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
  for (const kmnm of ['血圧', '心電図']) await office.ask('MasterWKKMM/Register', { sort: 1, kmnm });
});
afterAll(() => office.service.close());

const STALE = {
  status: 200,
  body: {
    errorCode: 14,
    errorMessage: 'ほかの利用者が先に更新しました。最新の内容を読み込み直してください。',
  },
};

const row = (stag: number) => ({ jkcds: '00', hfkbs: 'Z', sexes: 'Z', stags: stag, edags: stag, recordStatuses: '13' });

/** For each part of a course: how it is opened, and a change of it that can be made again and again. */
const PARTS = [
  {
    family: 'MasterWIRKS',
    open: 'Detail',
    change: (n: number) => ({ ...NEW_COURSE, ksnm: `名称${n}`, jgcd: SOCIETY }),
  },
  {
    family: 'MasterWIRKM',
    open: 'FirstDisplay',
    change: (n: number) => ({ kmcds: '0001', jskbs: ['1', '2', '9'][n % 3], recordStatuses: '12' }),
  },
  {
    family: 'MasterWKSWK',
    open: 'FirstDisplay',
    change: (n: number) => ({ ...row(n), wakus: '0001' }),
    key: { jkcd: '01' },
  },
  {
    family: 'MasterWRKKS',
    open: 'FirstDisplay',
    change: (n: number) => ({ ...row(n), kngks: 1 }),
    key: { jkcd: '01' },
  },
  {
    family: 'MasterWRKOP',
    open: 'FirstDisplay',
    change: (n: number) => ({ ...row(n), opbrs: '0001', opcds: '0001', kngks: 1 }),
    key: { jkcd: '01', opbr: '0001', opcd: '0001' },
  },
];

const newCourse = async () => (await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, jgcd: SOCIETY })).key;

test.each(PARTS)(
  '$family: the later of two is refused; who sends no version is not',
  async ({ family, open, change, key: rowKey }) => {
    const key = await newCourse();
    const look = () => office.ask(`${family}/${open}`, { key });
    const save = (n: number, version?: string) =>
      office.post(`${family}/Update`, { ...change(n), key, ...(version === undefined ? {} : { version }) });

    const { version } = await look();
    const first = await save(1, version);
    expect(first.body).toMatchObject({ errorCode: 0, version: (await look()).version });
    expect(first.body.version).not.toBe(version);
    const before = await look();
    expect(await save(2, version)).toMatchObject(STALE);
    expect(await look()).toEqual(before);
    expect((await save(3)).body.errorCode).toBe(0);

    const { version: seenByBoth } = await look();
    const atOnce = await Promise.all([4, 5].map((n) => save(n, seenByBoth)));
    expect(atOnce.map(({ body }) => body.errorCode).sort()).toEqual([0, 14]);

    if (rowKey) {
      const remove = (sent: string) => office.post(`${family}/Delete`, { key, ...rowKey, version: sent });
      expect(await remove(version)).toMatchObject(STALE);
      expect((await remove((await look()).version)).body.errorCode).toBe(0);
    }
  },
);

test.each(PARTS.slice(1))(
  '$family: what changes nothing moves no version, and is refused all the same where it is stale',
  async ({ family, change, key: rowKey }) => {
    const key = await newCourse();
    const { version: first } = await office.ask(`${family}/FirstDisplay`, { key });
    const { version } = await office.ask(`${family}/Update`, { ...change(1), key });
    const same = { ...change(1), ...(rowKey ? { jkcds: rowKey.jkcd, recordStatuses: '12' } : {}), key };
    expect((await office.post(`${family}/Update`, { ...same, version })).body).toMatchObject({ errorCode: 0, version });
    expect(await office.post(`${family}/Update`, { ...same, version: first })).toMatchObject(STALE);
  },
);

test('each part has a version of its own: work on one is no reason to refuse another', async () => {
  const key = await newCourse();
  const versions = async () =>
    Promise.all(PARTS.map(async ({ family, open }) => (await office.ask(`${family}/${open}`, { key })).version));
  for (const [at, { family, change }] of PARTS.entries()) {
    const before = await versions();
    await office.ask(`${family}/Update`, { ...change(1), key, version: before[at] });
    const after = await versions();
    expect(after.flatMap((version, part) => (version === before[part] ? [] : [part]))).toEqual([at]);
  }
});

test('a delete that has seen an older record is refused; edits of its rows do not matter', async () => {
  const key = await newCourse();
  const { version } = await office.ask('MasterWIRKS/Detail', { key });
  await office.ask('MasterWRKKS/Update', { key, ...row(1), kngks: 1 });
  await office.ask('MasterWIRKS/Update', { ...NEW_COURSE, jgcd: SOCIETY, key, ksnm: '直した' });
  expect(await office.post('MasterWIRKS/Delete', { key, version })).toMatchObject(STALE);
  const { version: now } = await office.ask('MasterWIRKS/Detail', { key });
  expect((await office.post('MasterWIRKS/Delete', { key, version: now })).body.errorCode).toBe(0);
});
