// Sends somebody who has forgotten their password another one, if mail address and birth date belong together. Right and
// wrong take the same time, and the old password goes on holding: so nobody can lock another person out.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatDateTime } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { logExamineeFailure } from '#server/access/attempts-log.ts';
import { type LimitRule, limit, networkOf, takeBackAttempts } from '#server/access/limiter.ts';
import { delayLogIn } from '#server/access/login-limiter.ts';
import { keyedHash, makePassword } from '#server/access/passwords.ts';
import { logExaminee } from '#server/access-log/write-log.ts';
import type { RequestContext, Service } from '#server/service.ts';
import { Failure } from '#wire/failure.ts';
import { ACCOUNT_HOLDER, type AccountHolder, writeAccountMail } from './account-mail.ts';
import { examineeUserId } from './contract.ts';

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

/** Throws what is refused: too many tries, or a pair that is wrong. */
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
