// Slow hashes: what they leave to others, and that nobody else stands behind those who wait for one.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { startTestService } from '#tests/kit/service.ts';
import { SlowHashes } from './passwords.ts';

test('leave threads for what else needs them', async () => {
  const slowHashes = new SlowHashes();
  let hashed = 0;
  const hashes = Array.from({ length: 16 }, async () => {
    await slowHashes.make('x', 'a');
    hashed++;
  });
  await promisify(gzip)(Buffer.alloc(5000, '健診'));
  // In the same line as the hashes it would come after most of them.
  expect(hashed).toBeLessThan(10);
  await Promise.all(hashes);
});

test('whoever waits for one holds no place of anything else', async () => {
  // One place of each kind: whoever took it would keep out the rest of the institution.
  const places = { INSTITUTION_READS_AT_ONCE: '1', INSTITUTION_SAVES_AT_ONCE: '1', INSTITUTION_BOOKINGS_AT_ONCE: '1' };
  const service = await startTestService({ env: places });
  await buildHospital(service.db);
  let answered = 0;
  const tries = Array.from({ length: 32 }, async (_, n) => {
    const person = { username: `${HOSPITAL}_p${n}@example.jp`, password: 'wrong', ircd: HOSPITAL };
    await service.post('/Token', { grant_type: 'password', ...person });
    answered++;
  });
  const booked = await service.post('/api/Account/CommonGuestNewReserve', guestForm(HOSPITAL));
  expect(booked.body).toMatchObject({ errorCode: 0 });
  expect(answered).toBeLessThan(32);
  await Promise.all(tries);
  await service.close();
});
