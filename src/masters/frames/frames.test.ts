// The frames master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer } from '#tests/kit/guards.ts';
import { openReservationOffice, WISH } from '#tests/kit/reservation-office.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { frameCalls } from './contract.ts';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

const find = async (name: string) => {
  const { rows } = await service.ask(frameCalls.list, {}, token);
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`no frame ${name}`);
  return row;
};

const OWN = { institution_code: '10000001' };

async function putCapacity(frameCode: string, date: string, capacity: number) {
  await service.db
    .insertInto('frame_capacities')
    .values({ ...OWN, frame_code: frameCode, visit_date: date, slot_code: 'ZZ', capacity })
    .execute();
}

async function takePlaces(frameCode: string, date: string, quantity: number) {
  const visit = { visitDate: date, slotCode: 'ZZ', startMinute: 0 };
  const reservation_number = await putReservation(service.db, '10000001', visit);
  await service.db
    .insertInto('reservation_places')
    .values({
      ...OWN,
      reservation_number,
      frame_code: frameCode,
      visit_date: date,
      slot_code: 'ZZ',
      quantity,
      held: true,
    })
    .execute();
}

test('a registered frame is what list and detail show, in the words of the wire', async () => {
  const odd = '髙﨑①～ 🩺 胃内視鏡';
  await service.ask(frameCalls.register, { name: odd, managedBy: 'time', countedAs: 'parts' }, token);
  const { frameCode } = await find(odd);
  const list = await service.post('/api/MasterWWAKU/List', { ircd: '10000001' }, token);
  expect(list.body).toMatchObject({
    errorCode: 0,
    listWAKU: [{ IRCD: '10000001', WAKU: frameCode, WKNM: odd, KRKB: '2', CCD1: '2' }],
  });
  const detail = await service.post('/api/MasterWWAKU/Detail', { waku: frameCode }, token);
  expect(detail.body).toMatchObject({
    errorCode: 0,
    singleWAKU: { IRCD: '10000001', WAKU: frameCode, WKNM: odd, KRKB: '2', CCD1: '2' },
  });
});

test.each([
  [{ wknm: '', krkb: '1', ccd1: '1' }, ['名称は必須入力です。']],
  [{ wknm: '　 ', krkb: '1', ccd1: '1' }, ['名称は必須入力です。']],
  [{ wknm: 'あ'.repeat(121), krkb: '1', ccd1: '1' }, ['名称は120文字以内で入力してください。']],
  [{ wknm: 'a\nb', krkb: '1', ccd1: '1' }, ['名称に使用できない文字が入力されています。']],
  [{ wknm: 'a', krkb: '3', ccd1: '1' }, ['枠管理を選択してください。']],
  [{}, ['名称は必須入力です。', '枠管理を選択してください。', '人数の数え方を選択してください。']],
])('refuses %j with code 12 and its sentences', async (form, sentences) => {
  const before = await service.ask(frameCalls.list, {}, token);
  const answer = await service.post('/api/MasterWWAKU/Register', form, token);
  expect(answer).toMatchObject(invalidAnswer(sentences));
  expect(await service.ask(frameCalls.list, {}, token)).toEqual(before);
});

test('120 characters are kept, emoji included', async () => {
  const name = '🩺'.repeat(120);
  await service.ask(frameCalls.register, { name, managedBy: 'day', countedAs: 'persons' }, token);
  expect((await find(name)).managedBy).toBe('day');
});

test('an update changes name, management and counting, and drops future capacity of the other kind only', async () => {
  await service.ask(frameCalls.register, { name: '更新前', managedBy: 'day', countedAs: 'persons' }, token);
  const { frameCode } = await find('更新前');
  await putCapacity(frameCode, '2026-11-14', 5);
  await takePlaces(frameCode, '2026-11-14', 3);
  await putCapacity(frameCode, '2026-11-15', 5);
  await service.ask(
    frameCalls.update,
    { frameCode, name: '更新後', managedBy: 'time', countedAs: 'parts', version: null },
    token,
  );
  const detail = await service.ask(frameCalls.open, { frameCode }, token);
  expect(detail.record).toMatchObject({ name: '更新後', managedBy: 'time', countedAs: 'parts' });
  const left = await service.db
    .selectFrom('frame_capacities')
    .select('visit_date')
    .where('frame_code', '=', frameCode)
    .execute();
  expect(left).toEqual([{ visit_date: '2026-11-14' }]);
});

test('management and counting stand while places are taken from today on; the name may change', async () => {
  await service.ask(frameCalls.register, { name: '使用中', managedBy: 'day', countedAs: 'persons' }, token);
  const { frameCode } = await find('使用中');
  await putCapacity(frameCode, '2026-11-15', 5);
  await takePlaces(frameCode, '2026-11-15', 2);
  expect(await service.ask(frameCalls.open, { frameCode }, token)).toMatchObject({ capacityCount: 1, takenCount: 2 });
  for (const change of [
    { krkb: '2', ccd1: '1' },
    { krkb: '1', ccd1: '2' },
  ]) {
    const answer = await service.post('/api/MasterWWAKU/Update', { waku: frameCode, wknm: 'x', ...change }, token);
    expect(answer.body).toMatchObject({
      errorCode: 13,
      errorMessage: '今日以降に2枠の予約が入っているため、枠管理と人数の数え方は変更できません。',
    });
  }
  await service.ask(
    frameCalls.update,
    { frameCode, name: '改名', managedBy: 'day', countedAs: 'persons', version: null },
    token,
  );
  expect((await find('改名')).frameCode).toBe(frameCode);
});

test('management and counting stand while a request waits for the frame, or a cancelled reservation that staff may revive', async () => {
  const office = await openReservationOffice();
  const { token: clerk } = office;
  const ask = (form: object) =>
    office.service.post('/api/MasterWWAKU/Update', { waku: '0004', wknm: 'MRI', ...form }, clerk);
  const detail = async () => (await office.service.post('/api/MasterWWAKU/Detail', { waku: '0004' }, clerk)).body;
  const expectRefused = async (count: number) => {
    expect(await detail()).toMatchObject({ takenCount: 0, waitCount: count });
    for (const change of [
      { krkb: '2', ccd1: '1' },
      { krkb: '1', ccd1: '2' },
    ]) {
      expect((await ask(change)).body).toMatchObject({
        errorCode: 13,
        errorMessage: `今日以降にこの予約枠を使う希望予約または取消済みの予約が${count}件あるため、枠管理と人数の数え方は変更できません。`,
      });
    }
    expect((await ask({ krkb: '1', ccd1: '1' })).body.errorCode).toBe(0);
  };
  try {
    const wish = await office.book({ ...WISH, kscd: '0002', reserveTmzn: 'ZZ' });
    await expectRefused(1);
    const booked = await office.book({ kscd: '0005', reserveTmzn: 'ZZ', sumGkgk: 6600 });
    await office.update(booked.number, { statusCode: '91' });
    await expectRefused(2);
    // One that was changed can never come back; the one in its place can.
    await office.change(wish, { reserveDate: '2026/12/09' });
    await expectRefused(2);
    for (const statusCode of ['92', '99']) {
      await office.update(booked.number, { statusCode });
      await expectRefused(2);
    }
    // Nobody waits for a day that is over.
    await office.db
      .updateTable('reservation_places')
      .set({ visit_date: '2026-11-14' })
      .where('held', '=', false)
      .execute();
    expect(await detail()).toMatchObject({ waitCount: 0 });
    expect((await ask({ krkb: '2', ccd1: '2' })).body.errorCode).toBe(0);
  } finally {
    await office.service.close();
  }
});

test('a frame in use is not deleted, and the answer says by what', async () => {
  await service.ask(frameCalls.register, { name: '枠数あり', managedBy: 'day', countedAs: 'persons' }, token);
  const { frameCode } = await find('枠数あり');
  await putCapacity(frameCode, '2026-12-01', 5);
  await putCapacity(frameCode, '2026-12-02', 5);
  const answer = await service.post('/api/MasterWWAKU/Delete', { waku: frameCode }, token);
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessage: '予約枠「枠数あり」は使用中のため削除できません（今日以降の枠数 2件：2026/12/01 ほか1日）。',
  });
});

test('an unused frame is deleted, and its code is not given again', async () => {
  await service.ask(frameCalls.register, { name: '不要', managedBy: 'day', countedAs: 'persons' }, token);
  const { frameCode } = await find('不要');
  const { rows } = await service.ask(frameCalls.remove, { frameCode, version: null }, token);
  expect(rows.some((row) => row.frameCode === frameCode)).toBe(false);
  await service.ask(frameCalls.register, { name: '次', managedBy: 'day', countedAs: 'persons' }, token);
  expect((await find('次')).frameCode > frameCode).toBe(true);
});

test('another institution sees nothing of it', async () => {
  const { frameCode } = await find('次');
  expect((await service.ask(frameCalls.list, {}, otherToken)).rows).toEqual([]);
  const form = { waku: frameCode, wknm: '乗っ取り', krkb: '1', ccd1: '1' };
  await expectForeignersRefused(service, 'MasterWWAKU', form, otherToken);
  expect((await find('次')).name).toBe('次');
});

test('without a token, or with a dead one, nothing is answered', async () => {
  await expectTokenNeeded(service, 'MasterWWAKU');
});
