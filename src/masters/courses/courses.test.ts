// Courses through the HTTP server: list, detail, register, update, delete, and who would get what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { type CourseOffice, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { putReservation } from '#tests/kit/reservations.ts';

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
});
afterAll(() => office.service.close());

const NOT_FOUND = { status: 404, body: { errorCode: 16 } };
const course = (kscd: string, jgcd = '00000000', nend = 2026) => ({ nend, jgcd, kscd });

test('the list opens with those who pay themselves, newest year first, and names all clients', async () => {
  const body = await office.ask('MasterWIRKS/List');
  expect(body.listJgyo[0]).toEqual({ jgcd: '00000000', jgnm: '個人', isExist: '1' });
  expect(body.listJgyo).toHaveLength(5);
  expect(body.listIrks.map(({ key }: { key: string }) => key)).toEqual([
    '2027000000000006',
    ...['0001', '0002', '0003', '0004', '0005'].map((code) => `202600000000${code}`),
  ]);
  expect(body.listIrks[1]).toEqual({
    version: '1',
    nend: 2026,
    jgcd: '00000000',
    kscd: '0001',
    key: '2026000000000001',
    ksnm: 'コース0001',
    stdy: '2026/01/01',
    eddy: '2028/03/31',
    upok: '1',
    lack: '0',
  });
  const { listIrks } = await office.ask('MasterWIRKS/Search', { jgcd: SOCIETY });
  expect(listIrks.map(({ key }: { key: string }) => key)).toEqual([`2026${SOCIETY}0001`]);
  expect((await office.ask('MasterWIRKS/List', { jgcd: SOCIETY })).listIrks).toEqual(listIrks);
  for (const call of ['MasterWIRKS/List', 'MasterWIRKS/Search']) {
    expect(await office.post(call, { jgcd: '99999999' })).toMatchObject(NOT_FOUND);
  }
});

test('a registered course is what the detail shows, and an update changes it', async () => {
  const look = await office.ask('MasterWIRKS/RegisterFirstDisplay', { jgcd: '00000000' });
  expect(look).toMatchObject({ jgnm: '個人', listYear: [2025, 2026, 2027, 2028] });
  const texts = { ksnm: ODD_NAME, nbnm: LONG_NAME, time: '約3時間', mem1: '一行目\n二行目', mem5: '検'.repeat(2000) };
  const { kscd, key } = await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, ...texts, nend: 2025 });
  expect(key).toBe(`202500000000${kscd}`);
  const detail = await office.ask('MasterWIRKS/Detail', { key });
  expect(detail).toMatchObject({
    ...NEW_COURSE,
    ...texts,
    nend: 2025,
    kscd,
    key,
    jgnm: '個人',
    listYear: [2025, 2026, 2027, 2028],
    version: '1',
  });
  expect(detail.hsfg).toBe('0');
  const change = { ...detail, hsfg: '1', upok: '0', ksnm: '改名', eddyYear: 2026, eddyMonth: 4, eddyDate: 1, time: '' };
  const updated = await office.ask('MasterWIRKS/Update', change);
  expect(updated).toMatchObject({ version: '2', key });
  const { version: _, ...after } = await office.ask('MasterWIRKS/Detail', course(kscd, '00000000', 2025));
  const { version: __, ...wanted } = change;
  expect(after).toEqual(wanted);
  const { hsfg: ___, ...unsent } = change;
  await office.ask('MasterWIRKS/Update', { ...unsent, version: '' });
  expect(await office.ask('MasterWIRKS/Detail', { key })).toMatchObject({ hsfg: '1' });
  expect((await office.ask('MasterWIRKS/List')).listIrks.at(-1)).toMatchObject({ key, ksnm: '改名', upok: '0' });
});

test('codes go on from course to course, whatever the client and the year, and are not given again', async () => {
  const first = await office.ask('MasterWIRKS/Register', NEW_COURSE);
  await office.ask('MasterWIRKS/Delete', { key: first.key });
  const second = await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, jgcd: SOCIETY, nend: 2030 });
  expect(Number(second.kscd)).toBe(Number(first.kscd) + 1);
  await office.ask('MasterWIRKS/Delete', { key: second.key });
});

test.each<[string, object, string[]]>([
  ['Register', { nend: '二千' }, ['年度は整数で入力してください。']],
  ['Register', { nend: '2026.5' }, ['年度は整数で入力してください。']],
  ['Register', { nend: '' }, ['年度は整数で入力してください。']],
  ['Update', { nend: 'x', key: '2026000000000001' }, ['年度は整数で入力してください。']],
  ['Register', { ksnm: '　' }, ['コース名は必須入力です。']],
  ['Update', { ksnm: '', upok: '' }, ['コース名は必須入力です。', '公開区分を選択してください。']],
  ['Register', { stdyDate: 31 }, ['登録期間の開始日は年月日をすべて正しく選択してください。']],
  ['Update', { eddyYear: 0, eddyMonth: 0, eddyDate: 0 }, ['登録期間の終了日を選択してください。']],
  ['Register', { eddyYear: 2025 }, ['登録期間の終了日は開始日以降の日付を選択してください。']],
  ['Update', { eddyYear: 2025 }, ['登録期間の終了日は開始日以降の日付を選択してください。']],
  ['Register', { nbnm: `${LONG_NAME}字` }, ['内部名称は120文字以内で入力してください。']],
  ['Register', { jgcd: 'x' }, ['クライアントが適正な文字数ではありません。']],
])('%s refuses %j, and nothing is written', async (call, changes, sentences) => {
  const before = await office.ask('MasterWIRKS/List');
  const form = { ...NEW_COURSE, kscd: '0001', ...changes };
  expect(await office.post(`MasterWIRKS/${call}`, form)).toMatchObject(invalidAnswer(sentences));
  expect(await office.ask('MasterWIRKS/List')).toEqual(before);
});

test.each([
  ['Detail', { nend: 2026, jgcd: '00000000', kscd: '0099' }],
  ['Detail', { ...course('0001'), key: '2026000000000002' }],
  ['Update', { ...NEW_COURSE, kscd: '0001', key: '2025000000000001' }],
  ['Delete', { ...course('0001'), key: '1' }],
  ['Delete', {}],
  ['Preview', { ...course('0077'), sex: '1', age: 40 }],
  ['Register', { ...NEW_COURSE, jgcd: '99999999' }],
  ['RegisterFirstDisplay', { jgcd: '99999999' }],
])('%s of %j: there is no such thing', async (call, form) => {
  expect(await office.post(`MasterWIRKS/${call}`, form)).toMatchObject(NOT_FOUND);
});

describe('a course is not deleted', () => {
  const mail = { institution_code: HOSPITAL, kind: 'booked', title: '件名', body: '本文' } as const;

  test('while reservations of its year name it, cancelled ones too; the answer says how many', async () => {
    const { kscd } = await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, ksnm: '予約あり' });
    const visit = { visitDate: '2026-12-01', slotCode: '09', startMinute: 540 };
    for (let n = 0; n < 2; n++) {
      const reservation_number = await putReservation(office.service.db, HOSPITAL, visit);
      await office.service.db
        .updateTable('reservations')
        .set({ course_code: kscd, client_code: '00000000', fiscal_year: 2026, status: n ? 'cancelled' : 'new' })
        .where('reservation_number', '=', reservation_number)
        .execute();
    }
    const answer = await office.post('MasterWIRKS/Delete', course(kscd));
    expect(answer.body).toMatchObject({
      errorCode: 13,
      errorMessage: 'コース「予約あり」（2026年度）は使用中のため削除できません（予約 2件）。',
    });
    expect((await office.ask('MasterWIRKS/Detail', course(kscd))).ksnm).toBe('予約あり');
  });

  test('while a mail template names it and no other year of it is left', async () => {
    const { kscd } = await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, ksnm: 'メールあり' });
    await office.service.db
      .insertInto('mail_templates')
      .values({ ...mail, template_code: '9001', client_code: '00000000', course_code: kscd })
      .execute();
    const answer = await office.post('MasterWIRKS/Delete', course(kscd));
    expect(answer.body).toMatchObject({
      errorCode: 13,
      errorMessage: 'コース「メールあり」（2026年度）は使用中のため削除できません（メールテンプレート 1件）。',
    });
    await office.service.db
      .insertInto('courses')
      .values({
        institution_code: HOSPITAL,
        client_code: '00000000',
        fiscal_year: 2024,
        course_code: kscd,
        name: '前の年',
        registration_from: '2024-04-01',
        registration_to: '2025-03-31',
      })
      .execute();
    const { listIrks } = await office.ask('MasterWIRKS/Delete', course(kscd));
    expect(listIrks.filter((row: { kscd: string }) => row.kscd === kscd)).toMatchObject([{ nend: 2024 }]);
    expect((await office.post('MasterWIRKS/Delete', course(kscd, '00000000', 2024))).body.errorCode).toBe(13);
  });

  test('but its own rows go with it', async () => {
    const { key, kscd } = await office.ask('MasterWIRKS/Register', NEW_COURSE);
    const row = { hfkbs: 'Z', sexes: 'Z', stags: 0, edags: 999, recordStatuses: 13, jkcds: '00' };
    await office.ask('MasterWRKKS/Update', { key, ...row, kngks: 100 });
    await office.ask('MasterWKSWK/Update', { key, ...row, wakus: '0001' });
    await office.ask('MasterWRKOP/Update', { key, ...row, opbrs: '0001', opcds: '0001', kngks: 0 });
    await office.ask('MasterWIRKS/Delete', { key });
    for (const table of ['course_prices', 'course_frames', 'course_options'] as const) {
      const left = await office.service.db
        .selectFrom(table)
        .select('condition_code')
        .where('course_code', '=', kscd)
        .execute();
      expect(left).toEqual([]);
    }
    expect(await office.post('MasterWIRKS/Delete', { key })).toMatchObject(NOT_FOUND);
  });
});

describe('the list says what keeps people from booking', () => {
  const lackOf = async (key: string) =>
    (await office.ask('MasterWIRKS/List')).listIrks.find((row: { key: string }) => row.key === key).lack;
  const row = { hfkbs: 'Z', sexes: '1', stags: 0, edags: 39, recordStatuses: 13, jkcds: '00' };

  test('both rows, one of them, or that no two fit the same person', async () => {
    const { key } = await office.ask('MasterWIRKS/Register', NEW_COURSE);
    expect(await lackOf(key)).toBe('3');
    await office.ask('MasterWRKKS/Update', { key, ...row, kngks: 100 });
    expect(await lackOf(key)).toBe('2');
    await office.ask('MasterWKSWK/Update', { key, ...row, stags: 40, edags: 74, wakus: '0001' });
    expect(await lackOf(key)).toBe('4');
    await office.ask('MasterWKSWK/Update', { key, ...row, sexes: '2', wakus: '0002' });
    expect(await lackOf(key)).toBe('4');
    await office.ask('MasterWKSWK/Update', { key, ...row, stags: 39, wakus: '0002' });
    expect(await lackOf(key)).toBe('0');
    await office.ask('MasterWRKKS/Delete', { key, jkcd: '01' });
    expect(await lackOf(key)).toBe('1');
    await office.ask('MasterWIRKS/Delete', { key });
  });

  test('that a frame has no capacity on any day that can still be booked', async () => {
    const { db } = office.service;
    const frame = { institution_code: HOSPITAL, frame_code: '0009' };
    await db
      .insertInto('frames')
      .values({ ...frame, name: '新しい枠', managed_by: 'time', counted_as: 'persons' })
      .execute();
    const { key } = await office.ask('MasterWIRKS/Register', NEW_COURSE);
    const everybody = { ...row, sexes: 'Z', edags: 999 };
    await office.ask('MasterWRKKS/Update', { key, ...everybody, kngks: 100 });
    await office.ask('MasterWKSWK/Update', { key, ...everybody, wakus: '0001' });
    expect(await lackOf(key)).toBe('0');
    await office.ask('MasterWKSWK/Update', { key, ...everybody, wakus: '0009' });
    expect(await lackOf(key)).toBe('5');
    const put = (visit_date: string, capacity: number) =>
      db
        .insertInto('frame_capacities')
        .values({ ...frame, visit_date, slot_code: '09', capacity })
        .execute();
    // Over, of another year, or none at all.
    await put('2026-11-14', 5);
    await put('2027-04-01', 5);
    await put('2026-12-01', 0);
    expect(await lackOf(key)).toBe('5');
    await put('2027-03-31', 1);
    expect(await lackOf(key)).toBe('0');
    await db.updateTable('frame_capacities').set({ capacity: 0 }).where('frame_code', '=', '0009').execute();
    // Nobody is kept from a course that takes no more bookings.
    const over = { eddyYear: 2026, eddyMonth: 11, eddyDate: 14 };
    await office.ask('MasterWIRKS/Update', { ...NEW_COURSE, key, ...over });
    expect(await lackOf(key)).toBe('0');
    await office.ask('MasterWIRKS/Update', { ...NEW_COURSE, key, ...over, eddyDate: 15 });
    expect(await lackOf(key)).toBe('5');
    await office.ask('MasterWIRKS/Delete', { key });
  });
});

describe('the preview', () => {
  const preview = (form: object) => office.ask('MasterWIRKS/Preview', { ...course('0001', SOCIETY), ...form });

  test('tells price, frames and options of one person', async () => {
    expect(await preview({ hfkb: '01', sex: '1', age: 30 })).toMatchObject({
      jgnm: `団体${SOCIETY}`,
      ksnm: 'コース0001',
      lack: '0',
      jkcd: '01',
      kngk: 5500,
      listKswk: [
        { jkcd: '01', waku: '0001', wknm: '枠0001', krkb: '2' },
        { jkcd: '02', waku: '0005', wknm: '枠0005', krkb: '1' },
      ],
      listRkop: [],
    });
    expect(await preview({ hfkb: '02', sex: '2', age: 39 })).toMatchObject({ lack: '1', jkcd: '', kngk: 0 });
    expect(await preview({ hfkb: '02', sex: '2', age: 40 })).toMatchObject({ lack: '0', jkcd: '02', kngk: 16500 });
    expect(await preview({ hfkb: 'Z', sex: '2', age: 40 })).toMatchObject({ lack: '1' });
  });

  test('options in the order of the booking, with what is chosen at first', async () => {
    const { listRkop } = await office.ask('MasterWIRKS/Preview', { ...course('0001'), hfkb: 'Z', sex: '2', age: 39 });
    expect(listRkop.map(({ opcd }: { opcd: string }) => opcd)).toEqual([
      '0001',
      '0002',
      '0003',
      '0005',
      '0006',
      '0007',
    ]);
    expect(listRkop[0]).toMatchObject({ opbr: '0001', brnm: '分類0001', trkb: '1', dffg: '1', kngk: 0, wknm: '' });
    expect(listRkop[1]).toMatchObject({ dffg: '0', kngk: 5500, wknm: '枠0002' });
  });

  test.each([
    [{ hfkb: '09', sex: '1', age: 40 }, ['対象者区分を選択してください。']],
    [{ hfkb: '01', sex: 'Z', age: 40 }, ['性別を選択してください。']],
    [{ hfkb: '01', sex: '1', age: 'x' }, ['年齢は整数値で入力してください。']],
    [{ hfkb: '01', sex: '1', age: 1000 }, ['年齢は0から999までの数値で入力してください。']],
  ])('refuses %j', async (form, sentences) => {
    const answer = await office.post('MasterWIRKS/Preview', { ...course('0001', SOCIETY), ...form });
    expect(answer).toMatchObject(invalidAnswer(sentences));
  });
});

test('another institution sees nothing of it, and nobody anything without a token', async () => {
  const form = { ...NEW_COURSE, ...course('0001'), hfkb: 'Z', sex: '1', age: 40 };
  await expectForeignersRefused(office.service, 'MasterWIRKS', form, office.foreignToken);
  const foreign = await office.service.post('/api/MasterWIRKS/Preview', form, office.foreignToken);
  expect(foreign).toMatchObject(NOT_FOUND);
  const others = await office.service.post('/api/MasterWIRKS/List', {}, office.foreignToken);
  expect(others.body).toMatchObject({ listJgyo: [{ jgcd: '00000000' }], listIrks: [] });
  await expectTokenNeeded(office.service, 'MasterWIRKS', ['Search', 'RegisterFirstDisplay', 'Preview']);
});
