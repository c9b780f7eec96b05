// What a booking asks of the database: at the moment when a day sells out, those who are refused are the most.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, countWritten, HOSPITAL, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const BOOK = 'select book_where_room';
const FULL_DAY = '2026/12/01';

let service: TestService;
let token: string;
let people = 0;
const form = (changes: Form = {}) => guestForm(HOSPITAL, { email1: `s${++people}@example.jp`, ...changes });
const requestId = () => `request-${people}-0123456789abcdef`;

beforeAll(async () => {
  service = await startTestService({ env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  await buildHospital(service.db);
  for (let n = 0; n < 3; n++) {
    const { body } = await service.post(GUEST, form({ reserveDate: FULL_DAY }));
    if (n === 0) token = await service.logIn(body.userId, body.firstPassword);
  }
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

async function watch(path: string, body: Form, bearer?: string) {
  let answer: Awaited<ReturnType<TestService['post']>> | undefined;
  const statements = await watchStatements(async () => {
    answer = await service.post(path, body, bearer);
  });
  return { statements, body: answer?.body };
}

describe('one statement', () => {
  test('for a booking', async () => {
    const { statements, body } = await watch(GUEST, form({ reserveDate: '2026/12/02', requestId: requestId() }));
    expect(body.errorCode).toBe(0);
    expect(statements).toEqual([BOOK]);
  });

  test('for one that finds no room, with a request id or without, whatever the first password', async () => {
    const set = (first_password: 'birth_date' | 'random') =>
      service.db.updateTable('institutions').set({ first_password }).execute();
    const refused = () => watch(GUEST, form({ reserveDate: FULL_DAY }));
    const answers = [await refused(), await watch(GUEST, form({ reserveDate: FULL_DAY, requestId: requestId() }))];
    await set('birth_date');
    // The masters were edited: the first one reads them again.
    await refused();
    answers.push(await refused());
    await set('random');
    await refused();
    for (const { statements, body } of answers) {
      expect(body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
      expect(statements).toEqual([BOOK]);
    }
  });

  test('and the session’s, for somebody logged in', async () => {
    const accepted = await watch(LOGGED_IN, form({ reserveDate: '2026/12/02' }), token);
    const refused = await watch(LOGGED_IN, form({ reserveDate: FULL_DAY }), token);
    expect([accepted.body.errorCode, refused.body.errorCode]).toEqual([0, 13]);
    expect([accepted.statements.length, refused.statements.length]).toEqual([2, 2]);
    expect(refused.statements.at(-1)).toBe(BOOK);
  });
});

test('twenty who come too late together are refused in a few statements, and nothing is written for them', async () => {
  const before = await countWritten(service.db);
  const late = Array.from({ length: 20 }, () => form({ reserveDate: FULL_DAY, requestId: requestId() }));
  const statements = await watchStatements(async () => {
    const answers = await Promise.all(late.map((one) => service.post(GUEST, one)));
    for (const { body } of answers) expect(body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
  });
  expect(statements.filter((name) => name === BOOK).length).toBeLessThan(10);
  expect(await countWritten(service.db)).toEqual(before);
});

test('nobody is refused because of others who come together with them', async () => {
  // The last place of 9:00, and two of 10:00; among them somebody whose address has an account, who gets none.
  await service.post(GUEST, form({ reserveDate: '2026/12/03' }));
  await service.post(GUEST, form({ reserveDate: '2026/12/03', email1: 'known@example.jp' }));
  const ten = [1, 2].map(() => form({ reserveDate: '2026/12/03', reserveTmzn: '10' }));
  const nine = [form({ reserveDate: '2026/12/03', email1: 'known@example.jp' }), form({ reserveDate: '2026/12/03' })];
  const gone = Array.from({ length: 6 }, () => form({ reserveDate: FULL_DAY }));
  const all = [form({ reserveDate: '2026/12/07' }), ...gone, ...nine, ...ten];
  const answers = await Promise.all(all.map((one) => service.post(GUEST, one)));
  expect(answers.map(({ body }) => body.errorCode)).toEqual([0, ...gone.map(() => 13), 13, 0, 0, 0]);
  expect(await usedOn(service.db, '2026-12-03')).toEqual({ '0001/09': 3, '0001/10': 2 });
});

test('the request that took the last place gets its answer again', async () => {
  await service.post(GUEST, form({ reserveDate: '2026/12/04', reserveTmzn: '10' }));
  const last = form({ reserveDate: '2026/12/04', reserveTmzn: '10', requestId: requestId() });
  const first = await service.post(GUEST, last);
  expect(first.body.errorCode).toBe(0);
  const again = await watch(GUEST, last);
  expect(again.body).toEqual(first.body);
  expect(again.statements).toEqual([BOOK]);
  expect((await service.post(GUEST, { ...last, nam2: '二郎' })).body).toMatchObject({ redoStep: 'confirm' });
});

test('what is full is decided on the masters of now', async () => {
  // The remembered facts say the frame of 12/01 is full; by now the course uses another one.
  const use = (frame_code: string) =>
    sql`update course_frames set frame_code = ${frame_code}
         where client_code = '00000000' and course_code = '0001'`.execute(service.db);
  await use('0002');
  expect((await service.post(GUEST, form({ reserveDate: FULL_DAY }))).body).toMatchObject({ errorCode: 0 });
  await use('0001');
});
