// Takes set-up codes: looks whose one is, and makes it a password, once.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Role } from '#domain/staff/roles.ts';
import { isLongPassword } from '#domain/text/new-password.ts';
import { refuseStaffPassword } from '#server/access/common-passwords.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { networkOf } from '#server/access/limiter.ts';
import { admitLogin } from '#server/access/login-limiter.ts';
import { writeLog } from '#server/access-log/write-log.ts';
import { hashSetupCode } from '#server/records/staff-accounts.ts';
import { type Handler, handle, type RequestContext } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { refused } from '#wire/failure.ts';
import { checkSetup, setPassword } from './contract.ts';

const WRONG = 'ユーザーIDまたは設定コードが正しくないか、有効期限が切れています。';

interface Awaited {
  institutionCode: string;
  userId: string;
  displayName: string;
  role: Role;
  institutionName: string;
  setupHash: string | null;
  hasSecondFactor: boolean;
}

const findAwaited = query<Awaited>(`
  select a.institution_code as "institutionCode", a.user_id as "userId", a.display_name as "displayName", a.role,
         i.name as "institutionName", a.setup_hash as "setupHash",
         (a.totp_confirmed_at is not null
          or exists (select from staff_passkeys k where k.institution_code = a.institution_code and k.user_id = a.user_id))
           as "hasSecondFactor"
    from administrator_directory d
    join administrators a on a.institution_code = d.institution_code and a.user_id = d.user_id
    join institutions i on i.institution_code = d.institution_code
   where d.user_id = $1 and a.disabled_at is null and i.closed_at is null
     and a.setup_hash is not null and a.setup_expires_at > $2`);

/** Whatever is wrong is reported alike, and counts as a log-in of that id that failed. */
async function findByCode(db: Db, who: RequestContext, userId: string, code: string): Promise<Awaited> {
  const attempt = await admitLogin(db, who, userId);
  const [account] = await findAwaited(db, userId, who.now);
  // Hashes under the service's own key: nobody can learn from the time how much of one is right.
  const fits =
    account !== undefined && hashSetupCode(who.service.secret, account, code).includes(account.setupHash ?? '');
  if (fits && !isHidden(who, account.institutionCode)) {
    await attempt.wasRight();
    return account;
  }
  await attempt.wasWrong();
  throw refused(WRONG);
}

/** Only while the code still stands: of two tabs, and of a manager who issues another one meanwhile, the later one wins nothing. */
const savePassword = query<{ saved: number }>(`
  update administrators
     set password_hash = $4, password_is_long = $5, password_changed_at = $6, must_change_password = false, setup_hash = null, setup_expires_at = null
   where institution_code = $1 and user_id = $2 and setup_hash = $3 and setup_expires_at > $6 and disabled_at is null
  returning 1 as saved`);

export const staffSetupHandlers: Handler[] = [
  handle(checkSetup, async (db, who, { userId, code }) => {
    const { displayName, institutionName } = await findByCode(db, who, userId, code);
    return { displayName, institutionName };
  }),

  handle(setPassword, async (db, who, { userId, code, next }) => {
    const { service, address, now } = who;
    const { institutionCode, displayName, role, setupHash, hasSecondFactor } = await findByCode(db, who, userId, code);
    await refuseStaffPassword(db, { institutionCode, userId, next, hasSecondFactor, now });
    const hash = await service.slowHashes.make(next, networkOf(address), who.onGone);
    const isLong = isLongPassword(next);
    await inTransaction(db, async (transaction) => {
      const saved = await savePassword(transaction, institutionCode, userId, setupHash, hash, isLong, now);
      if (saved.length === 0) throw refused(WRONG);
      await writeLog(transaction, {
        institutionCode,
        at: now,
        actor: { kind: 'staff', userId, displayName, role, address },
        act: 'ownAccount',
        details: { note: '設定コードによるパスワードの設定' },
      });
    });
    return {};
  }),
];
