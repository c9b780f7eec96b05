// A log-in in a tab that others may have used: whose booking stays in it. The calls go through the HTTP server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/access/passwords.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openTab } from '#tests/kit/tab.ts';
import { examineeSession } from '#web/session.ts';
import { draftSession, NO_DRAFT } from './booking/draft-session.ts';
import { bookingSession, NO_BOOKING } from './booking-session.ts';
import { logIn } from './log-in.ts';

const HOUSE = '10000001';
const PASSWORD = 'Own#12345';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(HOUSE, 'clinic01');
  const hash = await hashPassword(PASSWORD);
  for (const name of ['hanako', 'taro']) {
    const { examinee_id } = await service.db
      .insertInto('examinees')
      .values({ institution_code: HOUSE, mail: `${name}@example.jp`, family_name: '健診', given_name: name })
      .returning('examinee_id')
      .executeTakeFirstOrThrow();
    const own = { institution_code: HOUSE, examinee_id, kind: 'own', scheme: 'argon2id', hash } as const;
    await service.db.insertInto('examinee_credentials').values(own).execute();
  }
});
afterAll(() => service.close());

openTab();
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { headers = {}, method = 'GET', body } = init;
    const type = body ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const payload = body ? String(body) : undefined;
    const asked = { method: method as 'GET', url, headers: { ...(headers as object), ...type }, payload };
    const answer = await service.app.inject(asked);
    return new Response(answer.body, { status: answer.statusCode });
  });
  examineeSession.clear();
  examineeSession.set({ auth: { ...examineeSession.get().auth, institutionCode: HOUSE } });
  begin();
});
afterEach(() => void vi.unstubAllGlobals());

const course = { fiscalYear: 2026, courseCode: '0001', conditionCode: '01' };
function begin(): void {
  bookingSession.set({ fiscalYear: 2026 });
  draftSession.set({ course });
}
const left = () => [bookingSession.get().fiscalYear, draftSession.get().course];

test('on the way of a booking that somebody unknown has begun, it stays', async () => {
  expect(await logIn('hanako@example.jp', PASSWORD, true)).toMatchObject({ name: '健診　hanako' });
  expect(left()).toEqual([2026, course]);
});

test('the same person, whose mail address is written otherwise, goes on too', async () => {
  await logIn('hanako@example.jp', PASSWORD, true);
  await logIn('HANAKO@example.jp', PASSWORD, true);
  expect(left()).toEqual([2026, course]);
});

test('somebody else starts with an empty slate, also where a booking was left for the log-in', async () => {
  await logIn('hanako@example.jp', PASSWORD, true);
  const before = examineeSession.get().auth.token;
  await logIn('taro@example.jp', PASSWORD, true);
  expect([bookingSession.get(), draftSession.get()]).toEqual([NO_BOOKING, NO_DRAFT]);
  expect(examineeSession.get()).toMatchObject({ personName: '健診　taro' });
  const old = await service.post('/api/CommonTop/CommonTopGetUserInfo', {}, before);
  expect(old.status).toBe(401);
});

test('a log-in that lies on no way empties the tab', async () => {
  await logIn('hanako@example.jp', PASSWORD, false);
  expect([bookingSession.get(), draftSession.get()]).toEqual([NO_BOOKING, NO_DRAFT]);
});

test('a wrong pair changes nothing', async () => {
  expect(await logIn('hanako@example.jp', 'Wrong#2026', false)).toBeNull();
  expect(left()).toEqual([2026, course]);
});
