// Every call by everybody: who may make it, as the tables say; and what the HTTP server tells whoever may not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { isAtLeast, type Role } from '#domain/staff/roles.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { type Answered, startTestService, type TestService } from '#tests/kit/service.ts';
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import { type Caller, openCallers, openStrangers } from './callers.ts';

/** The role that each call of the back office takes at least (decision 41); what is not named here is for managers. The first that fits holds. */
const LEAST: readonly [RegExp, Role][] = [
  [/^\/api\/(AdminLogin\/GetUserInfo|StaffMe\/\w+)$/, 'viewer'],
  [/^\/api\/AdminReserveStatusCheck\/\w+$/, 'viewer'],
  [/^\/api\/MasterWIGA1\/(FirstDisplay|Search)$/, 'viewer'],
  [/^\/api\/MasterWIGA1Detail\/FirstDisplay$/, 'viewer'],
  [/^\/api\/MasterWIGA1Detail(Calender)?\/\w+$/, 'reception'],
  [/^\/api\/MasterWIGA1\/Csv(Download|Files)$/, 'reception'],
  [/^\/api\/Desk\/(CorrectPerson|SaveMemo|SaveNote)$/, 'reception'],
  [/^\/api\/Desk\/(SamePerson|Slips)$/, 'viewer'],
  [/^\/api\/Desk\/(ConfirmMany|EditMany|MoveTrial)$/, 'reception'],
  [/^\/api\/Desk\/Find(Inside)?$/, 'viewer'],
  [/^\/api\/Desk\/(Booking\w+|MailOwner|Reserve|Amend(FirstDisplay)?)$/, 'reception'],
  [/^\/api\/Desk\/Reception(List|Watch)$/, 'viewer'],
  [/^\/api\/Desk\/Reception\w+$/, 'reception'],
  [/^\/api\/Desk\/RoomList$/, 'viewer'],
  [/^\/api\/Desk\/RoomListCsv$/, 'reception'],
  [/^\/api\/Desk\/SendingList$/, 'viewer'],
  [/^\/api\/Desk\/Sending(Mark|Csv)$/, 'reception'],
  [/^\/api\/Desk\/Notice(List|Detail)$/, 'viewer'],
  [/^\/api\/Desk\/Notice\w+$/, 'reception'],
  [/^\/api\/CSVPattern(List|Detail)\/\w+$/, 'reception'],
];
/** All that a session may do that is good for setting up a second factor only. */
const FOR_RESTRICTED = /^\/api\/(AdminLogin\/GetUserInfo|StaffMe\/\w+)$/;

/** What opens accounts, second factors and whole people's data, takes files of them away, writes to many, or ends sessions. */
const DELICATE =
  /^\/api\/(StaffMe\/(Totp|Passkey|Recovery|End)\w+|Staff\/\w+|Privacy\/Update|PersonData\/(Export|Erase)|\w+\/CsvDownload|Desk\/(ReceptionCsv|RoomListCsv|SendingCsv|NoticeSend))$/;

/** What is for others than the staff, call by call: a new one is for managers until it stands here. */
const FOR_EXAMINEES = [
  '/api/Account/CommonLoginedChangeReserve',
  '/api/Account/CommonLoginedNewReserve',
  '/api/CommonChangePassword/ChangePassword',
  '/api/CommonConfirmCancel/CancelReserve',
  '/api/CommonConfirmCancel/FirstDisplay',
  '/api/CommonConfirmCancel2/FirstDisplay',
  '/api/CommonMyPage/FirstDisplay',
  '/api/CommonMyPage/SendConfirmMail',
  '/api/CommonMyPage/SendVerifyMail',
  '/api/CommonMyPage/UpdateMailWish',
  '/api/CommonReserveDetail/FirstDisplay',
  '/api/CommonTop/CommonTopGetUserInfo',
];
const FOR_ANYONE = [
  '/Token',
  '/api/Account/CommonGuestNewReserve',
  '/api/Account/Logout',
  '/api/AdminLogin/GetAliveServer',
  '/api/AdminLogin/PasskeyOptions',
  '/api/CommonConfirmReserveInfo/FirstDisplay',
  '/api/CommonForgetPassword/FirstDisplay',
  '/api/CommonForgetPassword/ReissuePassword',
  '/api/CommonInputReserveInfo/Check',
  '/api/CommonInputReserveInfo/FirstDisplay',
  '/api/CommonNewHealthInsurance/FirstDisplay',
  '/api/CommonNewHealthInsurance/Next',
  '/api/CommonReserveResult/FirstDisplay',
  '/api/CommonSelectCalender/ChangeCalender',
  '/api/CommonSelectCalender/FirstDisplay',
  '/api/CommonSelectCourse/FirstDisplay',
  '/api/CommonSelectOption/FirstDisplay',
  '/api/CommonTop/CommonTopFirstDisplay',
  '/api/CommonTop/CommonTopGetAliveServer',
  '/api/CommonTop/CommonTopGetCurrentNend',
  '/api/CommonTop/MessageForRecipients',
  '/api/CommonUnsubscribe/Accept',
  '/api/CommonUnsubscribe/FirstDisplay',
  '/api/CommonUnsubscribe/OneClick',
  '/api/CommonUnsubscribe/Refuse',
  '/api/CommonVerifyMail/FirstDisplay',
  '/api/CommonVerifyMail/SetPassword',
  '/api/CommonVerifyMail/Verify',
  '/api/StaffSetup/Check',
  '/api/StaffSetup/SetPassword',
  '/api/Utility/PostalCode',
];
/** What other sites and mail programs may send, whoever is logged in. */
const FROM_OUTSIDE = ['/api/CommonUnsubscribe/OneClick'];

const leastOf = (path: string): Role => LEAST.find(([like]) => like.test(path))?.[1] ?? 'manager';
const calls = handlers.map(({ call }) => call);
const pathsOf = (fits: (call: Call) => boolean) => calls.filter(fits).map(({ path }) => path);

describe('contracts state what the tables say', () => {
  test('about who may make a call', () => {
    expect(pathsOf(({ who }) => who === 'anyone').sort()).toEqual(FOR_ANYONE);
    expect(pathsOf(({ who }) => who === 'examinee').sort()).toEqual(FOR_EXAMINEES);
    expect(pathsOf(({ fromOutside }) => fromOutside)).toEqual(FROM_OUTSIDE);
  });

  test('about roles of the staff', () => {
    const office = calls.filter(({ who }) => who === 'administrator');
    expect(office.map(({ path, least }) => [path, least])).toEqual(office.map(({ path }) => [path, leastOf(path)]));
    const restricted = office.filter(({ isForRestricted }) => isForRestricted).map(({ path }) => path);
    expect(restricted).toEqual(office.map(({ path }) => path).filter((path) => FOR_RESTRICTED.test(path)));
  });
});

type Verdict = 'let in' | '401 with 15' | '403 with 13' | '404 with 16';

/** By the tables alone: what is derived from the contract would be wrong together with it. */
function expected({ path }: Call, caller: Caller, isOthers: boolean): Verdict {
  if (FROM_OUTSIDE.includes(path)) return 'let in';
  if (caller.kind === 'dead') return '401 with 15';
  const kind = FOR_ANYONE.includes(path) ? 'anyone' : FOR_EXAMINEES.includes(path) ? 'examinee' : 'administrator';
  if (kind !== 'anyone' && kind !== caller.kind) return '401 with 15';
  if (isOthers && caller.kind !== 'nobody') return '404 with 16';
  if (kind !== 'administrator') return 'let in';
  if (caller.isRestricted && !FOR_RESTRICTED.test(path)) return '403 with 13';
  return isAtLeast(caller.role ?? 'viewer', leastOf(path)) ? 'let in' : '403 with 13';
}

describe('the HTTP server tells', () => {
  const [CLINIC, OTHER, NOW] = ['10000001', '10000002', '2026-11-15T10:00:00+09:00'];
  /** Whoever comes through is answered at once, with a fault: what a call does is told by its own tests. */
  const CAME_THROUGH = new Error('came through');
  let service: TestService;
  let callers: Caller[];

  beforeAll(async () => {
    const only = calls.map((call) => ({
      call: { ...call, effect: 'read' as const },
      run: async () => Promise.reject(CAME_THROUGH),
    }));
    service = await startTestService({ now: NOW, only });
    for (const [institutionCode, routeParam] of [
      [CLINIC, 'clinic'],
      [OTHER, 'other'],
    ] as const) {
      await createInstitution(service.db, { institutionCode, routeParam, name: '医院' });
    }
    const { examinee_id } = await service.db
      .insertInto('examinees')
      .values({ institution_code: CLINIC, mail: 'a@example.jp' })
      .returning('examinee_id')
      .executeTakeFirstOrThrow();
    const place = { institutionCode: CLINIC, examineeIds: [examinee_id], clientCode: '30000001' };
    const now = () => new Date(NOW);
    callers = [...(await openStrangers(service.db, CLINIC, now)), ...(await openCallers(service.db, place, now))];
  });

  afterAll(() => service.close());

  async function ask(call: Call, { token }: Caller, form: Record<string, unknown>): Promise<Answered> {
    const isInAddress = call.method === 'GET' || call.fromOutside;
    const response = await service.app.inject({
      method: call.method,
      url: isInAddress ? `${call.path}?${encodeForm(form)}` : call.path,
      headers: {
        ...(isInAddress ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload: isInAddress ? undefined : encodeForm(form).toString(),
    });
    return { status: response.statusCode, body: response.json() };
  }

  /** Whatever is wrong with what was sent then, or however it ends. */
  const verdictOf = ({ status, body }: Answered): string =>
    [401, 403, 404].includes(status) ? `${status} with ${body.errorCode}` : 'let in';

  test.each([
    ['whoever asks about the own institution', CLINIC],
    ['whoever asks without naming one', ''],
    ["whoever asks about another's", OTHER],
  ])('%s whether they may', async (_who, ircd) => {
    const wrong: string[] = [];
    // To tokens that open nothing it is all the same.
    const asking = callers.filter(({ kind }) => kind !== 'dead' || ircd === CLINIC);
    for (const caller of asking) {
      const answers = await Promise.all(calls.map((call) => ask(call, caller, ircd ? { ircd } : {})));
      calls.forEach((call, at) => {
        const verdict = verdictOf(answers[at]!);
        const should = expected(call, caller, ircd === OTHER);
        if (verdict !== should) wrong.push(`${call.path} by ${caller.name}: ${verdict}, not ${should}`);
      });
    }
    expect(wrong).toEqual([]);
  });

  test('a session without the second factor that is asked for by a word of its own', async () => {
    const bound = callers.find(({ isRestricted }) => isRestricted)!;
    const office = calls.filter(({ who }) => who === 'administrator');
    const answers = await Promise.all(office.map((call) => ask(call, bound, {})));
    const refused = office.filter((_, at) => answers[at]!.body.isTwoFactorNeeded === '1').map(({ path }) => path);
    expect(refused).toEqual(office.map(({ path }) => path).filter((path) => !FOR_RESTRICTED.test(path)));
  });

  test('whoever has not shown who they are for ten minutes that delicate acts take that first', async () => {
    const manager = callers.find(({ role, isRestricted }) => role === 'manager' && !isRestricted)!;
    const fresh = calls.filter(({ isFresh }) => isFresh);
    expect(fresh.map(({ path }) => path).filter((path) => !DELICATE.test(path))).toEqual([]);
    await service.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.parse(NOW) - 11 * 60_000) })
      .where('administrator_id', '=', manager.userId ?? '')
      .execute();
    const answers = await Promise.all(fresh.map((call) => ask(call, manager, {})));
    expect(fresh.filter((_, at) => answers[at]!.body.isConfirmNeeded !== '1').map(({ path }) => path)).toEqual([]);
    expect(fresh.length).toBeGreaterThan(20);
  });
});
