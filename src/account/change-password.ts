// Gives an examinee a password of their own; whatever opened the account before ends, and so does every other session.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { PASSWORD_CHANGED } from '#domain/mail/built-in-mails.ts';
import { networkOf } from '#server/access/limiter.ts';
import { admitLogin } from '#server/access/login-limiter.ts';
import { endOtherSessions } from '#server/access/tokens.ts';
import { logExaminee } from '#server/access-log/write-log.ts';
import type { Examinee, RequestContext } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { noSession } from '#wire/failure.ts';
import { findHolder, sendAccountMail, writeAccountMail } from './account-mail.ts';
import { examineeUserId } from './contract.ts';
import {
  CREDENTIAL,
  type Credential,
  findFitting,
  REPEATED_WITHIN_MS,
  refuseEasy,
  wrongCurrent,
} from './credentials.ts';

interface Owned extends Credential {
  routeParam: string;
  mail: string;
  birthDate: PlainDate | null;
  createdAt: Date;
}

const readCredentials = query<Owned>(`
  select i.route_param as "routeParam", e.mail, e.birth_date as "birthDate", ${CREDENTIAL}, c.created_at as "createdAt"
    from examinees e join examinee_credentials c using (institution_code, examinee_id)
    join institutions i using (institution_code)
   where institution_code = $1 and examinee_id = $2`);

export async function changePassword(db: Db, who: Examinee, current: string, next: string): Promise<void> {
  const { institutionCode, examineeId, address, now, service } = who;
  const credentials = await readCredentials(db, institutionCode, examineeId);
  const [owner] = credentials;
  if (!owner) throw noSession();
  const { mail } = owner;
  // An open tab that somebody has left behind is no place to guess at leisure.
  const attempt = await admitLogin(db, who, examineeUserId(institutionCode, mail));
  const fitting = await findFitting(who, credentials, current);
  if (!fitting) {
    // Its answer was lost, and it is pressed again: the current password is the new one by now.
    const isRecent = ({ kind, createdAt }: (typeof credentials)[number]) =>
      kind === 'own' && createdAt.getTime() > now.getTime() - REPEATED_WITHIN_MS;
    if (await findFitting(who, credentials.filter(isRecent), next)) return attempt.wasRight();
    await attempt.wasWrong();
    throw wrongCurrent();
  }
  await attempt.wasRight();
  refuseEasy(next, { ...owner, current });
  const hash = await service.slowHashes.make(next, networkOf(address), who.onGone);
  await inTransaction(db, async (transaction) => {
    const standing = await lockCredentials(transaction, institutionCode, examineeId);
    // Of two changes at once the later one has not said the password that holds now.
    const isStanding = ({ kind, hash: stored }: Standing) =>
      kind === fitting.kind && (kind === 'first' || stored === fitting.hash);
    if (!standing.some(isStanding)) throw wrongCurrent();
    await saveOwnPassword(transaction, institutionCode, examineeId, hash, now);
    await endOtherSessions(transaction, who, who.tokenHash);
    await mailPasswordChange(transaction, who, who);
  });
  logExaminee(who, who, 'パスワードの変更');
}

interface Standing {
  kind: string;
  hash: string;
}

/** In one order, whichever of them was said: two changes then never wait for each other. A first one may only have got its slow hash. */
const lockCredentials = query<Standing>(`
  select kind, hash from examinee_credentials where institution_code = $1 and examinee_id = $2 order by kind for update`);

/** In place of all others. */
export const saveOwnPassword = query(`
  with ended as (
    delete from examinee_credentials where institution_code = $1 and examinee_id = $2 and kind <> 'own')
  insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, created_at)
  values ($1, $2, 'own', 'argon2id', $3, $4)
  on conflict (institution_code, examinee_id, kind) do update
    set scheme = 'argon2id', hash = $3, expires_at = null, must_change = false, opens_sessions = true, created_at = $4`);

/** In the transaction that changes it. The text is not the institution's to write; its sender is that of password mails, and there is no copy. */
export async function mailPasswordChange(
  db: Db,
  { now, service }: Pick<RequestContext, 'now' | 'service'>,
  { institutionCode, examineeId }: Pick<Examinee, 'institutionCode' | 'examineeId'>,
): Promise<void> {
  const [owner] = await findHolder(db, institutionCode, examineeId);
  if (owner)
    await sendAccountMail(db, institutionCode, writeAccountMail(service.config, owner, {}, PASSWORD_CHANGED), now);
}
