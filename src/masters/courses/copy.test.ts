// Copying a course through the HTTP server: what stands after one press, what is left out and why, and when nothing is copied.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { type CourseOffice, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';
import { invalidAnswer } from '#tests/kit/guards.ts';

const INDIVIDUAL = '00000000';
const SOURCE = { nend: 2026, jgcd: SOCIETY, kscd: '0001' };

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
  await office.ask('MasterWKKMM/Register', { sort: 1, kmnm: '血圧' });
  const items = { kmcds: '0001', jskbs: '2', recordStatuses: '13' };
  await office.ask('MasterWIRKM/Update', { key: `2026${SOCIETY}0001`, ...items });
  await office.ask('MasterWIRKS/Update', { ...(await office.ask('MasterWIRKS/Detail', SOURCE)), hsfg: '1' });
  const row = { jkcds: '00', sexes: '2', stags: 40, edags: 74, recordStatuses: '13', opbrs: '0001', opcds: '0001' };
  await office.ask('MasterWRKOP/Update', { key: `2026${SOCIETY}0001`, hfkb: '01', ...row, kngks: 300 });
});
afterAll(() => office.service.close());

const open = (key: object = SOURCE) => office.post('MasterWIRKSCopy/FirstDisplay', key);
const form = (toJgcd: string | string[], more: object = {}) => ({
  ...SOURCE,
  toNend: 2026,
  toJgcd,
  ksnm: 'コース0001',
  isCopyHfkb: '1',
  ...more,
});
const copy = (toJgcd: string | string[], more: object = {}) =>
  office.post('MasterWIRKSCopy/Execute', form(toJgcd, more));

async function newClients(name: string, count: number): Promise<string[]> {
  const rest = { jgkn: '', jgry: '', hksh: '', ksfg: '2', ksmm: 0, ksdd: 0, vsbl: '1', caln: '1', gest: '1', url: '' };
  for (let number = 1; number <= count; number += 1) {
    const jgnm = `${name}${number}`;
    await office.ask('MasterWJGYO/Register', { jgnm, ...rest, mnsn: '0', remd: 0, jksd: 0, kshj: '1' });
  }
  const { listJGYO } = await office.ask('MasterWJGYO/List');
  return listJGYO.flatMap(({ JGNM, JGCD }: Record<string, string>) => (JGNM?.startsWith(name) ? [JGCD] : []));
}

const categoriesOf = async (jgcd: string): Promise<{ HFKB: string; KBNM: string }[]> =>
  (await office.ask('MasterWHFKB/List', { jgcd })).listHFKB;
const coursesOf = async (jgcd: string) => (await office.ask('MasterWIRKS/List', { jgcd })).listIrks;

async function countCourses(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from courses`.execute(office.service.db);
  return rows[0]?.n ?? 0;
}

const SETS = [
  ['MasterWIRKM', 'listIrkm'],
  ['MasterWKSWK', 'listKswk'],
  ['MasterWRKKS', 'listRkks'],
  ['MasterWRKOP', 'listRkop'],
] as const;

test('Given a course with rows by category, when it is copied to nineteen clients without categories, then nineteen private courses with their categories stand after one press', async () => {
  const clients = await newClients('十九', 19);
  const { body } = await open();
  expect(body).toMatchObject({
    errorCode: 0,
    jgnm: `団体${SOCIETY}`,
    ksnm: 'コース0001',
    irkmCount: 1,
    kswkCount: 2,
    rkksCount: 2,
    rkopCount: 1,
  });
  expect(body.listJgyo).toContainEqual({ jgcd: clients[0], jgnm: '十九1' });
  expect(body.listJgyo[0]).toEqual({ jgcd: INDIVIDUAL, jgnm: '個人' });

  const answer = (await copy(clients, { version: body.version })).body;
  expect(answer).toMatchObject({ errorCode: 0, copyCount: 19, skipCount: 0 });
  expect(answer.listResult).toHaveLength(19);
  const codes = answer.listResult.map(({ kscd }: { kscd: string }) => kscd);
  expect(new Set(codes).size).toBe(19);

  const [before, shown] = [await office.ask('MasterWIRKS/Detail', SOURCE), answer.listResult[7]];
  const to = { nend: 2026, jgcd: shown.jgcd, kscd: shown.kscd };
  expect(await office.ask('MasterWIRKS/Detail', to)).toEqual({
    ...before,
    ...to,
    key: `2026${to.jgcd}${to.kscd}`,
    jgnm: shown.jgnm,
    version: '1',
    upok: '0',
  });
  for (const client of clients) {
    expect(await coursesOf(client)).toMatchObject([{ ksnm: 'コース0001', upok: '0' }]);
    expect((await categoriesOf(client)).map(({ KBNM }) => KBNM)).toEqual(['本人', '配偶者']);
  }
  // Under the same row codes, each for the client's own category of that name.
  const names = new Map((await categoriesOf(to.jgcd)).map(({ HFKB, KBNM }) => [HFKB, KBNM]));
  const theirs = new Map((await categoriesOf(SOCIETY)).map(({ HFKB, KBNM }) => [HFKB, KBNM]));
  for (const [family, list] of SETS) {
    const own = [...names.keys()][0];
    const [old, made] = await Promise.all([
      office.ask(`${family}/FirstDisplay`, { ...SOURCE, hfkb: '01' }),
      office.ask(`${family}/FirstDisplay`, { ...to, hfkb: own }),
    ]);
    const named = (rows: { hfkb?: string }[], by: Map<string, string>) =>
      rows.map((row) => ({ ...row, hfkb: by.get(row.hfkb ?? '') }));
    expect(old[list].length).toBeGreaterThan(0);
    expect(named(made[list], names)).toEqual(named(old[list], theirs));
  }
});

test('Given one of them has it already, then eighteen are made and the table says which was not', async () => {
  const clients = await newClients('十八', 19);
  await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, jgcd: clients[4], ksnm: 'コース0001' });
  const { body } = await copy(clients);
  expect(body).toMatchObject({ errorCode: 0, copyCount: 18, skipCount: 1 });
  const states = body.listResult.map(({ jgcd, kscd, state }: Record<string, string>) => [jgcd, kscd !== '', state]);
  expect(states).toEqual(clients.map((jgcd, at) => (at === 4 ? [jgcd, false, '2'] : [jgcd, true, '1'])));
  expect(await coursesOf(clients[4] ?? '')).toHaveLength(1);
  expect(await categoriesOf(clients[4] ?? '')).toEqual([]);
});

test('Given a fault at the fifteenth, then none stands', async () => {
  const clients = await newClients('十五', 19);
  const before = await countCourses();
  const db = office.service.admin;
  await sql`create function fault() returns trigger language plpgsql as $$
    begin if new.client_code = '${sql.raw(clients[14] ?? '')}' then raise exception 'fault'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger fault before insert on course_prices for each row execute function fault()`.execute(db);
  expect(await copy(clients)).toMatchObject({ status: 500, body: { errorCode: 11 } });
  await sql`drop trigger fault on course_prices`.execute(db);
  expect(await countCourses()).toBe(before);
  for (const client of clients) expect(await categoriesOf(client)).toEqual([]);
  expect((await copy(clients)).body).toMatchObject({ errorCode: 0, copyCount: 19 });
});

test('Given a source that a colleague changed meanwhile, then 14 and nothing is copied', async () => {
  const [client = ''] = await newClients('変更', 1);
  const key = `2026${INDIVIDUAL}0002`;
  const from = { nend: 2026, jgcd: INDIVIDUAL, kscd: '0002', key };
  const detail = await office.ask('MasterWIRKS/Detail', from);
  const everybody = { jkcds: '00', hfkbs: 'Z', sexes: 'Z', stags: 100, edags: 110, recordStatuses: '13' };
  // Whatever of it was changed: the course itself, or any of its sets of rows.
  const changes: (readonly [string, object])[] = [
    ['MasterWIRKS/Update', { ...detail, time: '半日', version: '' }],
    ['MasterWIRKM/Update', { kmcds: '0001', jskbs: '2', recordStatuses: '13' }],
    ['MasterWKSWK/Update', { ...everybody, wakus: '0002' }],
    ['MasterWRKKS/Update', { ...everybody, kngks: 100 }],
    [
      'MasterWRKOP/Update',
      {
        jkcds: '00',
        hfkb: 'Z',
        sexes: 'Z',
        stags: 0,
        edags: 99,
        kngks: 1,
        opbrs: '0001',
        opcds: '0001',
        recordStatuses: '13',
      },
    ],
  ];
  for (const [call, change] of changes) {
    const { version } = (await open(from)).body;
    await office.ask(call, { ...from, ...change });
    const { body } = await copy(client, { ...from, version });
    expect([call, body.errorCode]).toEqual([call, 14]);
  }
  expect(await coursesOf(client)).toEqual([]);
  const { version } = (await open(from)).body;
  expect((await copy(client, { ...from, version })).body).toMatchObject({ errorCode: 0, copyCount: 1 });
});

test('without the box, who lacks a category is left out, and it is named; those who have it by name get it', async () => {
  const [lacks = '', has = ''] = await newClients('区分', 2);
  await office.ask('MasterWHFKB/Register', { jgcd: lacks, kbnm: '配偶者' });
  for (const kbnm of ['配偶者', 'その他', '本人']) await office.ask('MasterWHFKB/Register', { jgcd: has, kbnm });
  const { body } = await copy([lacks, has, INDIVIDUAL], { isCopyHfkb: '0' });
  expect(body).toMatchObject({
    copyCount: 1,
    skipCount: 2,
    listResult: [
      { jgcd: INDIVIDUAL, kscd: '', state: '2', kbnm: '' },
      { jgcd: lacks, kscd: '', state: '3', kbnm: '本人' },
      { jgcd: has, state: '1', kbnm: '' },
    ],
  });
  expect(await categoriesOf(lacks)).toHaveLength(1);
  const prices = await office.ask('MasterWRKKS/FirstDisplay', { nend: 2026, jgcd: has, kscd: body.listResult[2].kscd });
  const names = new Map((await categoriesOf(has)).map(({ HFKB, KBNM }) => [HFKB, KBNM]));
  expect(prices.listRkks.map(({ hfkb, kngk }: { hfkb: string; kngk: number }) => [names.get(hfkb), kngk])).toEqual([
    ['本人', 5500],
    ['配偶者', 16500],
  ]);
});

test('those who pay themselves get no course with categories, whatever the box says, and any other', async () => {
  expect((await copy(INDIVIDUAL, { ksnm: '個人にも' })).body).toMatchObject({
    errorCode: 0,
    copyCount: 0,
    listResult: [{ jgcd: INDIVIDUAL, jgnm: '個人', kscd: '', state: '4' }],
  });
  const plain = { nend: 2026, jgcd: '30000002', kscd: '0001', ksnm: '個人にも' };
  expect((await copy(INDIVIDUAL, plain)).body).toMatchObject({ copyCount: 1, listResult: [{ state: '1' }] });
});

test('the source’s own client gets it where year or name differs; the period moves by the years, February 29 to 28', async () => {
  const [client = ''] = await newClients('うるう日', 1);
  const leap = { stdyYear: 2024, stdyMonth: 2, stdyDate: 29, eddyYear: 2027, eddyMonth: 3, eddyDate: 31 };
  const { kscd } = await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, ...leap, jgcd: client, ksnm: '元' });
  const from = { nend: 2026, jgcd: client, kscd };
  expect((await copy(client, { ...from, ksnm: '元' })).body.listResult).toMatchObject([{ state: '2' }]);
  expect((await copy(client, { ...from, ksnm: '別名' })).body).toMatchObject({ copyCount: 1 });
  const { body } = await copy([client, client], { ...from, toNend: 2029, ksnm: '元' });
  // Named twice, it is copied to once.
  expect(body).toMatchObject({ copyCount: 1, skipCount: 0, listResult: [{ state: '1' }] });
  expect(
    await office.ask('MasterWIRKS/Detail', { nend: 2029, jgcd: client, kscd: body.listResult[0].kscd }),
  ).toMatchObject({
    ksnm: '元',
    stdyYear: 2027,
    stdyMonth: 2,
    stdyDate: 28,
    eddyYear: 2030,
    eddyMonth: 3,
    eddyDate: 31,
  });
});

test('two categories of one name stay two', async () => {
  const [from = '', to = ''] = await newClients('同名', 2);
  for (const kbnm of ['社員', '社員']) await office.ask('MasterWHFKB/Register', { jgcd: from, kbnm });
  await office.ask('MasterWHFKB/Register', { jgcd: to, kbnm: '社員' });
  const { kscd } = await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, jgcd: from, ksnm: '同名' });
  const [one, two] = (await categoriesOf(from)).map(({ HFKB }) => HFKB);
  const both = { jkcds: ['00', '00'], hfkbs: [one, two], sexes: ['Z', 'Z'], stags: [0, 0], edags: [99, 99] };
  const rows = { ...both, kngks: [100, 200], recordStatuses: ['13', '13'] };
  await office.ask('MasterWRKKS/Update', { nend: 2026, jgcd: from, kscd, ...rows });
  const { body } = await copy(to, { jgcd: from, kscd, ksnm: '同名' });
  const made = { nend: 2026, jgcd: to, kscd: body.listResult[0].kscd };
  const { listRkks } = await office.ask('MasterWRKKS/FirstDisplay', made);
  expect(new Set(listRkks.map(({ hfkb }: { hfkb: string }) => hfkb)).size).toBe(2);
  expect(await categoriesOf(to)).toHaveLength(2);
});

test('refused: no client, too many, no year, no name 12; unknown ones 16; and nobody else’s', async () => {
  const none = invalidAnswer(['コピー先のクライアントを選択してください。']);
  expect(await copy([])).toMatchObject(none);
  const many = Array.from({ length: 101 }, (_, at) => String(at + 1).padStart(8, '0'));
  expect(await copy(many)).toMatchObject(invalidAnswer(['コピー先のクライアントは100件以内で選択してください。']));
  expect(await copy(SOCIETY, { toNend: '26', ksnm: '' })).toMatchObject(
    invalidAnswer(['年度は2000から2999までの西暦4桁で入力してください。', 'コース名は必須入力です。']),
  );
  expect((await copy(SOCIETY, { ksnm: '長'.repeat(121) })).body).toMatchObject({ errorCode: 12 });
  expect(await copy([SOCIETY, '99999999'], { ksnm: '未知' })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await copy(SOCIETY, { kscd: '9999' })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await open({ ...SOURCE, nend: 2020 })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  for (const call of ['FirstDisplay', 'Execute']) {
    const path = `/api/MasterWIRKSCopy/${call}`;
    const sent = { ...form(SOCIETY), toJgcd: INDIVIDUAL };
    expect(await office.service.post(path, sent, office.foreignToken)).toMatchObject({ status: 404 });
    expect(await office.service.post(path, sent)).toMatchObject({ status: 401, body: { errorCode: 15 } });
  }
});

test('one press is one entry of the access log, with the count', async () => {
  const clients = await newClients('履歴', 3);
  await copy(clients);
  const entries = await office.service.readLog();
  const copies = entries.filter(({ details }) => (details as { note?: string }).note === 'コピー');
  expect(copies.at(-1)).toMatchObject({
    institution_code: HOSPITAL,
    act: '21',
    subject: `コースマスタ 2026-${SOCIETY}-0001 コース0001`,
    details: { note: 'コピー', count: 3 },
    outcome: 'ok',
  });
});
