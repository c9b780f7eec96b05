// Slips through the HTTP server: what is printed of a reservation, and what never is.
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#db/tables.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

const HOME = '50000001';
const AWAY = '50000002';
const NOW = new Date('2026-11-15T10:00:00+09:00');
const PATH = '/api/Desk/Slips';

let service: TestService;
let token: string;
let elsewhere: number;

const VISIT = { visitDate: '2026-11-18', slotCode: '01', startMinute: 540 };
async function put(more: Updateable<Tables['reservations']> = {}): Promise<number> {
  const number = await putReservation(service.db, HOME, VISIT);
  await service.db
    .updateTable('reservations')
    .set({ version: 2, ...more })
    .where('reservation_number', '=', number)
    .execute();
  return number;
}
const ask = (uknos: readonly number[], as = token) => service.post(PATH, { uknos: uknos.map(String) }, as);

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution(HOME, 'clerk001');
  await service.openInstitution(AWAY, 'clerk002');
  elsewhere = await putReservation(service.db, AWAY, VISIT);
});
afterAll(() => service.close());

test('a slip tells who comes when and for what, in the order that was asked for', async () => {
  const [one, two] = [await put(), await put()];
  const { body } = await ask([two, one]);
  expect(body).toMatchObject({ errorCode: 0, skipCount: 0 });
  expect(body.slipList.map(({ ukno }: { ukno: number }) => ukno)).toEqual([two, one]);
  expect(body.slipList[0]).toMatchObject({ reserveDate: '2026/11/18', sthm: '9:00' });
  expect(body.slipList[0].jsmmList).toEqual([
    '前日は21時以降のお食事をお控えください。',
    '発熱など体調のすぐれない方は、ご来院前にお電話ください。',
  ]);
});

test('who was booked by telephone and has no mail address is not told of mails, but that it is confirmed', async () => {
  const number = await put({ status: 'confirmed', origin: 'phone', mail: '' });
  const notes = (await ask([number])).body.slipList[0].jsmmList;
  expect(notes[0]).toBe('ご予約は確定しています。');
  expect(notes.at(-1)).toBe('予約の変更・キャンセルは、お電話でご連絡ください。');
});

test('given a memo, then the answer of Slips has no trace of it, nor of the mail address', async () => {
  const number = await put({ staff_memo: 'MARKED-MEMO', mail: 'marked@example.jp' });
  expect(JSON.stringify((await ask([number])).body)).not.toMatch(/MARKED-MEMO|marked@example\.jp/);
});

test('those that are not live are left out and counted; none left: 14', async () => {
  const live = await put();
  const cancelled = await put({ status: 'cancelled' });
  const replaced = await put({ status: 'replaced_confirmed' });
  const { body } = await ask([cancelled, live, replaced]);
  expect(body).toMatchObject({ errorCode: 0, skipCount: 2 });
  expect(body.slipList).toHaveLength(1);
  const none = await ask([cancelled]);
  expect(none.body).toMatchObject({ errorCode: 14, errorMessagesList: ['印刷できる予約がありません。'] });
});

test('one that is anonymous is not printed', async () => {
  const number = await put({ anonymised_at: new Date() });
  const { body } = await ask([number]);
  expect(body.errorMessagesList).toEqual(['この予約は保存期間を過ぎ、匿名化されています。']);
});

test('a number that is not ours: 404 with 16, whatever else was asked for', async () => {
  const answer = await ask([await put(), elsewhere]);
  expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
});

test('five hundred at a time, and no more', async () => {
  const numbers = Array.from({ length: 501 }, (_, n) => 100_000_001 + n);
  expect((await ask(numbers)).body).toMatchObject({
    errorCode: 12,
    errorMessagesList: ['一度に印刷できるのは500件までです。'],
  });
  expect((await ask([])).body.errorCode).toBe(12);
});

test('whoever may look may print; the log has one entry with the first number and how many', async () => {
  const viewer = await openClerk(service.db, { institutionCode: HOME, userId: 'viewer01', role: 'viewer' }, NOW);
  const numbers = [await put(), await put()];
  expect((await ask(numbers, viewer)).body.errorCode).toBe(0);
  const entry = (await service.readLog()).at(-1);
  expect(entry).toMatchObject({ subject: String(numbers[0]), details: { count: 2 } });
});
