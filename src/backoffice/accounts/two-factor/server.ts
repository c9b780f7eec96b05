// Sets up and removes second factors of the own account.
import { randomBytes } from 'node:crypto';
import { askForNewPasskey, checkNewPasskey, NOT_CONFIRMED, renewRecovery, sealTotp } from '#account/factors.ts';
import { readTicket, spendTicket, writeTicket } from '#account/second-step.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isFactorDue, renewToken } from '#server/access/tokens.ts';
import { findStep, makeTotpSecret, otpauthUrl, writeBase32 } from '#server/access/totp.ts';
import { notifyStaff } from '#server/records/staff-accounts.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { noSession, notFound, refused } from '#wire/failure.ts';
import {
  beginPasskey,
  beginTotp,
  finishPasskey,
  finishTotp,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from './contract.ts';

const ISSUER = '健診びより';
const MOST_PASSKEYS = 10;
const TICKET_EXPIRED = '時間が経過しました。もう一度はじめから設定してください。';
const NO_PASSKEYS_HERE = 'パスキーは、httpsのアドレスで利用しているときに登録できます。';
const TOO_MANY_PASSKEYS = `パスキーは${MOST_PASSKEYS}個まで登録できます。使わないものを削除してください。`;

/** A ticket of somebody else opens nothing here. */
const isOf = (contents: { institutionCode: string; userId: string }, { institutionCode, userId }: Administrator) =>
  contents.institutionCode === institutionCode && contents.userId === userId;

const saveTotp = query(`
  update administrators set totp_sealed = $3, totp_confirmed_at = $4, totp_last_step = $5
   where institution_code = $1 and user_id = $2`);

const dropTotp = query(`
  update administrators set totp_sealed = null, totp_confirmed_at = null
   where institution_code = $1 and user_id = $2`);

const readHandle = query<{ handle: Buffer | null; known: string[] }>(`
  select a.passkey_user as handle,
         array(select k.credential_id from staff_passkeys k
                where k.institution_code = a.institution_code and k.user_id = a.user_id) as known
    from administrators a where a.institution_code = $1 and a.user_id = $2`);

/** Empty where it is somebody's already. */
const savePasskey = query<{ credentialId: string }>(`
  with entered as (
    insert into passkey_directory (credential_id, institution_code, user_id) values ($3, $1, $2)
    on conflict do nothing returning credential_id),
  kept as (
    insert into staff_passkeys (institution_code, user_id, credential_id, public_key, counter, name, created_at)
    select $1, $2, credential_id, $4, $5, $6, $7 from entered),
  named as (
    update administrators set passkey_user = $8 where institution_code = $1 and user_id = $2)
  select credential_id as "credentialId" from entered`);

const rename = query(`
  update staff_passkeys set name = $4 where institution_code = $1 and user_id = $2 and passkey_id = $3`);

const drop = query(`
  with gone as (
    delete from staff_passkeys where institution_code = $1 and user_id = $2 and passkey_id = $3
    returning credential_id)
  delete from passkey_directory d using gone where d.credential_id = gone.credential_id`);

export const twoFactorHandlers: Handler[] = [
  handle(beginTotp, async (_db, who) => {
    const { institutionCode, userId } = who;
    const secret = makeTotpSecret();
    return {
      secret: writeBase32(secret),
      otpauthUrl: otpauthUrl(secret, ISSUER, userId),
      ticket: writeTicket(who, 'new-totp', { institutionCode, userId, secret: secret.toString('base64url') }),
    };
  }),

  handle(finishTotp, async (db, who, { ticket, otp }) => {
    const contents = readTicket(who, 'new-totp', ticket);
    if (!contents || !isOf(contents, who)) throw refused(TICKET_EXPIRED);
    const secret = Buffer.from(contents.secret, 'base64url');
    const step = findStep(secret, otp, who.now);
    if (step === null) throw refused('認証コードが正しくありません。');
    const account = await lockAccount(db, who);
    if (account.hasTotp) throw refused('認証アプリはすでに設定されています。');
    if (!(await spendTicket(db, ticket, contents.end))) throw refused(TICKET_EXPIRED);
    // The code that finishes it is used up.
    const sealed = sealTotp(who.service.secret, who, secret);
    await saveTotp(db, who.institutionCode, who.userId, sealed, who.now, step);
    return addedFactor(db, who, account, 'totp');
  }),

  handle(removeTotp, async (db, who) => {
    const account = await lockAccount(db, who);
    if (!account.hasTotp) return {};
    refuseIfLast(account);
    await dropTotp(db, who.institutionCode, who.userId);
    await removedFactor(db, who, account, 'totp');
    return {};
  }),

  handle(beginPasskey, async (db, who) => {
    const { institutionCode, userId, displayName } = who;
    const [account] = await readHandle(db, institutionCode, userId);
    if (!account) throw notFound();
    if (account.known.length >= MOST_PASSKEYS) throw refused(TOO_MANY_PASSKEYS);
    const handle = account.handle ?? randomBytes(16);
    const { known } = account;
    const asked = await askForNewPasskey(who.service.config, { rpName: ISSUER, userId, displayName, handle, known });
    if (!asked) throw refused(NO_PASSKEYS_HERE);
    const { options: passkeyOptions, challenge } = asked;
    const contents = { institutionCode, userId, challenge, handle: handle.toString('base64url') };
    return { passkeyOptions, ticket: writeTicket(who, 'new-passkey', contents) };
  }),

  handle(finishPasskey, async (db, who, { ticket, name, credential }) => {
    const contents = readTicket(who, 'new-passkey', ticket);
    if (!contents || !isOf(contents, who)) throw refused(TICKET_EXPIRED);
    const made = await checkNewPasskey(who.service.config, contents.challenge, credential);
    if (!made) throw refused(NOT_CONFIRMED);
    const account = await lockAccount(db, who);
    if (account.passkeys.length >= MOST_PASSKEYS) throw refused(TOO_MANY_PASSKEYS);
    const handle = Buffer.from(contents.handle, 'base64url');
    // Of two first ones at once, the later one calls the account by a name that it did not get.
    const isNamed = account.passkeyUser === null || account.passkeyUser.equals(handle);
    if (!isNamed || !(await spendTicket(db, ticket, contents.end))) throw refused(TICKET_EXPIRED);
    const { institutionCode, userId, now } = who;
    const { credentialId, publicKey, counter } = made;
    const saved = await savePasskey(db, institutionCode, userId, credentialId, publicKey, counter, name, now, handle);
    if (saved.length === 0) throw refused(NOT_CONFIRMED);
    who.trace.details = { note: `パスキーの追加（${name}）` };
    return addedFactor(db, who, account, 'passkey');
  }),

  handle(renamePasskey, async (db, who, { passkeyId, name }) => {
    const { passkeys } = await lockAccount(db, who);
    const passkey = passkeys.find((one) => one.passkeyId === passkeyId);
    if (!passkey) throw notFound();
    await rename(db, who.institutionCode, who.userId, passkeyId, name);
    who.trace.details = { changes: [{ what: 'パスキーの名称', from: passkey.name, to: name }] };
    return {};
  }),

  handle(removePasskey, async (db, who, { passkeyId }) => {
    const account = await lockAccount(db, who);
    const passkey = account.passkeys.find((one) => one.passkeyId === passkeyId);
    if (!passkey) throw notFound();
    refuseIfLast(account);
    await drop(db, who.institutionCode, who.userId, passkeyId);
    await removedFactor(db, who, account, 'passkey');
    who.trace.details = { note: `パスキーの削除（${passkey.name}）` };
    return {};
  }),

  handle(renewRecoveryCodes, async (db, who) => {
    const { hasTotp, passkeys } = await lockAccount(db, who);
    if (!hasTotp && passkeys.length === 0) throw refused('先に認証アプリまたはパスキーを設定してください。');
    await notifyFactorChange(db, who, 'リカバリーコードの作り直し');
    return { recoveryCodes: await renewRecovery(db, who.service.secret, who) };
  }),
];

// The own account, locked while its second factors are changed: whoever logs in meanwhile waits, and then finds them changed.

const NEEDED = 'この医療機関では2段階認証が必要です。別の方法を登録してから解除してください。';
const TOO_SHORT = '先に13桁以上のパスワードに変更してください。';

const lockRow = query<{ isPasswordLong: boolean; isRequired: boolean; hasTotp: boolean; passkeyUser: Buffer | null }>(`
  select a.password_is_long as "isPasswordLong", a.totp_confirmed_at is not null as "hasTotp",
         a.passkey_user as "passkeyUser",
         ${isFactorDue('a', '$3')} as "isRequired"
    from administrators a
   where a.institution_code = $1 and a.user_id = $2 and a.disabled_at is null for update of a`);

const readPasskeys = query<{ passkeyId: string; credentialId: string; name: string }>(`
  select passkey_id as "passkeyId", credential_id as "credentialId", name
    from staff_passkeys where institution_code = $1 and user_id = $2`);

/** Its passkeys are read once it is held: nobody adds or removes one from here on. */
async function lockAccount(db: Db, { institutionCode, userId, now }: Administrator) {
  const [account] = await lockRow(db, institutionCode, userId, now);
  if (!account) throw noSession();
  return { ...account, passkeys: await readPasskeys(db, institutionCode, userId) };
}

type LockedAccount = Awaited<ReturnType<typeof lockAccount>>;

const countOf = ({ hasTotp, passkeys }: LockedAccount) => passkeys.length + (hasTotp ? 1 : 0);

function refuseIfLast(account: LockedAccount): void {
  if (countOf(account) > 1) return;
  if (account.isRequired) throw refused(NEEDED);
  if (!account.isPasswordLong) throw refused(TOO_SHORT);
}

const markSession = query(`
  update sessions set second_factor = $4 where institution_code = $1 and administrator_id = $2 and session_id = $3`);

/** The session goes on as one with a second factor, at once; one that was good for this only under another token. Who had none gets recovery codes. */
async function addedFactor(
  db: Db,
  who: Administrator,
  before: LockedAccount,
  factor: 'totp' | 'passkey',
): Promise<{ recoveryCodes: string[]; token: string }> {
  const { institutionCode, userId, sessionId } = who;
  await changeFactors(db, institutionCode, userId, false);
  await notifyFactorChange(db, who, factor === 'totp' ? '認証アプリの設定' : 'パスキーの追加');
  const recoveryCodes = countOf(before) === 0 ? await renewRecovery(db, who.service.secret, who) : [];
  const token = who.isRestricted ? await renewToken(db, who, { factor }) : '';
  if (!token) await markSession(db, institutionCode, userId, sessionId, factor);
  return { recoveryCodes, token };
}

const changeFactors = query(`
  with gone as (
    delete from staff_recovery_codes where institution_code = $1 and user_id = $2 and $3)
  update administrators set factors_version = factors_version + 1 where institution_code = $1 and user_id = $2`);

/** With the last factor the recovery codes go, which stand in for it. */
async function removedFactor(
  db: Db,
  who: Administrator,
  before: LockedAccount,
  factor: 'totp' | 'passkey',
): Promise<void> {
  await changeFactors(db, who.institutionCode, who.userId, countOf(before) <= 1);
  await notifyFactorChange(db, who, factor === 'totp' ? '認証アプリの解除' : 'パスキーの削除');
}

/** The owner is notified at the next log-in, whoever sat here. */
const notifyFactorChange = (db: Db, who: Administrator, note: string) =>
  notifyStaff(db, who, { at: who.now, kind: 'factor', note, address: who.address });
