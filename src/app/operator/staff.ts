// The provider's commands about accounts of the staff: given, reset, stopped, given back and unlocked.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ROLES, type Role } from '#domain/staff/roles.ts';
import { settleSecret } from '#server/access/key-ring.ts';
import { unlock } from '#server/access/login-limiter.ts';
import { readConfig } from '#server/config.ts';
import { addAdministrator, resetPassword } from '#server/records/institutions.ts';
import {
  type Account,
  clearTwoFactor,
  isLastManager,
  issueSetup,
  lockStaff,
  notifyStaff,
  restartAccount,
  stopAccount,
} from '#server/records/staff-accounts.ts';
import { logOperator } from './log.ts';
import { CODE, type Commands, type Field, inOne, NAME, Refused, readOptions, USER, Usage } from './options.ts';
import { BY_PASSWORD, choosePassword, refuseCommonOf } from './passwords.ts';

const ROLE: Field = { what: ROLES.join(', '), fits: (value) => ROLES.some((role) => role === value) };

const find = query<{ institutionCode: string }>(`
  select a.institution_code as "institutionCode"
    from administrator_directory d join administrators a using (institution_code, user_id)
   where d.user_id = $1`);

async function lockAccount(db: Db, userId: string): Promise<Account> {
  const [found] = await find(db, userId);
  if (!found) throw new Refused(`There is no administrator ${userId}.`);
  await lockStaff(db, found.institutionCode);
  return { institutionCode: found.institutionCode, userId };
}

/** What managers may not do, the provider may: it is asked when nobody of the institution can get in any more. */
const letLastManagerGo = query("select set_config('biyori.last_manager_may_go', 'yes', true)");

async function readService(db: Db) {
  const config = readConfig(process.env);
  return { config, secret: await settleSecret(db, config) };
}

export async function giveSetupCode(db: Db, account: Account, print: (line: string) => void): Promise<void> {
  const { secret, config } = await readService(db);
  const { code, url, endsAt } = await issueSetup(db, account, { secret, publicUrl: config.publicUrl, now: new Date() });
  print(`The set-up code of ${account.userId}, shown only this once, good until ${endsAt} (Japan): ${code}`);
  print(url);
}

export const staffCommands = (print: (line: string) => void): Commands => ({
  'add-administrator': async (args) => {
    const fields = { institution: CODE, user: USER, name: NAME };
    const options = readOptions(args, fields, { role: ROLE }, BY_PASSWORD);
    const { institution, user, name, role } = options;
    const password = await choosePassword(options, user, print);
    return inOne(async (db) => {
      await refuseCommonOf(db, institution, password);
      await lockStaff(db, institution);
      const account = { institutionCode: institution, userId: user, displayName: name, password };
      await addAdministrator(db, { ...account, role: role as Role | undefined, mustChangePassword: true });
      if (!password) await giveSetupCode(db, account, print);
      await logOperator(db, institution, '職員アカウントの登録', user);
      return `Administrator ${user} (${name}) may now work for institution ${institution}.`;
    });
  },

  'reset-administrator': async (args) => {
    const options = readOptions(args, { user: USER }, {}, [...BY_PASSWORD, 'setup-code', 'clear-two-factor']);
    const { user, 'setup-code': wantsCode, 'clear-two-factor': clears } = options;
    const password = await choosePassword(options, user, print);
    if (password && wantsCode) throw new Usage('--setup-code gives no password: only one of them.');
    const bySetup = !password;
    return inOne(async (db) => {
      const account = await lockAccount(db, user);
      await letLastManagerGo(db);
      const at = new Date();
      const byName = '提供元';
      if (clears) {
        await clearTwoFactor(db, account);
        await notifyStaff(db, account, { at, kind: 'factor', note: '2段階認証の解除', byName });
      }
      await notifyStaff(db, account, {
        at,
        kind: 'setup',
        note: bySetup ? '設定コードの発行' : 'パスワードの再設定',
        byName,
      });
      if (bySetup) await giveSetupCode(db, account, print);
      else {
        await refuseCommonOf(db, account.institutionCode, password);
        await resetPassword(db, user, password);
      }
      const note = `${bySetup ? '設定コードの発行' : 'パスワードの再設定'}${clears ? '・2段階認証の解除' : ''}`;
      await logOperator(db, account.institutionCode, note, user);
      const got = bySetup ? 'is to set a new password' : 'has a new password, and changes it at the first log-in';
      return `Administrator ${user} ${got}; whatever was open with the old one has ended.`;
    });
  },

  'disable-administrator': async (args) => {
    const { user, last } = readOptions(args, { user: USER }, {}, ['last']);
    const stop = inOne(async (db) => {
      const account = await lockAccount(db, user);
      if (last) await letLastManagerGo(db);
      await stopAccount(db, account, new Date());
      await logOperator(db, account.institutionCode, '職員アカウントの停止', user);
      return `Administrator ${user} is stopped, and logged in nowhere any more.`;
    });
    return (db) =>
      stop(db).catch((error: unknown) => {
        if (!isLastManager(error)) throw error;
        throw new Refused(`${user} is the last active manager of its institution: --last stops it all the same.`);
      });
  },

  'enable-administrator': async (args) => {
    const { user } = readOptions(args, { user: USER });
    return inOne(async (db) => {
      const account = await lockAccount(db, user);
      await restartAccount(db, account);
      await logOperator(db, account.institutionCode, '職員アカウントの再開', user);
      return `Administrator ${user} may log in again.`;
    });
  },

  'unlock-administrator': async (args) => {
    const { user } = readOptions(args, { user: USER });
    return inOne(async (db) => {
      const account = await lockAccount(db, user);
      const service = await readService(db);
      await unlock(db, { service, now: new Date() }, user);
      await logOperator(db, account.institutionCode, 'ロックの解除', user);
      return `Administrator ${user} may try again.`;
    });
  },
});
