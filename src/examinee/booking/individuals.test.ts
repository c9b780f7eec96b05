// Individuals have no category: one that stands in the masters all the same neither stops them nor is asked for. They have no
// society either, and are told of none.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const HOSPITAL = '20000008';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildWorld(service.db, {
    institutionCode: HOSPITAL,
    institution: { bookable_from_days: 1 },
    slots: { '09': 540 },
    frames: { '0001': { by: 'time' }, '0002': { by: 'day' } },
    clients: { '00000000': { usable: true, categories: { '01': '本人' } } },
    courses: [
      {
        code: '0001',
        // What is for the stray category is for nobody.
        prices: [{ amount: 1, category: '01' }, { amount: 10_000 }],
        frames: [{ frame: '0001' }, { frame: '0002', category: '01' }],
      },
    ],
    capacity: { from: '2026-12-01', to: '2026-12-31', frames: { '0001': 2 } },
  });
});
afterAll(() => service.close());

const form = (changes: Form = {}) => guestForm(HOSPITAL, { courseJkcd: '02', ...changes });

test('every step goes on, at the price of those without a category', async () => {
  const step = stepForm(form());
  const courses = await service.post('/api/CommonSelectCourse/FirstDisplay', step);
  expect(courses.body.listCourse).toMatchObject([{ kscd: '0001', jkcd: '02', gkgk: 10_000, isFrom: '0' }]);
  const options = await service.post('/api/CommonSelectOption/FirstDisplay', step);
  expect(options.body).toMatchObject({ errorCode: 0, course: { gkgk: 10_000 } });
  const calendar = await service.post('/api/CommonSelectCalender/FirstDisplay', step);
  expect(calendar.body.reserveData).toContainEqual({ date: '2026/12/01', tmzn: '09', sthm: '9:00' });
  const entry = await service.post('/api/CommonInputReserveInfo/FirstDisplay', step);
  expect(entry.body).toMatchObject({ errorCode: 0, listHfkb: [] });
  const { inputSex: sex, inputBtdyYear: btdyYear, inputBtdyMonth: btdyMonth, inputBtdyDate: btdyDate } = form();
  const check = { ...form(), sex, btdyYear, btdyMonth, btdyDate, email2: form().email1 };
  expect((await service.post('/api/CommonInputReserveInfo/Check', check)).body).toMatchObject({
    errorCode: 0,
    age: 46,
  });
  const preview = await service.post('/api/CommonConfirmReserveInfo/FirstDisplay', step);
  expect(preview.body).toMatchObject({ errorCode: 0, sumGkgk: 10_000, kbnm: '' });
  expect((await service.post('/api/Account/CommonGuestNewReserve', form())).body).toMatchObject({ errorCode: 0 });
});

test('where guests may not book for themselves, they are asked to log in, and nothing is said of a society', async () => {
  await service.db.updateTable('clients').set({ guest_booking: false }).execute();
  expect((await service.post('/api/CommonSelectCourse/FirstDisplay', stepForm(form()))).body).toMatchObject({
    errorCode: 13,
    errorMessage: 'このご予約には、ログインが必要です。ログインしてからお手続きください。',
    redoStep: 'login',
  });
});
