// Keeps the accounts of the staff. Whoever changes one is asked again, under a lock, whether they still may.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { ROLE_NAMES, type Role } from '#domain/staff/roles.ts';
import { unlock } from '#server/access/login-limiter.ts';
import { isFactorDue } from '#server/access/tokens.ts';
import { answerVersion, lockRecord } from '#server/records/masters.ts';
import {
  clearTwoFactor,
  isLastManager,
  issueSetup,
  lockStaff,
  notifyStaff,
  restartAccount,
  stopAccount,
} from '#server/records/staff-accounts.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Call } from '#wire/call.ts';
import { forbidden, refused } from '#wire/failure.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { endOtherSession } from '../server-sessions.ts';
import {
  endStaffSession,
  issueStaffSetup,
  registerStaff,
  restartStaff,
  stopStaff,
  unlockStaff,
  updatePolicy,
  updateStaff,
} from './contract.ts';
import { toPolicyAnswer } from './server-read.ts';

const OWN = 'ご自身の権限の変更と停止はできません。ほかの管理者に依頼してください。';
const LAST = '有効な管理者が1人もいなくなるため、この操作はできません。';
const TAKEN = 'このユーザーIDは使用されています。別のIDを入力してください。';
const OWN_FACTOR_FIRST = '先にご自身の2段階認証を設定してください。';

const readActor = query<{ isManager: boolean }>(`
  select role = 'manager' and disabled_at is null and password_hash is not null as "isManager"
    from administrators where institution_code = $1 and user_id = $2`);

/** The server half of a call that changes the staff. The session's word is not enough: somebody may just have been heard before. */
function handleStaff<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O, 'administrator'>,
  run: (db: Db, who: Administrator, input: Value<I>) => Promise<Value<O>>,
): Handler {
  return handle(call, async (db, who, input) => {
    await lockStaff(db, who.institutionCode);
    const [actor] = await readActor(db, who.institutionCode, who.userId);
    if (!actor?.isManager) throw forbidden();
    try {
      return await run(db, who, input);
    } catch (error) {
      throw isLastManager(error) ? refused(LAST) : error;
    }
  });
}

/** Taken also where another institution has it, or somebody had it who is gone: nobody learns which. */
const takeUserId = query<{ taken: number }>(`
  insert into administrator_directory (user_id, institution_code) values ($1, $2)
  on conflict do nothing returning 1 as taken`);

const insert = query(`
  insert into administrators (institution_code, user_id, display_name, role, created_at) values ($1, $2, $3, $4, $5)`);

const update = query<{ version: number }>(`
  update administrators set display_name = $3, role = $4, version = version + 1
   where institution_code = $1 and user_id = $2 returning version`);

/** Whoever is logged in goes on as what they are now. */
const updateSessions = query(`
  update sessions set display_name = $3, role = $4 where institution_code = $1 and administrator_id = $2`);

/** Who is made a manager where managers need a second factor sets one up before anything else. */
const restrictSessions = query(`
  update sessions s set is_restricted = true
   where institution_code = $1 and administrator_id = $2 and second_factor = 'none' and ${isFactorDue('s', '$3')}`);

export const staffHandlers: Handler[] = [
  handleStaff(registerStaff, async (db, who, { userId, displayName, role }) => {
    const { institutionCode, now } = who;
    if ((await takeUserId(db, userId, institutionCode)).length === 0) throw refused(TAKEN);
    await insert(db, institutionCode, userId, displayName, role, now);
    who.trace.details = { changes: describeChanges({ displayName: '', role: null }, { displayName, role }) };
    return issueSetup(db, { institutionCode, userId }, issuing(who));
  }),

  handleStaff(updateStaff, async (db, who, { userId, displayName, role, version }) => {
    const { institutionCode } = who;
    const before = await lockAccount(db, who, userId, version);
    if (userId === who.userId && role !== before.role) throw refused(OWN);
    const [updated] = await update(db, institutionCode, userId, displayName, role);
    await updateSessions(db, institutionCode, userId, displayName, role);
    if (role !== before.role) await restrictSessions(db, institutionCode, userId, who.now);
    who.trace.details = { changes: describeChanges(before, { displayName, role }) };
    return answerVersion(updated ?? { version: 0 });
  }),

  handleStaff(stopStaff, async (db, who, { userId, version }) => {
    if (userId === who.userId) throw refused(OWN);
    await lockAccount(db, who, userId, version);
    return answerVersion(await stopAccount(db, { institutionCode: who.institutionCode, userId }, who.now));
  }),

  handleStaff(restartStaff, async (db, who, { userId, version }) => {
    await lockAccount(db, who, userId, version);
    return answerVersion(await restartAccount(db, { institutionCode: who.institutionCode, userId }));
  }),

  handleStaff(issueStaffSetup, async (db, who, { userId, clearsTwoFactor }) => {
    if (userId === who.userId) throw refused(OWN);
    await lockAccount(db, who, userId, null);
    const account = { institutionCode: who.institutionCode, userId };
    const notify = (kind: 'factor' | 'setup', note: string) =>
      notifyStaff(db, account, { at: who.now, kind, note, byName: who.displayName, address: who.address });
    await notify('setup', '設定コードの発行');
    if (clearsTwoFactor) {
      await clearTwoFactor(db, account);
      await notify('factor', '2段階認証の解除');
      who.trace.details = { changes: [{ what: '2段階認証', from: '', to: '解除' }] };
    }
    // Its tries are counted as log-ins: a lock would keep out whom the code is for.
    await unlock(db, who, userId);
    return issueSetup(db, account, issuing(who));
  }),

  handleStaff(unlockStaff, async (db, who, { userId }) => {
    await lockAccount(db, who, userId, null);
    await unlock(db, who, userId);
    return {};
  }),

  handleStaff(endStaffSession, async (db, who, { userId, sessionId }) => {
    await lockAccount(db, who, userId, null);
    return endOtherSession(db, who, userId, sessionId);
  }),

  handleStaff(updatePolicy, async (db, who, { isTwoFactorRequired, isOfManagers }) => {
    const { institutionCode, now, secondFactor } = who;
    if ((isTwoFactorRequired || isOfManagers) && secondFactor === 'none') throw refused(OWN_FACTOR_FIRST);
    const before = await toPolicyAnswer(db, who);
    await keepPolicy(db, institutionCode, isTwoFactorRequired, isOfManagers ?? before.isOfManagers, now);
    await freeSessions(db, institutionCode, now);
    const changed = (what: string, from: boolean, to: boolean) =>
      from === to ? [] : [{ what, from: yesOrNo(from), to: yesOrNo(to) }];
    who.trace.details = {
      changes: [
        ...changed('全員に2段階認証を求める', before.isTwoFactorRequired, isTwoFactorRequired),
        ...changed('管理者に2段階認証を求める', before.isOfManagers, isOfManagers ?? before.isOfManagers),
      ],
    };
    return {};
  }),
];

const issuing = ({ service, now }: Administrator) => ({
  secret: service.secret,
  publicUrl: service.config.publicUrl,
  now,
});

/** The account as it is, which nobody else changes meanwhile; log-ins to it wait, too. */
async function lockAccount(db: Db, { institutionCode }: Administrator, userId: string, version: string | null) {
  const key = { institution_code: institutionCode, user_id: userId };
  const { display_name, role } = await lockRecord(db, 'administrators', key, version, ['display_name', 'role']);
  return { displayName: display_name, role };
}

interface StoredAccount {
  displayName: string;
  role: Role | null;
}

function describeChanges(before: StoredAccount, after: StoredAccount): LogDetails['changes'] {
  const roleName = ({ role }: StoredAccount) => (role ? ROLE_NAMES[role] : '');
  return [
    { what: '表示名', from: before.displayName, to: after.displayName },
    { what: '権限', from: roleName(before), to: roleName(after) },
  ].filter(({ from, to }) => from !== to);
}

const yesOrNo = (is: boolean) => (is ? 'はい' : 'いいえ');

/** Since when each holds stays, if it does already. The version is that of what else stands there, which a form compares. */
const keepPolicy = query(`
  insert into institution_policies as p (institution_code, two_factor_since, managers_two_factor_since)
  values ($1, case when $2::boolean then $4::timestamptz end, case when $3::boolean then $4::timestamptz end)
  on conflict (institution_code) do update
    set two_factor_since = case when $2::boolean then coalesce(p.two_factor_since, $4::timestamptz) end,
        managers_two_factor_since = case when $3::boolean then coalesce(p.managers_two_factor_since, $4::timestamptz) end`);

/** Who was let in for setting one up only is free at once where nobody asks for it any more. */
const freeSessions = query(`
  update sessions s set is_restricted = false
   where institution_code = $1 and administrator_id is not null and is_restricted and not must_change_password
     and not ${isFactorDue('s', '$2')}`);
