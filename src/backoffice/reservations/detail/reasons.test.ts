// Why staff cancel a reservation, in one of the institution's words, through the HTTP server.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { invalidAnswer } from '#tests/kit/guards.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(() => office.service.close());

const show = async (number: number) => (await office.service.post(DETAIL, { ukno: number }, office.token)).body;

test('cancelled for a reason: it stands on the detail and in the history, not in the log or the mail, and reviving empties it', async () => {
  const { number } = await office.book();
  expect((await show(number)).hkrl.split('\n')).toContain('体調不良');
  await office.update(number, { statusCode: '92', hkrs: '体調不良', isSendMail: '1' });
  const cancelled = await show(number);
  expect(cancelled).toMatchObject({ statusCode: '92', hkrs: '体調不良' });
  expect(cancelled.historyList[0].text).toBe('新規未確認 → 取消確認済、取消の理由 体調不良、通知メールを送信');
  const { rows } = await sql<{ body: string }>`
    select body from outbox_mails where reservation_number = ${number} and kind = 'cancel_confirmed'`.execute(
    office.db,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify([rows, await office.service.readLog()])).not.toContain('体調不良');

  await office.update(number, { statusCode: '23' });
  expect(await show(number)).toMatchObject({ statusCode: '23', hkrs: '' });
  expect((await show(number)).historyList[0].text).toBe('取消確認済 → 予約確認済、取消の理由 （なし）');
});

test('left out it stays, another can be chosen, and one that the list has lost stays readable', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/02' });
  await office.update(number, { statusCode: '92', hkrs: '施設の都合' });
  await office.update(number, { trno: 'K-1' });
  expect(await show(number)).toMatchObject({ hkrs: '施設の都合', trno: 'K-1' });
  await office.update(number, { hkrs: '重複' });
  expect((await show(number)).historyList[0].text).toBe('取消の理由 重複');

  await sql`update institutions set cancel_reasons = '本人の都合' where institution_code = ${HOSPITAL}`.execute(
    office.db,
  );
  await office.update(number, { hkrs: '重複', trno: 'K-2' });
  expect(await show(number)).toMatchObject({ hkrs: '重複', hkrl: '本人の都合', trno: 'K-2' });
  await sql`update institutions set cancel_reasons = default where institution_code = ${HOSPITAL}`.execute(office.db);
});

test('no word of the list: 12 where something is cancelled, not read where it stands', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/03' });
  for (const statusCode of ['91', '92', '99']) {
    const { body } = await office.update(number, { statusCode, hkrs: '気分' });
    expect(body).toMatchObject(invalidAnswer(['取消の理由を選択してください。']).body);
  }
  await office.update(number, { statusCode: '23', hkrs: '気分' });
  expect(await show(number)).toMatchObject({ statusCode: '23', hkrs: '' });
  await office.update(number, { statusCode: '92' });
  expect(await show(number)).toMatchObject({ statusCode: '92', hkrs: '' });
});
