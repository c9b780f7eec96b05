// Somebody of the staff shows once more who they are, in the session that is open.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { admitLogin } from '#server/access/login-tries.ts';
import { networkOf } from '#server/access/tries.ts';
import { type Administrator, handle } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import { confirmSelf } from './contract.ts';

const readHash = query<{ hash: string | null }>(`
  select password_hash as hash from administrators
   where institution_code = $1 and user_id = $2 and disabled_at is null`);

const confirm = query('update sessions set confirmed_at = $2 where token_hash = $1');

/** An open tab that somebody has left behind is no place to guess at leisure: tries count as those to log in. */
export async function checkOwnPassword(db: Db, who: Administrator, password: string): Promise<void> {
  const tries = await admitLogin(db, who, who.userId);
  const [account] = await readHash(db, who.institutionCode, who.userId);
  const fits = await who.service.slowHashes.check(account?.hash ?? null, password, networkOf(who.address), who.onGone);
  if (fits) return tries.wasRight();
  await tries.wasWrong();
  throw refused('現在のパスワードが正しくありません。');
}

export const confirmHandler = handle(confirmSelf, async (db, who, { password }) => {
  await checkOwnPassword(db, who, password);
  await confirm(db, who.tokenHash, who.now);
  return {};
});
