// The preview of a booking, also for who knows no more than the spec asks for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';
const GUEST = '/api/Account/CommonGuestNewReserve';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
});
afterAll(() => service.close());

describe('with the fields of the spec alone', () => {
  const spec = {
    ircd: HOSPITAL,
    jgcd: '00000000',
    hfkb: 'Z',
    nend: 2026,
    sex: '2',
    tmzn: '10',
    kscd: '0002',
    courseJkcd: '03',
    opbrs: [],
    opcds: [],
    optionJkcds: [],
  };

  test('tells what it can: the time, and the row that was chosen, where several would fit', async () => {
    const { body } = await service.post(PREVIEW, spec);
    expect(body).toMatchObject({ errorCode: 0, sthm: '10:00', course: { jkcd: '03', gkgk: 12_100 }, sumGkgk: 12_100 });
    const other = await service.post(PREVIEW, { ...spec, courseJkcd: '04' });
    expect(other.body).toMatchObject({ course: { jkcd: '04', gkgk: 9900 }, sumGkgk: 9900 });
  });

  test('never a row that is for others', async () => {
    const { body } = await service.post(PREVIEW, { ...spec, courseJkcd: '01' });
    expect(body).toMatchObject({ errorCode: 0, course: { jkcd: '04', gkgk: 9900 } });
  });

  test('options and category as well', async () => {
    const options = { kscd: '0001', courseJkcd: '01', opbrs: ['0002'], opcds: ['0005'], optionJkcds: ['05'] };
    const chosen = await service.post(PREVIEW, { ...spec, ...options });
    expect(chosen.body).toMatchObject({ sumGkgk: 14_400, optionList: [{ opcd: '0005', gkgk: 4400 }] });
    const member = { ...spec, jgcd: SOCIETY, kscd: '0001', courseJkcd: '01', hfkb: '01' };
    expect((await service.post(PREVIEW, member)).body).toMatchObject({ errorCode: 0, kbnm: '本人', sumGkgk: 5500 });
  });

  test('a time that there is not is refused, though no day is named', async () => {
    const { body } = await service.post(PREVIEW, { ...spec, tmzn: '99' });
    expect(body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
  });

  test('a day that comes along is looked at', async () => {
    const { body } = await service.post(PREVIEW, { ...spec, reserveDate: '2026/12/06' });
    expect(body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
  });
});

describe('whom the steps were about', () => {
  const woman = (changes: Form) => guestForm(HOSPITAL, { sex: '2', age: 46, inputAge: 46, ...changes });

  test.each([
    [{ inputAge: 39 }, '年齢が、生年月日から計算した年齢と一致しません。生年月日と年齢をもう一度ご確認ください。'],
    [{ age: 39 }, '年齢が、生年月日から計算した年齢と一致しません。生年月日と年齢をもう一度ご確認ください。'],
    [{ sex: '1' }, '性別または対象者区分が、コースを選ばれたときと異なります。入力内容をもう一度ご確認ください。'],
  ])('%j is reported as what it is', async (changes, errorMessage) => {
    expect((await service.post(GUEST, woman(changes))).body).toMatchObject({
      errorCode: 13,
      redoStep: 'input',
      errorMessage,
    });
  });

  test('the age on the visit day is right, and so is the one of today at the steps', async () => {
    // 46 today, 47 on the day.
    const born = { inputBtdyYear: 1979, inputBtdyMonth: 12, inputBtdyDate: 1 };
    const { body } = await service.post(GUEST, woman({ ...born, age: 46, inputAge: 47 }));
    expect(body).toMatchObject({ errorCode: 0 });
  });

  test('the preview answers the age that the reservation takes', async () => {
    const born = { inputBtdyYear: 1979, inputBtdyMonth: 12, inputBtdyDate: 1 };
    expect((await service.post(PREVIEW, stepForm(woman(born)))).body).toMatchObject({ errorCode: 0, age: 47 });
  });
});
