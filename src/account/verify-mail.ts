// Shows whose an account is: by a link that only its mailbox has got, or by a password that was sent there. Whoever was in the account
// before and has not shown it is out.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { VERIFY_MAIL, verifyValues } from '#domain/mail/built-in-mails.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { limitMails, networkOf } from '#server/access/limiter.ts';
import { endOtherSessions, issueTokenFor } from '#server/access/tokens.ts';
import { entryOfExaminee, writeLog } from '#server/access-log/write-log.ts';
import { readVerified, type Verified, verifyLink } from '#server/mail/verify-links.ts';
import type { Examinee, Visitor } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { noSession, notFound, refused } from '#wire/failure.ts';
import { findHolder, sendAccountMail, writeAccountMail } from './account-mail.ts';
import { examineeUserId } from './contract.ts';
import {
  CREDENTIAL,
  type Credential,
  findFitting,
  mailPasswordChange,
  REPEATED_WITHIN_MS,
  refuseEasy,
  saveOwnPassword,
} from './passwords.ts';

const DONE = 'メールアドレスの確認は済んでいます。';
const OVER =
  'この確認のページは有効期限が切れています。マイページから確認メールをもう一度送信するか、ログイン画面の「パスワードをお忘れの方」からパスワードを再発行してください。';

const verify = query<{ isNew: boolean }>('select verify_mail($1, $2, $3, $4) as "isNew"');

async function markVerified(db: Db, { institutionCode, examineeId, mail }: Verified, now: Date): Promise<boolean> {
  const [done] = await verify(db, institutionCode, examineeId, mail, now);
  return done?.isNew ?? false;
}

const forgetPartners = query('delete from partner_subjects where institution_code = $1 and examinee_id = $2');
const endPasswordsBut = query(`
  delete from examinee_credentials where institution_code = $1 and examinee_id = $2 and kind <> $3`);

/**
 * By a password that was sent to the mailbox. Null where it has just been changed; then nothing is verified by it. Locks are taken in
 * the order of accounts, passwords, sessions everywhere.
 */
export function openByReissued(
  db: Db,
  person: Verified,
  credential: Pick<Credential, 'kind' | 'hash'>,
  now: Date,
): Promise<string | null> {
  const { institutionCode, examineeId } = person;
  const changed = new Error('the password has just been changed');
  return inTransaction(db, async (transaction) => {
    if (await markVerified(transaction, person, now)) {
      await endPasswordsBut(transaction, institutionCode, examineeId, 'reissued');
      await forgetPartners(transaction, institutionCode, examineeId);
      await endOtherSessions(transaction, { kind: 'examinee', institutionCode, examineeId }, null);
    }
    const token = await issueTokenFor(transaction, person, credential, now);
    if (token === null) throw changed;
    return token;
  }).catch((error) => {
    if (error === changed) return null;
    throw error;
  });
}

interface Account {
  mail: string;
  birthDate: PlainDate | null;
  isVerified: boolean;
  routeParam: string;
  institutionName: string;
  phone: string;
  phoneHours: string;
}

const readAccount = query<Account>(`
  select e.mail, e.birth_date as "birthDate", e.mail_verified_at is not null as "isVerified", i.route_param as "routeParam",
         i.name as "institutionName", i.contract_phone as phone, i.phone_hours as "phoneHours"
    from examinees e join institutions i using (institution_code)
   where e.institution_code = $1 and e.examinee_id = $2`);

/** Whose link it is. Throws where it is none of ours, or its account is gone or has another address: all answered alike. */
export async function readVerifyLink(db: Db, who: Visitor, key: string) {
  const read = readVerified(who.service.secret, key);
  if (!read || isHidden(who, read.institutionCode)) throw notFound();
  const { institutionCode, examineeId, expiresAt } = read;
  const [account] = await readAccount(db, institutionCode, examineeId);
  if (!account || !read.isFor(account.mail)) throw notFound();
  const link: Verified = { institutionCode, examineeId, mail: account.mail };
  const { session } = who;
  const isOwn = session?.institutionCode === institutionCode && session.kind === 'examinee';
  const own = isOwn && session.examineeId === examineeId ? session : null;
  const state: 'done' | 'over' | 'open' = account.isVerified ? 'done' : expiresAt <= who.now ? 'over' : 'open';
  return { link, account, own, state };
}

// The password that the session was opened with stays good for choosing another one in it; nobody else comes in by one that an answer
// has held, or that somebody else has set.
const closePasswords = query(`
  update examinee_credentials c set opens_sessions = false
   where c.institution_code = $1 and c.examinee_id = $2
     and not (c.kind = 'own' and exists (select from sessions s where s.token_hash = $3 and s.opened_with = 'own'))`);

/** One press of whoever is logged in to the account: they stay, everybody else is out. */
export async function verifyInSession(db: Db, who: Visitor, key: string): Promise<void> {
  const { link, own, state } = await readVerifyLink(db, who, key);
  if (!own) throw refused('この画面で新しいパスワードを設定してください。');
  if (state === 'done') return;
  if (state === 'over') throw refused(OVER);
  const { institutionCode, examineeId } = link;
  if (!(await markVerified(db, link, who.now))) return;
  await closePasswords(db, institutionCode, examineeId, own.tokenHash);
  if (!own.isPartnerSession) await forgetPartners(db, institutionCode, examineeId);
  await endOtherSessions(db, own, own.tokenHash);
  await writeLog(db, entryOfExaminee(who, link, 'メールアドレスの確認'));
}

const readOwnPassword = query<Credential>(`
  select ${CREDENTIAL} from examinee_credentials c
   where institution_code = $1 and examinee_id = $2 and kind = 'own' and created_at > $3`);

/** Whoever is not logged in to the account chooses a password, and every session and password from before ends. Gives the user id. */
export async function verifyWithPassword(db: Db, who: Visitor, key: string, next: string): Promise<string> {
  const { link, account, state } = await readVerifyLink(db, who, key);
  const { institutionCode, examineeId } = link;
  const userId = examineeUserId(institutionCode, account.mail);
  if (state === 'done') {
    // Its answer was lost, and it is pressed again.
    const since = new Date(who.now.getTime() - REPEATED_WITHIN_MS);
    const recent = await readOwnPassword(db, institutionCode, examineeId, since);
    if (recent.length > 0 && (await findFitting(who, recent, next))) return userId;
    throw refused(DONE);
  }
  if (state === 'over') throw refused(OVER);
  refuseEasy(next, { ...account, current: '' });
  const hash = await who.service.slowHashes.make(next, networkOf(who.address), who.onGone);
  await inTransaction(db, async (transaction) => {
    if (!(await markVerified(transaction, link, who.now))) throw refused(DONE);
    await saveOwnPassword(transaction, institutionCode, examineeId, hash, who.now);
    await forgetPartners(transaction, institutionCode, examineeId);
    await endOtherSessions(transaction, { kind: 'examinee', institutionCode, examineeId }, null);
    await mailPasswordChange(transaction, who, link);
    await writeLog(transaction, entryOfExaminee(who, link, 'メールアドレスの確認とパスワードの設定'));
  });
  return userId;
}

/** Sends the link to the account's own address, so many times at the most. */
export async function sendVerifyMail(db: Db, who: Examinee): Promise<void> {
  const { institutionCode, examineeId, service, now } = who;
  const [holder] = await findHolder(db, institutionCode, examineeId);
  if (!holder) throw noSession();
  if (holder.isVerified) throw refused(DONE);
  await limitMails(db, who, 'verify-mail', `${institutionCode}/${lowerAscii(holder.mail)}`);
  const verified = { institutionCode, examineeId, mail: holder.mail };
  const values = verifyValues(verifyLink(service, holder.institution.routeParam, verified, now));
  await sendAccountMail(db, institutionCode, writeAccountMail(service.config, holder, values, VERIFY_MAIL), now);
}
