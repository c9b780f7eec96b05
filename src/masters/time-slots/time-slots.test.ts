// The time slots master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { timeSlotCalls } from './contract.ts';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
  await service.db
    .insertInto('frames')
    .values({
      institution_code: '10000001',
      frame_code: '0001',
      name: '受付',
      managed_by: 'time',
      counted_as: 'persons',
    })
    .execute();
});
afterAll(() => service.close());

async function add(name: string, hour = 9, minute = 0): Promise<string> {
  await service.ask(timeSlotCalls.register, { name, hour, minute }, token);
  const { rows } = await service.ask(timeSlotCalls.list, {}, token);
  return rows.find((row) => row.name === name)!.slotCode;
}

async function putCapacity(slotCode: string, date: string, capacity: number): Promise<void> {
  const key = { institution_code: '10000001', frame_code: '0001', visit_date: date, slot_code: slotCode };
  await service.db
    .insertInto('frame_capacities')
    .values({ ...key, capacity })
    .execute();
}

/** Of a person who is received then; the capacity must be there. */
async function book(slotCode: string, date: string): Promise<void> {
  const number = await putReservation(service.db, '10000001', { visitDate: date, slotCode, startMinute: 540 });
  await service.db
    .insertInto('reservation_places')
    .values({
      institution_code: '10000001',
      reservation_number: number,
      frame_code: '0001',
      visit_date: date,
      slot_code: slotCode,
      quantity: 1,
      held: true,
    })
    .execute();
}

test.each([
  [ODD_NAME, '09', '05', '9:05'],
  [LONG_NAME, '0', '0', '0:00'],
  ['夜の最後', '23', '59', '23:59'],
])('%s at %s:%s is what list and detail show', async (name, sthh, stmm, shown) => {
  const registered = await service.post('/api/MasterWTMZN/Register', { znnm: name, sthh, stmm }, token);
  expect(registered.body.errorCode).toBe(0);
  const list = await service.post('/api/MasterWTMZN/List', {}, token);
  const row = list.body.listTMZN.find((each: { ZNNM: string }) => each.ZNNM === name);
  const fields = { ZNNM: name, STHH: sthh.padStart(2, '0'), STMM: stmm.padStart(2, '0'), STHM: shown };
  expect(row).toEqual({ TMZN: expect.stringMatching(/^[0-9A-Z]{2}$/), ...fields });
  const detail = await service.post('/api/MasterWTMZN/Detail', { tmzn: row.TMZN }, token);
  expect(detail.body).toMatchObject({ errorCode: 0, singleTMZN: { TMZN: row.TMZN, ...fields }, takenCount: 0 });
});

const good = { znnm: 'a', sthh: '9', stmm: '0' };
test.each([
  [{ znnm: '' }, ['名称は必須入力です。']],
  [{ znnm: 'あ'.repeat(121) }, ['名称は120文字以内で入力してください。']],
  [{ sthh: '' }, ['受付時間　時間は半角数字で入力してください。']],
  [{ sthh: '９' }, ['受付時間　時間は半角数字で入力してください。']],
  [{ sthh: '-1' }, ['受付時間　時間は半角数字で入力してください。']],
  [{ sthh: '24' }, ['受付時間　時間は0から23までの数値で入力してください。']],
  [{ stmm: '' }, ['受付時間　分は半角数字で入力してください。']],
  [{ stmm: 'a' }, ['受付時間　分は半角数字で入力してください。']],
  [{ stmm: '60' }, ['受付時間　分は0から59までの数値で入力してください。']],
  [
    { znnm: '', sthh: 'x', stmm: 'x' },
    [
      '名称は必須入力です。',
      '受付時間　時間は半角数字で入力してください。',
      '受付時間　分は半角数字で入力してください。',
    ],
  ],
])('refuses %j with code 12, at registration and at update', async (change, sentences) => {
  const slotCode = await add(`時間帯 ${JSON.stringify(change).slice(0, 60)}`);
  const before = await service.ask(timeSlotCalls.list, {}, token);
  for (const name of ['Register', 'Update']) {
    const answer = await service.post(`/api/MasterWTMZN/${name}`, { tmzn: slotCode, ...good, ...change }, token);
    expect(answer).toMatchObject(invalidAnswer(sentences));
  }
  expect(await service.ask(timeSlotCalls.list, {}, token)).toEqual(before);
});

test('the list goes by start time, then by code', async () => {
  const late = await add('遅い', 13, 30);
  const early = await add('早い', 13, 0);
  const twin = await add('同じ', 13, 0);
  const order = async () =>
    (await service.ask(timeSlotCalls.list, {}, token)).rows.map((row) => row.slotCode).filter((code) => code >= late);
  expect(await order()).toEqual([early, twin, late]);
  await service.ask(
    timeSlotCalls.update,
    { slotCode: late, name: '一番早い', hour: 12, minute: 59, version: null },
    token,
  );
  expect(await order()).toEqual([late, early, twin]);
});

test('a changed start time leaves bookings as they are, and the detail says how many there are', async () => {
  const slotCode = await add('変更', 9, 0);
  await putCapacity(slotCode, '2026-11-14', 5);
  await putCapacity(slotCode, '2026-11-16', 5);
  await book(slotCode, '2026-11-14');
  await book(slotCode, '2026-11-16');
  await book(slotCode, '2026-11-16');
  expect((await service.ask(timeSlotCalls.open, { slotCode }, token)).takenCount).toBe(2);
  await service.ask(timeSlotCalls.update, { slotCode, name: '変更', hour: 9, minute: 30, version: null }, token);
  expect((await service.ask(timeSlotCalls.open, { slotCode }, token)).record.startTime).toBe('9:30');
  const kept = await service.db
    .selectFrom('reservations')
    .select('start_minute')
    .where('slot_code', '=', slotCode)
    .execute();
  expect(kept.map((row) => row.start_minute)).toEqual([540, 540, 540]);
});

test('a slot with capacity or reservations is not deleted; an unused one is, with what is left of its capacity', async () => {
  const slotCode = await add('使用中');
  await putCapacity(slotCode, '2026-11-14', 5);
  await putCapacity(slotCode, '2026-11-15', 5);
  await putCapacity(slotCode, '2026-11-16', 0);
  const remove = () => service.post('/api/MasterWTMZN/Delete', { tmzn: slotCode }, token);
  expect((await remove()).body).toMatchObject({
    errorCode: 13,
    errorMessage: '受付時間「使用中」は使用中のため削除できません（今日以降の枠数 1件：2026/11/15）。',
  });
  await book(slotCode, '2026-11-15');
  expect((await remove()).body).toMatchObject({
    errorCode: 13,
    errorMessage: '受付時間「使用中」は使用中のため削除できません（予約 1件、今日以降の枠数 1件：2026/11/15）。',
  });

  const unused = await add('不要');
  await putCapacity(unused, '2026-11-14', 5);
  await putCapacity(unused, '2026-11-16', 0);
  const { rows } = await service.ask(timeSlotCalls.remove, { slotCode: unused, version: null }, token);
  expect(rows.some((row) => row.slotCode === unused)).toBe(false);
  const left = await service.db.selectFrom('frame_capacities').selectAll().where('slot_code', '=', unused).execute();
  expect(left).toEqual([]);
  expect((await add('次の時間帯')) > unused).toBe(true);
});

test('another institution sees nothing of it, and nobody without a token', async () => {
  const slotCode = await add('自院だけ');
  expect((await service.ask(timeSlotCalls.list, {}, otherToken)).rows).toEqual([]);
  await expectForeignersRefused(service, 'MasterWTMZN', { tmzn: slotCode, ...good }, otherToken);
  expect((await service.ask(timeSlotCalls.open, { slotCode }, token)).record.name).toBe('自院だけ');
  await expectTokenNeeded(service, 'MasterWTMZN');
});
