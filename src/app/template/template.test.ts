// Proves the template institution by booking in it, and that nothing of it can be booked as it is.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOfWeek } from '#domain/calendar/plain-date.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { inTransaction } from '#server/transaction.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { type Answered, startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { writeTemplate } from './write-template.ts';

const CLINIC = '10000003';
const EMPTY = '10000004';
const NOW = '2026-11-16T10:00:00+09:00';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService({ now: NOW });
  const { db } = service;
  for (const institutionCode of [CLINIC, EMPTY]) {
    await createInstitution(db, { institutionCode, routeParam: `r${institutionCode}`, name: '丘の上クリニック' });
  }
  await inTransaction(db, (transaction) => writeTemplate(transaction, CLINIC, new Date(NOW)));
  token = await openClerk(db, { institutionCode: CLINIC, userId: 'manager1', role: 'manager' }, new Date(NOW));
});
afterAll(() => service.close());

const post = (call: string, form: object = {}, as: string | undefined = token): Promise<Answered> =>
  service.post(`/api/${call}`, { ...form }, as);

async function ask(call: string, form: object = {}) {
  const { body } = await post(call, form);
  expect([call, body]).toMatchObject([call, { errorCode: 0 }]);
  return body;
}

const everybody = { ircd: CLINIC, jgcd: '00000000', hfkb: 'Z', sex: 'Z', age: 40, nend: 2026 };
const offered = () => service.post('/api/CommonSelectCourse/FirstDisplay', everybody);
const keyOf = (kscd: string) => ({ key: `202600000000${kscd}` });

async function countRows(table: string, institutionCode: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)} where institution_code = ${institutionCode}`.execute(
    service.db,
  );
  return rows[0]?.n ?? 0;
}

const MASTERS = ['time_slots', 'frames', 'exam_items', 'option_groups', 'option_items', 'courses', 'calendar_days'];

test('Given `create-institution` without it, then masters are empty', async () => {
  for (const table of MASTERS) expect([table, await countRows(table, EMPTY)]).toEqual([table, 0]);
  expect(await countRows('clients', EMPTY)).toBe(1);
});

test('Given the template as it is, then the examinee’s top page says that booking is not open yet', async () => {
  expect((await offered()).body).toMatchObject({ listCourse: [] });
  expect(await countRows('frame_capacities', CLINIC)).toBe(0);
  expect(await countRows('mail_templates', CLINIC)).toBe(0);
});

test('its masters are what the design lists, in the order of their screens', async () => {
  const { listTMZN } = await ask('MasterWTMZN/List');
  expect(listTMZN.map((row: { ZNNM: string }) => row.ZNNM)).toEqual([
    '8:30',
    '9:00',
    '9:30',
    '10:00',
    '10:30',
    '13:00',
    '13:30',
    '14:00',
  ]);
  const { listWAKU } = await ask('MasterWWAKU/List');
  expect(listWAKU.map(({ WKNM, KRKB, CCD1 }: Record<string, string>) => [WKNM, KRKB, CCD1])).toEqual([
    ['健診受付', '2', '1'],
    ['人間ドック受付', '2', '1'],
    ['胃内視鏡', '2', '1'],
    ['婦人科検査', '1', '2'],
    ['腹部超音波', '1', '1'],
  ]);
  expect((await ask('MasterWKKMM/List')).listKKMM).toHaveLength(18);
  expect(await Promise.all(MASTERS.slice(3, 6).map((table) => countRows(table, CLINIC)))).toEqual([4, 15, 2]);
  const { listIrks } = await ask('MasterWIRKS/List');
  expect(listIrks).toMatchObject([
    { ksnm: '一日人間ドック', upok: '0', stdy: '2026/04/01', eddy: '2027/03/31' },
    { ksnm: '定期健康診断', upok: '0' },
  ]);
  const items = (await ask('MasterWIRKM/FirstDisplay', keyOf('0002'))).listIrkm;
  const included = items.flatMap(({ jskb }: { jskb: string }, at: number) => (jskb === '9' ? [] : [at + 1]));
  expect(included).toEqual([1, 2, 3, 4, 5, 8, 9, 13, 14, 16]);
});

test('closed are Sundays, national holidays and the turn of the year, from today to the end of the next fiscal year', async () => {
  const days = await service.db
    .selectFrom('calendar_days')
    .select('day')
    .where('institution_code', '=', CLINIC)
    .where('status', '=', 'closed')
    .orderBy('day')
    .execute();
  const closed = days.map(({ day }) => day);
  expect(closed[0]).toBe('2026-11-22');
  expect(closed.at(-1)! <= '2028-03-31' && closed.at(-1)! > '2028-03-20').toBe(true);
  for (const day of ['2026-11-23', '2026-12-29', '2027-01-03', '2027-05-03']) expect(closed).toContain(day);
  expect(closed).not.toContain('2026-11-24');
  expect(closed.filter((day) => dayOfWeek(day) === 1).length).toBeGreaterThan(70);
});

test('what is registered next has codes of its own', async () => {
  const { listOPBR } = await ask('MasterWOPBR/List');
  await ask('MasterWTMZN/Register', { znnm: '14:30', sthh: '14', stmm: '30' });
  await ask('MasterWWAKU/Register', { wknm: '骨密度', krkb: '1', ccd1: '1' });
  await ask('MasterWKKMM/Register', { sort: 19, kmnm: '握力' });
  await ask('MasterWOPKM/Register', {
    opbr: listOPBR[0].OPBR,
    sort: 5,
    opnm: '胃カメラ',
    nbnm: '',
    waku: '',
    dffg: '0',
  });
});

test('Given `--from-template`, when the clinic sets capacity by bulk and publishes the course, then a guest books it', async () => {
  const range = { startYear: 2026, startMonth: 12, startDate: 1, endYear: 2027, endMonth: 3, endDate: 31 };
  const { wakuList, tmznList } = await ask('MasterWWKKRBulk/FirstDisplay');
  const slots = tmznList.map(({ tmzn }: { tmzn: string }) => tmzn);
  for (const { waku, krkb } of wakuList) {
    const counts = krkb === '1' ? { wakuCnt1: 5 } : { tmzns: slots, tmznWakuCnt1: slots.map(() => 3) };
    await ask('MasterWWKKRBulk/Register', { ...range, waku, days: [2, 3, 4, 5, 6], ...counts });
  }
  const detail = await ask('MasterWIRKS/Detail', keyOf('0001'));
  await ask('MasterWIRKS/Update', { ...detail, upok: '1' });
  expect((await ask('MasterWIRKS/List')).listIrks[0]).toMatchObject({ upok: '1', lack: '0' });

  expect((await offered()).body.listCourse).toMatchObject([{ ksnm: '一日人間ドック' }]);
  const form = guestForm(CLINIC, {
    courseJkcd: '01',
    opbr: ['0001', '0003'],
    opcd: ['0002', '0001'],
    optionJkcd: ['01', '01'],
    reserveDate: '2026/12/01',
    reserveTmzn: '02',
    sumGkgk: 44_000 + 5500 + 5500,
    requestId: crypto.randomUUID(),
  });
  const booked = await service.post('/api/Account/CommonGuestNewReserve', form);
  expect(booked.body).toMatchObject({ errorCode: 0 });
});
