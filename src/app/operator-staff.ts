// The provider's commands about accounts of the staff: given, reset, stopped, given back and unlocked.
import { createSecretKey } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ROLES, type Role } from '#domain/staff/roles.ts';
import { unlock } from '#server/access/login-tries.ts';
import { settleSecret } from '#server/access/secret.ts';
import { readConfig } from '#server/config.ts';
import { addAdministrator, resetPassword } from '#server/records/institutions.ts';
import {
  type Account,
  clearTwoFactor,
  isLastManager,
  issueSetup,
  lockStaff,
  restartAccount,
  stopAccount,
} from '#server/records/staff-accounts.ts';
import { inTransaction } from '#server/transaction.ts';
import { logOperator } from './operator-log.ts';
import { CODE, type Commands, type Field, NAME, Refused, readOptions, USER, Usage } from './operator-options.ts';
import { choosePassword, refuseCommonOf } from './operator-passwords.ts';

const ROLE: Field = { what: ROLES.join(', '), fits: (value) => ROLES.some((role) => role === value) };

const find = query<{ institutionCode: string }>(`
  select a.institution_code as "institutionCode"
    from administrator_directory d join administrators a using (institution_code, user_id)
   where d.user_id = $1`);

/** The account, held as managers' own changes hold it. */
async function holdAccount(db: Db, userId: string): Promise<Account> {
  const [found] = await find(db, userId);
  if (!found) throw new Refused(`There is no administrator ${userId}.`);
  await lockStaff(db, found.institutionCode);
  return { institutionCode: found.institutionCode, userId };
}

/** What managers may not do, the provider may: it is asked when nobody of the institution can get in any more. */
const letLastManagerGo = query("select set_config('biyori.last_manager_may_go', 'yes', true)");

/** What the service itself has; only commands that need its key ask for it. */
async function readService(db: Db) {
  const config = readConfig(process.env);
  return { config, secret: createSecretKey(await settleSecret(db, config)) };
}

/** `tell` is given what is to be printed once the transaction stands. */
export const staffCommands = (tell: (line: string) => void): Commands => ({
  'add-administrator': async (args) => {
    const fields = { institution: CODE, user: USER, name: NAME };
    const { institution, user, name, role } = readOptions(args, fields, { role: ROLE }, ['generate']);
    const password = await choosePassword(args, user, tell);
    return (db) =>
      inTransaction(db, async (transaction) => {
        await refuseCommonOf(transaction, institution, password);
        await lockStaff(transaction, institution);
        const account = { institutionCode: institution, userId: user, displayName: name, password };
        await addAdministrator(transaction, { ...account, role: role as Role | undefined });
        await logOperator(transaction, institution, '職員アカウントの登録', user);
        return `Administrator ${user} (${name}) may now work for institution ${institution}.`;
      });
  },

  'reset-administrator': async (args) => {
    const options = readOptions(args, { user: USER }, {}, ['generate', 'setup-code', 'clear-two-factor']);
    const { user, generate, 'setup-code': bySetup, 'clear-two-factor': clears } = options;
    if (generate && bySetup) throw new Usage('--generate makes a password, --setup-code a code: only one of them.');
    const password = bySetup ? '' : await choosePassword(args, user, tell);
    return (db) =>
      inTransaction(db, async (transaction) => {
        const account = await holdAccount(transaction, user);
        await letLastManagerGo(transaction);
        if (clears) await clearTwoFactor(transaction, account);
        if (bySetup) {
          const { secret, config } = await readService(transaction);
          const issuing = { secret, publicUrl: config.publicUrl, now: new Date() };
          const { code, url, endsAt } = await issueSetup(transaction, account, issuing);
          tell(`The set-up code of ${user}, shown only this once, good until ${endsAt} (Japan): ${code}`);
          tell(url);
        } else {
          await refuseCommonOf(transaction, account.institutionCode, password);
          await resetPassword(transaction, user, password);
        }
        const note = `${bySetup ? '設定コードの発行' : 'パスワードの再設定'}${clears ? '・2段階認証の解除' : ''}`;
        await logOperator(transaction, account.institutionCode, note, user);
        const got = bySetup ? 'is to set a new password' : 'has a new password';
        return `Administrator ${user} ${got}; whatever was open with the old one has ended.`;
      });
  },

  'disable-administrator': async (args) => {
    const { user, last } = readOptions(args, { user: USER }, {}, ['last']);
    return (db) =>
      inTransaction(db, async (transaction) => {
        const account = await holdAccount(transaction, user);
        if (last) await letLastManagerGo(transaction);
        await stopAccount(transaction, account, new Date());
        await logOperator(transaction, account.institutionCode, '職員アカウントの停止', user);
        return `Administrator ${user} is stopped, and logged in nowhere any more.`;
      }).catch((error: unknown) => {
        if (!isLastManager(error)) throw error;
        throw new Refused(`${user} is the last active manager of its institution: --last stops it all the same.`);
      });
  },

  'enable-administrator': async (args) => {
    const { user } = readOptions(args, { user: USER });
    return (db) =>
      inTransaction(db, async (transaction) => {
        const account = await holdAccount(transaction, user);
        await restartAccount(transaction, account);
        await logOperator(transaction, account.institutionCode, '職員アカウントの再開', user);
        return `Administrator ${user} may log in again.`;
      });
  },

  'unlock-administrator': async (args) => {
    const { user } = readOptions(args, { user: USER });
    return (db) =>
      inTransaction(db, async (transaction) => {
        const account = await holdAccount(transaction, user);
        const service = await readService(transaction);
        await unlock(transaction, { service, now: new Date() }, user);
        await logOperator(transaction, account.institutionCode, 'ロックの解除', user);
        return `Administrator ${user} may try again.`;
      });
  },
});
