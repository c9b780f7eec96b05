// What empty screens have to know: whether there are slots, groups, courses of others, and any reservation at all.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReservationOffice } from '#tests/kit/reservation-office.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
});
afterAll(() => service.close());

async function ask(call: string, form: object = {}) {
  const { body } = await service.post(`/api/${call}`, { ...form }, token);
  expect([call, body]).toMatchObject([call, { errorCode: 0 }]);
  return body;
}

test('the form of a frame knows whether there are slots', async () => {
  expect(await ask('MasterWWAKU/RegisterFirstDisplay')).toMatchObject({ isTmzn: '0' });
  await ask('MasterWTMZN/Register', { znnm: '9:00', sthh: '9', stmm: '0' });
  expect(await ask('MasterWWAKU/RegisterFirstDisplay')).toMatchObject({ isTmzn: '1' });
});

const PERIOD = { stdyYear: 2026, stdyMonth: 4, stdyDate: 1, eddyYear: 2027, eddyMonth: 3, eddyDate: 31 };
const EVERYBODY = { jkcds: '00', hfkbs: 'Z', sexes: 'Z', stags: 0, edags: 99, recordStatuses: '13' };

test('a course is complete once it has items, frames and prices; the list says which clients have courses', async () => {
  expect((await ask('MasterWIRKS/List')).listJgyo).toMatchObject([{ isExist: '0' }]);
  const { key } = await ask('MasterWIRKS/Register', {
    jgcd: '00000000',
    nend: 2026,
    ...PERIOD,
    ksnm: '健診',
    upok: '0',
  });
  expect((await ask('MasterWIRKS/List')).listJgyo).toMatchObject([{ isExist: '1' }]);
  await ask('MasterWKKMM/Register', { sort: 1, kmnm: '血圧' });
  await ask('MasterWWAKU/Register', { wknm: '健診受付', krkb: '1', ccd1: '1' });
  const isSet = async () => (await ask('MasterWIRKS/Detail', { key })).isSet;
  for (const [call, row] of [
    ['MasterWIRKM/Update', { kmcds: '0001', jskbs: '2', recordStatuses: '13' }],
    ['MasterWKSWK/Update', { ...EVERYBODY, wakus: '0001' }],
    ['MasterWRKKS/Update', { ...EVERYBODY, kngks: 100 }],
  ] as const) {
    expect(await isSet()).toBe('0');
    await ask(call, { key, ...row });
  }
  expect(await isSet()).toBe('1');
});

test('the extraction tells where examinees book as long as there is no reservation at all', async () => {
  expect(await ask('MasterWIGA1/FirstDisplay')).toMatchObject({ pram: 'r10000001' });
  const office = await openReservationOffice();
  try {
    await office.book();
    // Also where the search that is shown finds none of them.
    const { body } = await office.service.post('/api/MasterWIGA1/FirstDisplay', { ukno: 999_999_999 }, office.token);
    expect(body).toMatchObject({ errorCode: 0, pram: '' });
  } finally {
    await office.service.close();
  }
});
