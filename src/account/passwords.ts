// Passwords of examinees: how they are checked, changed, and reissued where they are forgotten. There may be several at a time (an own
// one, the first one, a reissued one).
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatDateTime } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { PASSWORD_CHANGED } from '#domain/mail/built-in-mails.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { COMMON_PASSWORD, findEasyGuesses } from '#domain/text/new-password.ts';
import { logExamineeFailure } from '#server/access/attempts-log.ts';
import { isCommon } from '#server/access/common-passwords.ts';
import { type LimitRule, limit, networkOf, takeBackAttempts } from '#server/access/limiter.ts';
import { admitLogin, delayLogIn } from '#server/access/login-limiter.ts';
import { checkKeyed, keyedHash, makePassword } from '#server/access/passwords.ts';
import { endOtherSessions } from '#server/access/tokens.ts';
import { logExaminee } from '#server/access-log/write-log.ts';
import type { Examinee, RequestContext, Service } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { Failure, noSession, refused } from '#wire/failure.ts';
import { ACCOUNT_HOLDER, type AccountHolder, findHolder, sendAccountMail, writeAccountMail } from './account-mail.ts';
import { examineeUserId } from './contract.ts';

/** How long a change of a password that comes again is taken for one whose answer was lost. */
export const REPEATED_WITHIN_MS = 15 * 60_000;

export const wrongCurrent = () => refused('現在のパスワードが正しくありません。');

export interface Credential {
  kind: 'own' | 'first' | 'reissued';
  scheme: 'keyed' | 'argon2id';
  hash: string;
  expiresAt: Date | null;
}

export const CREDENTIAL = 'c.kind, c.scheme, c.hash, c.expires_at as "expiresAt"';

/** What only the server knows a new password must not be. */
export function refuseEasy(
  next: string,
  owner: { current: string; mail: string; birthDate: PlainDate | null; routeParam: string },
): void {
  const guesses = findEasyGuesses({ ...owner, next });
  if (isCommon(next, owner.routeParam)) guesses.push(COMMON_PASSWORD);
  if (guesses.length > 0) throw refused(...guesses);
}

/** The one that this password is, of those that still hold. Whatever is refused took exactly one slow check, so that the time reveals nothing. */
export async function findFitting<C extends Credential>(
  { service, address, now, onGone }: RequestContext,
  credentials: readonly C[],
  password: string,
): Promise<C | null> {
  const usable = credentials.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const keyed = usable.find(({ scheme, hash }) => scheme === 'keyed' && checkKeyed(service.secret, hash, password));
  if (keyed) return keyed;
  const slow = usable.find(({ scheme }) => scheme === 'argon2id');
  const fits = await service.slowHashes.check(slow?.hash ?? null, password, networkOf(address), onGone);
  return slow && fits ? slow : null;
}

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

/** Gives the account one of its owner's own; whatever opened it before ends, and so does every other session. */
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

type Standing = Pick<Credential, 'kind' | 'hash'>;

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

const HOURS = 24;
const TOO_MANY = 'パスワードの再発行の回数が上限に達しました。1時間ほど待ってからもう一度お試しください。';
const REISSUE = 'パスワードの再発行';
const WRONG = 'メールアドレスまたは生年月日が正しくありません。もう一度ご確認ください。';

interface Forgetful {
  institutionCode: string;
  mail: string;
  birthDate: PlainDate;
}

const findPerson = query<AccountHolder>(`${ACCOUNT_HOLDER} and lower(e.mail) = $2 and e.birth_date = $3::date`);

/** One statement: there is no password without its mail, and no mail without its password. A second one ends the first. */
const saveReissued = query(`
  with kept as (
    insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, must_change, expires_at, created_at)
    values ($1, $2, 'reissued', 'keyed', $3, true, $4, $5)
    on conflict (institution_code, examinee_id, kind) do update
      set scheme = 'keyed', hash = $3, must_change = true, opens_sessions = true, expires_at = $4, created_at = $5)
  select write_mails($1, $6::jsonb, $5)`);

const ruleOf = ({ config }: Service, kind: string): LimitRule => ({
  kind,
  minutes: 60,
  limit: config.attempts.reissuesPerHour,
  since: 'first',
  refusal: TOO_MANY,
});

/**
 * Sends another one, if mail address and birth date belong together; throws what is refused: too many tries, or a pair that is wrong.
 * Right and wrong take the same time, and the old password goes on holding: so nobody can lock another person out.
 */
export async function reissuePassword(db: Db, who: RequestContext, person: Forgetful): Promise<void> {
  const { service } = who;
  const started = performance.now();
  const network = networkOf(who.address);
  const [byMail, byAddress] = [ruleOf(service, 'reissue-mail'), ruleOf(service, 'reissue-address')];
  const userId = examineeUserId(person.institutionCode, person.mail);
  // The network address first: one that is refused uses up nobody's tries.
  await limit(db, who, byAddress, network);
  // Of an address only the wrong ones count: a whole office may have forgotten theirs.
  const takeBack = () => takeBackAttempts(db, who, 1, byAddress, network);
  await limit(db, who, byMail, userId).catch(async (refusal) => {
    await takeBack();
    throw refusal;
  });
  const { institutionCode, mail, birthDate } = person;
  const [found] = await findPerson(db, institutionCode, lowerAscii(mail), birthDate);
  if (found) {
    await sendPassword(db, who, institutionCode, found);
    await takeBack();
    logExaminee(who, { institutionCode, examineeId: found.examineeId }, REISSUE);
  } else await logExamineeFailure(db, who, { institutionCode, mail }, [REISSUE]);
  // Long enough for either: what is left to wait is all that differs.
  await delayLogIn(who, service.config.attempts.reissueAnswerMs - (performance.now() - started));
  if (!found) throw new Failure('WrongPair', [WRONG]);
}

async function sendPassword(
  db: Db,
  { service, now }: RequestContext,
  institutionCode: string,
  found: AccountHolder,
): Promise<void> {
  const password = makePassword();
  const expiresAt = new Date(now.getTime() + HOURS * 3_600_000);
  const mail = writeAccountMail(service.config, found, {
    パスワード: password,
    パスワード期限: formatDateTime(formatMinute(expiresAt)),
  });
  const hash = keyedHash(service.secret, password);
  await saveReissued(db, institutionCode, found.examineeId, hash, expiresAt, now, JSON.stringify([mail]));
}
