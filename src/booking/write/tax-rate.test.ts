// The tax by the day of the visit, through the HTTP server: told on the way, kept by the reservation, and the same wherever it is told again.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BadConfig, readConfig } from '#server/config.ts';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { DETAIL, dateForm, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { tokenOfOwner } from '#tests/kit/reservations.ts';

const NOW = new Date('2026-11-15T01:00:00Z');
const [BEFORE, AFTER] = ['2026/12/09', '2026/12/10'];

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice({ TAX_RATES: '2019-10-01=10, 2026-12-10=12' });
  await sql`update institutions set tax_display = 'excluded' where institution_code = ${HOSPITAL}`.execute(office.db);
});
afterAll(() => office.service.close());

const ask = async (call: string, form: object, token?: string) =>
  (await office.service.post(`/api/${call}`, { ...form }, token)).body;

test.each([
  [BEFORE, 10, 11_000],
  [AFTER, 12, 11_200],
])('whoever comes on %s pays %i percent', async (reserveDate, taxRate, sumTaxGkgk) => {
  const asked = stepForm(guestForm(HOSPITAL), { reserveDate });
  expect(await ask('CommonConfirmReserveInfo/FirstDisplay', asked)).toMatchObject({
    taxRate,
    sumGkgk: 10_000,
    sumTaxGkgk,
  });
  for (const step of ['CommonSelectCourse', 'CommonSelectOption', 'CommonSelectCalender'])
    expect(await ask(`${step}/FirstDisplay`, asked)).toMatchObject({ errorCode: 0, taxRate });
});

test('without a day, the first that can be booked decides', async () => {
  const asked = stepForm(guestForm(HOSPITAL), { reserveDate: '' });
  expect(await ask('CommonSelectCalender/FirstDisplay', asked)).toMatchObject({
    taxRate: 10,
    courseOptionTaxGkgk: 11_000,
  });
});

test('a reservation keeps its rate, wherever staff move it and whatever the setting says later', async () => {
  const booking = await office.book({ reserveDate: BEFORE });
  const later = await office.book({ reserveDate: AFTER });
  await office.update(booking.number, dateForm('2026-12-11'));
  const { config } = office.service;
  const kept = config.taxRates;
  config.taxRates = [{ from: '2019-10-01', percent: 20 }];
  try {
    for (const [number, paid, shown] of [
      [booking.number, 11_000, '11,000円（税込）'],
      [later.number, 11_200, '11,200円（税込）'],
    ] as const) {
      expect(await ask(DETAIL.slice(5), { ukno: number }, office.token)).toMatchObject({ sumTaxGkgk: paid });
      await office.update(number, { statusCode: '23', isSendMail: '1' });
      const owner = await tokenOfOwner(office.db, HOSPITAL, number, NOW);
      expect(await ask('CommonReserveDetail/FirstDisplay', { ukno: number }, owner)).toMatchObject({
        sumTaxGkgk: paid,
      });
      const { rows } = await sql<{ body: string }>`
        select body from outbox_mails where reservation_number = ${number} and kind <> 'password'`.execute(office.db);
      expect(rows).toHaveLength(2);
      for (const { body } of rows) expect(body).toContain(shown);
    }
  } finally {
    config.taxRates = kept;
  }
});

test('one that its owner moves over the border is a new one, with the rate of its new day', async () => {
  const booking = await office.book({ reserveDate: BEFORE, reserveTmzn: '10' });
  const { number } = await office.change(booking, { reserveDate: AFTER });
  expect(await office.row(number)).toMatchObject({ tax_rate: 12 });
  expect(await office.row(booking.number)).toMatchObject({ tax_rate: 10 });
});

test.each([
  '10',
  '2019-10-01',
  '2019-10-01=',
  '2019-02-30=10',
  '2019-10-01=100',
  '2028-04-01=12, 2019-10-01=10',
  '2019-10-01=10,',
])('TAX_RATES=%s does not start', (TAX_RATES) => {
  expect(() => readConfig({ TAX_RATES })).toThrow(BadConfig);
  expect(() => readConfig({ TAX_RATES })).toThrow('TAX_RATES must be');
});
