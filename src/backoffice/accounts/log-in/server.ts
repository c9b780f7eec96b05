// Answers the administrator's login screen.
import { whoAmI } from '#account/contract.ts';
import { query } from '#db/query.ts';
import { answerAlive } from '#server/health/readiness.ts';
import { COUNT_UNSEEN } from '#server/records/staff-accounts.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { noSession } from '#wire/failure.ts';
import { isAlive } from './contract.ts';

type Identity = Reply<typeof whoAmI>;

interface Account
  extends Pick<Identity, 'displayName' | 'isTotp' | 'isPasskey' | 'recoveryCount' | 'isFirstDay'>,
    Pick<Identity, 'isSending' | 'noticeCount'> {
  name: string;
}

const IS_EMPTY = 'not exists (select from reservations r where r.institution_code = i.institution_code)';

const readAccount = query<Account>(`
  select i.name, a.display_name as "displayName",
         a.totp_confirmed_at is not null as "isTotp",
         exists (select from staff_passkeys k where k.institution_code = a.institution_code and k.user_id = a.user_id)
           as "isPasskey",
         (select count(*)::int from staff_recovery_codes c
           where c.institution_code = a.institution_code and c.user_id = a.user_id and c.used_at is null)
           as "recoveryCount",
         coalesce((select p.first_day_done_at is null from institution_policies p where p.institution_code = i.institution_code),
                  ${IS_EMPTY})
           -- Whoever can set nothing up need not be reminded once people book.
           and (a.role = 'manager' or ${IS_EMPTY}) as "isFirstDay",
         i.sending_days > 0 as "isSending",
         ${COUNT_UNSEEN} as "noticeCount"
    from administrators a
    join institutions i on i.institution_code = a.institution_code
   where a.institution_code = $1 and a.user_id = $2`);

export const loginHandlers: Handler[] = [
  handle(isAlive, answerAlive),

  handle(whoAmI, async (db, who) => {
    const { institutionCode, userId, role, isRestricted, mustChangePassword: isPasswordChangeNeeded, openedAt } = who;
    const isTwoFactorNeeded = isRestricted && !isPasswordChangeNeeded;
    const [account] = await readAccount(db, institutionCode, userId, new Date(openedAt));
    if (!account) throw noSession();
    const { name, ...rest } = account;
    const factors = { isTwoFactor: rest.isTotp || rest.isPasskey, isTwoFactorNeeded, isPasswordChangeNeeded };
    return { institutionCode, userId, role, ...factors, ...rest, userName: `${name}　${rest.displayName}` };
  }),
];
