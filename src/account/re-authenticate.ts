// Somebody of the staff shows once more who they are, in the session that is open.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { networkOf } from '#server/access/limiter.ts';
import { admitLogin } from '#server/access/login-limiter.ts';
import { renewToken } from '#server/access/tokens.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import { type Administrator, handle } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { noSession, refused } from '#wire/failure.ts';
import { reAuthenticate } from './contract.ts';
import { REPEATED_WITHIN_MS, wrongCurrent } from './passwords.ts';
import { confirmByFactor, factorsOf, findByUserId } from './second-step.ts';

const readPassword = query<{ hash: string | null; changedAt: Date | null }>(`
  select password_hash as hash, password_changed_at as "changedAt" from administrators
   where institution_code = $1 and user_id = $2 and disabled_at is null`);

/**
 * An open tab that somebody has left behind is no place to guess at leisure: tries count as those to log in. Gives the hash that
 * it fits. Where it is about to become `next`, that may have happened a moment ago, and only the answer was lost: "repeated".
 */
export async function checkOwnPassword(
  db: Db,
  who: Administrator,
  password: string,
  next?: string,
): Promise<{ hash: string } | 'repeated'> {
  const { service, address, now, onGone } = who;
  const attempt = await admitLogin(db, who, who.userId);
  const [{ hash, changedAt } = { hash: null, changedAt: null }] = await readPassword(
    db,
    who.institutionCode,
    who.userId,
  );
  const fits = (password: string) => service.slowHashes.check(hash, password, networkOf(address), onGone);
  if (hash && (await fits(password))) {
    await attempt.wasRight();
    return { hash };
  }
  const isRecent = changedAt && changedAt.getTime() > now.getTime() - REPEATED_WITHIN_MS;
  if (next && isRecent && (await fits(next))) {
    await attempt.wasRight();
    return 'repeated';
  }
  await attempt.wasWrong();
  throw wrongCurrent();
}

const CODE_NEEDED = '2段階認証の認証コードも入力してください。';

export const reAuthenticateHandler = handle(
  reAuthenticate,
  async (db, who, { password, factor, otp, ticket, credential }) => {
    const [account] = await findByUserId(db, who.userId);
    if (!account) throw noSession();
    const isCodeNeeded = factorsOf(account).length > 0;
    const note = credential !== '' ? 'パスキー' : isCodeNeeded ? 'パスワードと認証コード' : 'パスワード';
    const renew = async (transaction: Db) => {
      const token = await renewToken(transaction, who, { since: who.now });
      await writeLog(transaction, { ...byStaff(who), act: 'confirm', details: { note } });
      return { token };
    };
    // A passkey that has seen the person stands for both.
    if (credential !== '') {
      return confirmByFactor(db, who, account, { ticket, type: 'passkey', otp: '', credential }, renew);
    }
    // Before the password, which nobody is to learn here without the code.
    if (isCodeNeeded && (otp === '' || !factor || factor === 'passkey')) throw refused(CODE_NEEDED);
    await checkOwnPassword(db, who, password);
    if (!isCodeNeeded || !factor) return inTransaction(db, renew);
    return confirmByFactor(db, who, account, { ticket: '', type: factor, otp, credential: '' }, renew);
  },
);
