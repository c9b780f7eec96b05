// Somebody of the staff shows once more who they are, in the session that is open.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { admitLogin } from '#server/access/login-tries.ts';
import { networkOf } from '#server/access/tries.ts';
import { type Administrator, handle } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import { confirmSelf } from './contract.ts';
import { NOT_CONFIRMED } from './passkeys.ts';
import { confirmByPasskey } from './second-step.ts';

const readPassword = query<{ hash: string | null; changedAt: Date | null }>(`
  select password_hash as hash, password_changed_at as "changedAt" from administrators
   where institution_code = $1 and user_id = $2 and disabled_at is null`);

const confirm = query('update sessions set confirmed_at = $2 where token_hash = $1');

/** How long a change that comes again is taken for one whose answer was lost. */
const REPEATED_WITHIN_MS = 15 * 60_000;

export const wrongCurrent = () => refused('現在のパスワードが正しくありません。');

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
  const tries = await admitLogin(db, who, who.userId);
  const [{ hash, changedAt } = { hash: null, changedAt: null }] = await readPassword(
    db,
    who.institutionCode,
    who.userId,
  );
  const fits = (said: string) => service.slowHashes.check(hash, said, networkOf(address), onGone);
  if (hash && (await fits(password))) {
    await tries.wasRight();
    return { hash };
  }
  const isRecent = changedAt && changedAt.getTime() > now.getTime() - REPEATED_WITHIN_MS;
  if (next && isRecent && (await fits(next))) {
    await tries.wasRight();
    return 'repeated';
  }
  await tries.wasWrong();
  throw wrongCurrent();
}

export const confirmHandler = handle(confirmSelf, async (db, who, { password, ticket, credential }) => {
  if (credential === '') await checkOwnPassword(db, who, password);
  else if (!(await confirmByPasskey(db, who, ticket, credential))) throw refused(NOT_CONFIRMED);
  await confirm(db, who.tokenHash, who.now);
  return {};
});
