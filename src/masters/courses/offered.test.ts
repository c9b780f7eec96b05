// What is saved is what the examinee is offered: a course made from nothing by calls of the office, booked by a guest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, usedOn } from '#tests/kit/booking-hospital.ts';
import { type CourseOffice, columnsOf, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
  for (const kmnm of ['血圧', '心電図', '視力']) await office.ask('MasterWKKMM/Register', { sort: 1, kmnm });
});
afterAll(() => office.service.close());

const SOMEBODY = { ircd: HOSPITAL, jgcd: '00000000', nend: 2026, hfkb: 'Z' };
const woman = (year: number) => ({ ...SOMEBODY, sex: '2', btdyYear: year, btdyMonth: 5, btdyDate: 5 });
const man = { ...SOMEBODY, sex: '1', btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };

const added = { jkcd: '00', recordStatus: '13' };
const people = (sex: string, stag: number, edag: number) => ({ ...added, sex, stag, edag });

test('from nothing to a booking', async () => {
  const { service, ask } = office;
  const { key, kscd } = await ask('MasterWIRKS/Register', { ...NEW_COURSE, ksnm: 'レディースドック', upok: '0' });
  const offered = async (person: object) => {
    const { body } = await service.post('/api/CommonSelectCourse/FirstDisplay', { ...person });
    return body.listCourse.find((course: { kscd: string }) => course.kscd === kscd);
  };
  const publish = (upok: string) => ask('MasterWIRKS/Update', { ...NEW_COURSE, key, ksnm: 'レディースドック', upok });

  await ask('MasterWIRKM/Update', { key, kmcds: ['0001', '0002'], jskbs: ['1', '2'], recordStatuses: [13, 13] });
  const frames = [
    { ...people('Z', 0, 999), hfkb: 'Z', waku: '0001' },
    { ...people('2', 40, 999), hfkb: 'Z', waku: '0005' },
  ];
  await ask('MasterWKSWK/Update', { key, ...columnsOf(frames) });
  const options = [
    { ...people('2', 40, 49), opbr: '0002', opcd: '0004', kngk: 5500 },
    { ...people('2', 50, 999), opbr: '0002', opcd: '0004', kngk: 4400 },
  ];
  await ask('MasterWRKOP/Update', { key, hfkb: '', ...columnsOf(options) });
  await publish('1');
  // Public, but nobody can book it: there is no price.
  expect(await offered(woman(1980))).toBeUndefined();
  const prices = [
    { ...people('2', 20, 39), hfkb: 'Z', kngk: 22_000 },
    { ...people('2', 40, 74), hfkb: 'Z', kngk: 33_000 },
  ];
  await ask('MasterWRKKS/Update', { key, ...columnsOf(prices) });
  await publish('0');
  expect(await offered(woman(1980))).toBeUndefined();
  await publish('1');

  expect(await offered(woman(1980))).toMatchObject({
    ksnm: 'レディースドック',
    jkcd: '02',
    gkgk: 33_000,
    time: '約3時間',
    mem1List: ['説明'],
    listInspection: [
      { kmnm: '血圧', jskb: '1' },
      { kmnm: '心電図', jskb: '2' },
    ],
  });
  expect(await offered(woman(2000))).toMatchObject({ jkcd: '01', gkgk: 22_000 });
  expect(await offered(man)).toBeUndefined();
  expect(await ask('MasterWIRKS/Preview', { key, sex: '2', age: 46 })).toMatchObject({
    lack: '0',
    jkcd: '02',
    kngk: 33_000,
    listKswk: [{ waku: '0001' }, { waku: '0005' }],
    listRkop: [{ opcd: '0004', jkcd: '01', kngk: 5500 }],
  });

  const choice = { kscd, courseJkcd: '02', opbr: ['0002'], opcd: ['0004'], optionJkcd: ['01'], sumGkgk: 38_500 };
  const form = guestForm(HOSPITAL, { ...choice, reserveDate: '2026/12/08', email1: 'course@example.jp' });
  const step = stepForm(form);
  const { body: optionStep } = await service.post('/api/CommonSelectOption/FirstDisplay', step);
  expect(optionStep.listOpClass).toMatchObject([
    { opbr: '0002', listOpItems: [{ opcd: '0004', jkcd: '01', gkgk: 5500 }] },
  ]);
  const { body: booked } = await service.post('/api/Account/CommonGuestNewReserve', form);
  expect(booked).toMatchObject({ errorCode: 0 });
  expect(await usedOn(service.db, '2026-12-08')).toEqual({ '0001/09': 1, '0003/ZZ': 1, '0005/ZZ': 1 });

  // Now that it is booked, it stays.
  const { body } = await office.post('MasterWIRKS/Delete', { key });
  expect(body).toMatchObject({ errorCode: 13, errorMessage: expect.stringContaining('予約 1件') });
});

test('a price that was changed meanwhile is not booked at the old one', async () => {
  const { service, ask } = office;
  const { key, kscd } = await ask('MasterWIRKS/Register', NEW_COURSE);
  const row = { ...people('Z', 0, 999), hfkb: 'Z' };
  await ask('MasterWKSWK/Update', { key, ...columnsOf([{ ...row, waku: '0001' }]) });
  await ask('MasterWRKKS/Update', { key, ...columnsOf([{ ...row, kngk: 1000 }]) });
  const form = guestForm(HOSPITAL, {
    kscd,
    courseJkcd: '01',
    sumGkgk: 1000,
    reserveDate: '2026/12/09',
    email1: 'p@example.jp',
  });
  await ask('MasterWRKKS/Update', {
    key,
    ...columnsOf([{ ...row, jkcd: '01', recordStatus: '12', kngk: 2000 }]),
  });
  expect((await service.post('/api/Account/CommonGuestNewReserve', form)).body.errorCode).toBe(13);
  const { body } = await service.post('/api/Account/CommonGuestNewReserve', { ...form, sumGkgk: 2000 });
  expect(body.errorCode).toBe(0);
});
