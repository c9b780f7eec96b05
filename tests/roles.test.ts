// Every call of the back office by every role: who may make it, as the table of decision 41 says, and as the door holds it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { isAtLeast, ROLES, type Role } from '#domain/staff/roles.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { startTestService, type TestService } from './kit/service.ts';
import { openClerk } from './kit/staff.ts';

/** The role that each call takes at least; what is not named here is for managers. The first that fits holds. */
const LEAST: readonly [RegExp, Role][] = [
  [/^\/api\/(AdminLogin\/GetUserInfo|StaffMe\/\w+)$/, 'viewer'],
  [/^\/api\/AdminReserveStatusCheck\/\w+$/, 'viewer'],
  [/^\/api\/MasterWIGA1\/(FirstDisplay|Search)$/, 'viewer'],
  [/^\/api\/MasterWIGA1Detail\/FirstDisplay$/, 'viewer'],
  [/^\/api\/MasterWIGA1Detail(Calender)?\/\w+$/, 'reception'],
  [/^\/api\/MasterWIGA1\/CsvDownload$/, 'reception'],
  [/^\/api\/Desk\/(CorrectPerson|SaveMemo)$/, 'reception'],
  [/^\/api\/Desk\/(SamePerson|Slips)$/, 'viewer'],
  [/^\/api\/Desk\/ConfirmMany$/, 'reception'],
  [/^\/api\/Desk\/Find(Inside)?$/, 'viewer'],
  [/^\/api\/Desk\/(Booking\w+|MailOwner|Reserve)$/, 'reception'],
  [/^\/api\/Desk\/Reception(List|Watch)$/, 'viewer'],
  [/^\/api\/Desk\/Reception\w+$/, 'reception'],
  [/^\/api\/Desk\/Notice(List|Detail)$/, 'viewer'],
  [/^\/api\/Desk\/Notice\w+$/, 'reception'],
  [/^\/api\/CSVPattern(List|Detail)\/\w+$/, 'reception'],
];
/** All that a session may do that is good for setting up a second factor only. */
const FOR_RESTRICTED = /^\/api\/(AdminLogin\/GetUserInfo|StaffMe\/\w+)$/;

const leastOf = (path: string): Role => LEAST.find(([like]) => like.test(path))?.[1] ?? 'manager';
const calls = handlers.map(({ call }) => call).filter(({ who }) => who === 'administrator');
const paths = calls.map(({ path }) => path);

test('contracts state what the table says', () => {
  expect(calls.map(({ path, least }) => [path, least])).toEqual(paths.map((path) => [path, leastOf(path)]));
  const restricted = calls.filter(({ isForRestricted }) => isForRestricted).map(({ path }) => path);
  expect(restricted).toEqual(paths.filter((path) => FOR_RESTRICTED.test(path)));
});

describe('the door', () => {
  const [CLINIC, NOW] = ['10000001', '2026-11-15T10:00:00+09:00'];
  let service: TestService;
  const tokens = new Map<Role, string>();

  beforeAll(async () => {
    // Whoever comes through is answered at once: what a call does is told by its own tests.
    const only = handlers
      .filter(({ call }) => call.who === 'administrator')
      .map(({ call }) => ({
        call: { ...call, effect: 'read' as const },
        run: async () => Promise.reject(CAME_THROUGH),
      }));
    service = await startTestService({ now: NOW, only });
    await createInstitution(service.db, { institutionCode: CLINIC, routeParam: 'clinic', name: '医院' });
    for (const role of ROLES) {
      tokens.set(
        role,
        await openClerk(service.db, { institutionCode: CLINIC, userId: `${role}x`.slice(0, 8), role }, new Date(NOW)),
      );
    }
  });

  afterAll(() => service.close());

  const CAME_THROUGH = new Error('came through');
  /** Whatever is wrong with what was sent then, or however it ends. */
  const isLetIn = ({ status }: { status: number }) => status !== 403 && status !== 401;

  test.each(ROLES)('lets %s make what the role may, and answers 403 with 13 to the rest', async (role) => {
    const answers = await Promise.all(paths.map((path) => service.post(path, {}, tokens.get(role))));
    const wrong = paths.filter((path, at) => {
      const answer = answers[at]!;
      const mayMake = isAtLeast(role, leastOf(path));
      return mayMake ? !isLetIn(answer) : answer.status !== 403 || answer.body.errorCode !== 13;
    });
    expect(wrong).toEqual([]);
  });

  test('lets a restricted session set up a second factor, and nothing else', async () => {
    await service.db.updateTable('sessions').set({ is_restricted: true }).execute();
    const answers = await Promise.all(paths.map((path) => service.post(path, {}, tokens.get('manager'))));
    const refused = paths.filter((_, at) => answers[at]!.body.isTwoFactorNeeded === '1');
    expect(refused).toEqual(paths.filter((path) => !FOR_RESTRICTED.test(path)));
    expect(paths.filter((path, at) => FOR_RESTRICTED.test(path) && !isLetIn(answers[at]!))).toEqual([]);
  });
});
