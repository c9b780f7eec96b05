// A birth date as the first password: the place does not wait for its slow hash, which follows.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  await service.db.updateTable('institutions').set({ first_password: 'birth_date' }).execute();
});
afterAll(() => service.close());

const book = async (mail: string, more: object = {}) => {
  const form = guestForm(HOSPITAL, { email1: mail, ...more });
  const { body } = await service.post('/api/Account/CommonGuestNewReserve', form);
  expect(body).toMatchObject({ errorCode: 0, firstPassword: '19800505' });
  return body.userId as string;
};

const credentialOf = (userId: string) =>
  service.db
    .selectFrom('examinee_credentials as c')
    .innerJoin('examinees as e', 'e.examinee_id', 'c.examinee_id')
    .select(['c.kind', 'c.scheme', 'c.hash'])
    .where('e.mail', '=', userId.slice(9))
    .executeTakeFirstOrThrow();

test('gets its slow hash soon after the booking, and opens the account before and after', async () => {
  const userId = await book('soon@example.jp');
  await service.logIn(userId, '19800505');
  await vi.waitFor(async () => expect(await credentialOf(userId)).toMatchObject({ scheme: 'argon2id' }), 20_000);
  expect((await credentialOf(userId)).hash).toMatch(/^\$argon2id\$/);
  await service.logIn(userId, '19800505');
});

test('books at once, also while many others wait for a slow check', async () => {
  let checked = 0;
  const others = Array.from({ length: 60 }, async () => {
    await service.running.slowHashes.make('x', 'others');
    checked++;
  });
  const userId = await book('busy@example.jp', { reserveDate: '2026/12/02' });
  expect(checked).toBeLessThan(60);
  await Promise.all(others);
  await service.logIn(userId, '19800505');
});

test('is left alone when the account has another first password by then', async () => {
  const userId = await book('other@example.jp', { reserveDate: '2026/12/03' });
  await service.db.updateTable('examinee_credentials').set({ hash: 'another', scheme: 'keyed' }).execute();
  const later = await book('later@example.jp', { reserveDate: '2026/12/04' });
  await vi.waitFor(async () => expect(await credentialOf(later)).toMatchObject({ scheme: 'argon2id' }), 20_000);
  expect(await credentialOf(userId)).toMatchObject({ scheme: 'keyed', hash: 'another' });
});
