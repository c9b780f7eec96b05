// Answers the screen of the own account.
import { query } from '#db/query.ts';
import { writeSecond } from '#domain/calendar/clock.ts';
import { endOtherSessions } from '#server/access/tokens.ts';
import { type Handler, handle } from '#server/service.ts';
import { noSession, notFound } from '#wire/failure.ts';
import { changePassword } from './change-password.ts';
import { changeOwnPassword, endOthers, endSession, openOwnAccount } from './contract.ts';
import { endOtherSession, listSessions } from './sessions.ts';

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
         exists (select from institution_policies p
                  where p.institution_code = a.institution_code and p.two_factor_since is not null)
           as "isTwoFactorRequired"
    from administrators a join institutions i on i.institution_code = a.institution_code
   where a.institution_code = $1 and a.user_id = $2`);

interface Passkey {
  passkeyId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const readPasskeys = query<Passkey>(`
  select passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from staff_passkeys where institution_code = $1 and user_id = $2 order by created_at, passkey_id`);

const written = (moment: Date | null) => (moment ? writeSecond(moment) : '');

export const ownAccountHandlers: Handler[] = [
  handle(openOwnAccount, async (db, who) => {
    const { institutionCode, userId, role, secondFactor } = who;
    const [[account], passkeys, sessions] = await Promise.all([
      readAccount(db, institutionCode, userId),
      readPasskeys(db, institutionCode, userId),
      listSessions(db, who),
    ]);
    if (!account) throw noSession();
    const { displayName, institutionName, isTwoFactorRequired, recoveryCount } = account;
    return {
      userId,
      displayName,
      role,
      institutionName,
      passwordChangedAt: written(account.passwordChangedAt),
      mustBeLong: secondFactor === 'none' && !isTwoFactorRequired,
      factors: {
        totpSince: written(account.totpConfirmedAt),
        passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
          passkeyId,
          name,
          registeredAt: writeSecond(createdAt),
          lastUsedAt: written(lastUsedAt),
        })),
        recoveryCount,
        isRequired: isTwoFactorRequired,
      },
      sessions,
    };
  }),

  handle(changeOwnPassword, async (db, who, { current, next }) => {
    await changePassword(db, who, current, next);
    return {};
  }),

  handle(endSession, async (db, who, { sessionId }) => {
    const ended = await endOtherSession(db, who, sessionId);
    if (!ended) throw notFound();
    who.trace.details = { note: `端末のログアウト（${ended.device}）` };
    return { sessions: await listSessions(db, who) };
  }),

  handle(endOthers, async (db, who) => {
    who.trace.details = { count: await endOtherSessions(db, who, who.tokenHash) };
    return { sessions: await listSessions(db, who) };
  }),
];
