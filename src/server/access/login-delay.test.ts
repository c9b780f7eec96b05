// Log-ins that have to wait stand in nobody's way, are so many at the most, and end with whoever sent them.
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { encodeForm } from '#wire/form.ts';

const WAITERS = 64;
const PATIENCE = { timeout: 60_000 };
let service: TestService;
let clients = new AbortController();

beforeAll(async () => {
  // Whatever waits, waits for longer than any test; one address may take half of the seats.
  const waits = { LOGIN_FREE_TRIES: '0', LOGIN_FIRST_WAIT_MS: '600000', LOGIN_LONGEST_WAIT_MS: '600000' };
  service = await startTestService({ env: { ...waits, LOGIN_WAITS: String(2 * WAITERS), REISSUE_ANSWER_MS: '0' } });
  await buildHospital(service.db);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  clients.abort();
  clients = new AbortController();
  await service.forgetAttempts();
});
afterAll(() => {
  // Connections whose requests were given up before they were sent stay open.
  service.app.server.closeAllConnections();
  return service.close();
});

async function post(path: string, form: Record<string, unknown>) {
  const { port } = service.app.server.address() as AddressInfo;
  const request = { method: 'POST', body: encodeForm(form), signal: clients.signal };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
  return response.json();
}

let people = 0;
const logIn = () =>
  post('/Token', {
    grant_type: 'password',
    username: `${HOSPITAL}_p${++people}@example.jp`,
    password: 'wrong',
    ircd: HOSPITAL,
  });

/** Log-ins of different people, all of which have been counted and so wait, or were informed that they can't: `answered`. */
async function send(count: number): Promise<{ answered: number }> {
  const waiting = { answered: 0 };
  const counted = async () => (await service.db.selectFrom('failed_tries').select('key').execute()).length;
  const expected = (await counted()) + count;
  for (let n = 0; n < count; n++) {
    logIn().then(
      () => waiting.answered++,
      () => {},
    );
  }
  await vi.waitFor(async () => expect(await counted()).toBe(expected), PATIENCE);
  // Whatever is told at once has been told before this is.
  await post('/api/CommonForgetPassword/FirstDisplay', { ircd: HOSPITAL });
  return waiting;
}

test('a booking is made and a password reissued while they all wait', async () => {
  const waiting = await send(WAITERS);
  const booked = await post('/api/Account/CommonGuestNewReserve', guestForm(HOSPITAL));
  expect(booked).toMatchObject({ errorCode: 0 });
  const reissued = await post('/api/CommonForgetPassword/ReissuePassword', {
    ircd: HOSPITAL,
    email: 'hanako@example.jp',
    btdyYear: 1980,
    btdyMonth: 5,
    btdyDate: 5,
  });
  expect(reissued).toMatchObject({ errorCode: 0 });
  expect(waiting.answered).toBe(0);
});

test('the next of the same address is told at once, until those who wait have gone', async () => {
  await send(WAITERS);
  expect(await send(1)).toEqual({ answered: 1 });
  await vi.waitFor(async () => {
    clients.abort();
    clients = new AbortController();
    expect(await send(1)).toEqual({ answered: 0 });
  }, PATIENCE);
});
