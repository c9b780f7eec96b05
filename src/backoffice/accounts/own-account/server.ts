// Answers the screen of the own account.
import { acknowledgeNotices, listNotices } from '#account/contract-notices.ts';
import { wrongCurrent } from '#account/passwords.ts';
import { checkOwnPassword } from '#account/re-authenticate.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatSecond } from '#domain/calendar/clock.ts';
import { isLongPassword } from '#domain/text/new-password.ts';
import { refuseStaffPassword } from '#server/access/common-passwords.ts';
import { networkOf } from '#server/access/limiter.ts';
import { endOtherSessions, isFactorDue, renewToken } from '#server/access/tokens.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import { markAcknowledged, readNotices, readUnseenNotices, type StaffNotice } from '#server/records/staff-accounts.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { noSession } from '#wire/failure.ts';
import { endOtherSession, listSessions } from '../server-sessions.ts';
import { changeOwnPassword, endOthers, endSession, openOwnAccount } from './contract.ts';

/** None where it is no longer the one that was said: of two changes at once, the later one has not said what holds now. */
const savePassword = query<{ saved: number }>(`
  update administrators set password_hash = $4, password_is_long = $5, password_changed_at = $6, must_change_password = false
   where institution_code = $1 and user_id = $2 and password_hash = $3 and disabled_at is null
  returning 1 as saved`);

async function changePassword(db: Db, who: Administrator, current: string, next: string): Promise<string> {
  const { institutionCode, userId, now, service } = who;
  const checked = await checkOwnPassword(db, who, current, next);
  if (checked === 'repeated') return '';
  const hasSecondFactor = who.secondFactor !== 'none';
  await refuseStaffPassword(db, { institutionCode, userId, next, current, hasSecondFactor, now });
  const hash = await service.slowHashes.make(next, networkOf(who.address), who.onGone);
  const isLong = isLongPassword(next);
  return inTransaction(db, async (transaction) => {
    const saved = await savePassword(transaction, institutionCode, userId, checked.hash, hash, isLong, now);
    if (saved.length === 0) throw wrongCurrent();
    await endOtherSessions(transaction, who, who.sessionId);
    await writeLog(transaction, { ...byStaff(who), act: 'ownAccount', details: { note: 'パスワードの変更' } });
    return who.mustChangePassword ? renewToken(transaction, who, { isChanged: true }) : '';
  });
}

interface Account {
  displayName: string;
  institutionName: string;
  passwordChangedAt: Date | null;
  totpConfirmedAt: Date | null;
  recoveryCount: number;
  isTwoFactorRequired: boolean;
}

const readAccount = query<Account>(`
  select a.display_name as "displayName", i.name as "institutionName", a.password_changed_at as "passwordChangedAt",
         a.totp_confirmed_at as "totpConfirmedAt",
         (select count(*)::int from staff_recovery_codes c
           where c.institution_code = a.institution_code and c.user_id = a.user_id and c.used_at is null) as "recoveryCount",
         ${isFactorDue('a', '$3')} as "isTwoFactorRequired"
    from administrators a join institutions i on i.institution_code = a.institution_code
   where a.institution_code = $1 and a.user_id = $2`);

const readPasskeys = query<{ passkeyId: string; name: string; createdAt: Date; lastUsedAt: Date | null }>(`
  select passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from staff_passkeys where institution_code = $1 and user_id = $2 order by created_at, passkey_id`);

const written = (moment: Date | null) => (moment ? formatSecond(moment) : '');

const toNotice = ({ at, acknowledgedAt, ...rest }: StaffNotice) => ({
  ...rest,
  at: formatSecond(at),
  isAcknowledged: acknowledgedAt !== null,
});

export const ownAccountHandlers: Handler[] = [
  handle(openOwnAccount, async (db, who) => {
    const { institutionCode, userId, role, secondFactor } = who;
    const [[account], passkeys, sessions, notices] = await Promise.all([
      readAccount(db, institutionCode, userId, who.now),
      readPasskeys(db, institutionCode, userId),
      listSessions(db, who),
      readNotices(db, who),
    ]);
    if (!account) throw noSession();
    const { isTwoFactorRequired, recoveryCount } = account;
    return {
      ...account,
      userId,
      role,
      passwordChangedAt: written(account.passwordChangedAt),
      mustBeLong: secondFactor === 'none' && !isTwoFactorRequired,
      factors: {
        totpSince: written(account.totpConfirmedAt),
        passkeys: passkeys.map((one) => ({
          ...one,
          registeredAt: formatSecond(one.createdAt),
          lastUsedAt: written(one.lastUsedAt),
        })),
        recoveryCount,
        isRequired: isTwoFactorRequired,
      },
      sessions,
      notices: notices.map(toNotice),
    };
  }),

  handle(listNotices, async (db, who) => ({ notices: (await readUnseenNotices(db, who)).map(toNotice) })),

  handle(acknowledgeNotices, async (db, who, { noticeIds }) => {
    await markAcknowledged(db, who, noticeIds);
    return {};
  }),

  handle(changeOwnPassword, async (db, who, { current, next }) => {
    return { token: await changePassword(db, who, current, next) };
  }),

  handle(endSession, (db, who, { sessionId }) => endOtherSession(db, who, who.userId, sessionId)),

  handle(endOthers, async (db, who) => {
    who.trace.details = { count: await endOtherSessions(db, who, who.sessionId) };
    return { sessions: await listSessions(db, who) };
  }),
];
