// The second step of a log-in of the staff: a code of an app, a passkey, or a recovery code; or a passkey and nothing before it. Tickets
// hold, sealed, what a second step needs to know, so that nothing is stored meanwhile.
import { hash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { normalizeCode } from '#domain/text/normalize.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { admitSecondStep } from '#server/access/login-limiter.ts';
import { seal, unseal } from '#server/access/seal.ts';
import { type LookedAt, openStaffSession } from '#server/access/staff-sessions.ts';
import type { RequestContext } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { Failure, refused } from '#wire/failure.ts';
import { FACTORS, type Factor, secondStepAsked } from './contract.ts';
import {
  askForPasskey,
  COUNTER_WENT_BACK,
  checkPasskey,
  credentialIdIn,
  NOT_CONFIRMED,
  spendRecovery,
  spendStep,
  stepOf,
} from './factors.ts';

interface TicketContents {
  /** The password was right; the second factor is asked for. */
  'second-step': { institutionCode: string; userId: string; print: string; challenge: string };
  /** A passkey alone: nobody has said who they are. */
  passkey: { challenge: string };
  'new-totp': { institutionCode: string; userId: string; secret: string };
  'new-passkey': { institutionCode: string; userId: string; challenge: string; handle: string };
}

type TicketPurpose = keyof TicketContents;

const TICKET_MINUTES: Readonly<Record<TicketPurpose, number>> = {
  'second-step': 5,
  passkey: 5,
  'new-totp': 10,
  'new-passkey': 10,
};
const secondsOf = (purpose: TicketPurpose) => TICKET_MINUTES[purpose] * 60;

const sealOf = (purpose: TicketPurpose) => `ticket:${purpose}`;

export function writeTicket<P extends TicketPurpose>(
  { service, now }: RequestContext,
  purpose: P,
  contents: TicketContents[P],
): string {
  const end = now.getTime() + secondsOf(purpose) * 1000;
  return seal(service.secret, sealOf(purpose), JSON.stringify({ ...contents, end }));
}

/** Null where it is over, or none of ours for this purpose. */
export function readTicket<P extends TicketPurpose>({ service, now }: RequestContext, purpose: P, ticket: string) {
  const text = unseal(service.secret, sealOf(purpose), ticket);
  if (text === null) return null;
  // Nobody but writeTicket can have sealed it.
  const contents = JSON.parse(text) as TicketContents[P] & { end: number };
  return contents.end > now.getTime() ? contents : null;
}

const insertUsedTicket = query<{ used: number }>(`
  insert into used_tickets (ticket_hash, expires_at) values ($1, $2) on conflict do nothing returning 1 as used`);

/** False where it was used before: each is good once. */
export async function spendTicket(db: Db, ticket: string, end: number): Promise<boolean> {
  const used = await insertUsedTicket(db, Buffer.from(hash('sha256', ticket, 'hex'), 'hex'), new Date(end));
  return used.length > 0;
}

/** An account as a log-in looks at it. */
interface StaffAccount extends LookedAt {
  /** The app's secret, sealed; null where none is set up. */
  totpSealed: string | null;
  credentialIds: string[];
  recoveryCount: number;
}

const SELECT = `
  select a.institution_code as "institutionCode", a.user_id as "userId", a.password_hash as "passwordHash",
         a.factors_version as "factorsVersion",
         case when a.totp_confirmed_at is not null then a.totp_sealed end as "totpSealed",
         array(select k.credential_id from staff_passkeys k
                where k.institution_code = a.institution_code and k.user_id = a.user_id
                order by k.created_at, k.passkey_id) as "credentialIds",
         (select count(*)::int from staff_recovery_codes c
           where c.institution_code = a.institution_code and c.user_id = a.user_id and c.used_at is null)
           as "recoveryCount"
    from administrators a`;

export const findByUserId = query<StaffAccount>(`
  ${SELECT} join administrator_directory d on d.institution_code = a.institution_code and d.user_id = a.user_id
   where d.user_id = $1 and a.disabled_at is null`);

/** Whose passkey it is, where nobody has said who they are. Without a password an account is not set up yet. */
const findByPasskey = query<StaffAccount>(`
  ${SELECT} join passkey_directory d on d.institution_code = a.institution_code and d.user_id = a.user_id
   where d.credential_id = $1 and a.password_hash is not null and a.disabled_at is null`);

/** What it has a second step by. Recovery codes stand in for a factor that was lost; alone they are none. */
export function factorsOf({ totpSealed, credentialIds, recoveryCount }: StaffAccount): Factor[] {
  const has = {
    totp: totpSealed !== null,
    passkey: credentialIds.length > 0,
    recovery: recoveryCount > 0 && (totpSealed !== null || credentialIds.length > 0),
  };
  return FACTORS.filter((factor) => has[factor]);
}

/** Turns with the password and with every change of factors. */
const fingerprintOf = ({ passwordHash, factorsVersion }: LookedAt) =>
  hash('sha256', `${factorsVersion}\n${passwordHash ?? ''}`, 'base64url');

const WORDS: Readonly<Record<Factor, string>> = {
  totp: '認証アプリ',
  passkey: 'パスキー',
  recovery: 'リカバリーコード',
};

const ticketExpired = () => new Failure('TicketOver', ['時間が経過しました。もう一度ログインしてください。']);
const WRONG_CODE = '認証コードが正しくありません。';
const wrong = () => new Failure('WrongPair', [WRONG_CODE]);

/** What somebody with the right password gets: by what the account goes on, and a ticket for that. */
export async function askForSecondStep(who: RequestContext, account: StaffAccount): Promise<Failure> {
  const { institutionCode, userId, credentialIds } = account;
  const types = factorsOf(account);
  const { options, challenge } = types.includes('passkey')
    ? await askForPasskey(who.service.config, credentialIds)
    : { options: '', challenge: '' };
  const ticket = writeTicket(who, 'second-step', { institutionCode, userId, print: fingerprintOf(account), challenge });
  const asked = { ticket, types, passkeyOptions: options, secondsToLive: secondsOf('second-step') };
  return new Failure('SecondStep', [], secondStepAsked.encode(asked));
}

/** A ticket for a passkey alone, without naming anybody. */
export async function offerPasskey(who: RequestContext): Promise<{ ticket: string; passkeyOptions: string }> {
  const { options, challenge } = await askForPasskey(who.service.config);
  return { ticket: challenge === '' ? '' : writeTicket(who, 'passkey', { challenge }), passkeyOptions: options };
}

interface SecondStep {
  ticket: string;
  type: Factor;
  otp: string;
  credential: string;
}

interface Ticketed {
  account: StaffAccount;
  challenge: string;
  end: number;
  isSecond: boolean;
}

/** Whose ticket it is; one whose password or factors have changed since is over. */
async function findTicketed(db: Db, who: RequestContext, { ticket, type, credential }: SecondStep): Promise<Ticketed> {
  const second = readTicket(who, 'second-step', ticket);
  if (second) {
    const [account] = await findByUserId(db, second.userId);
    const isSame = account?.institutionCode === second.institutionCode && fingerprintOf(account) === second.print;
    if (!account || !isSame || isHidden(who, account.institutionCode)) throw ticketExpired();
    return { account, ...second, isSecond: true };
  }
  const alone = readTicket(who, 'passkey', ticket);
  if (!alone) throw ticketExpired();
  const id = type === 'passkey' ? credentialIdIn(credential) : null;
  const [account] = id === null ? [] : await findByPasskey(db, id);
  if (!account || isHidden(who, account.institutionCode)) {
    who.service.unknownAttempts.count('unknown', who.address);
    throw wrong();
  }
  return { account, ...alone, isSecond: false };
}

type Use = (transaction: Db) => Promise<boolean>;

/** How a factor is used up where it is right; null, with a word where one is due, where it is not. */
async function checkFactor(
  db: Db,
  { service, now }: RequestContext,
  { account, challenge }: Pick<Ticketed, 'account' | 'challenge'>,
  { type, otp, credential }: SecondStep,
): Promise<{ use: Use | null; note?: string }> {
  const { secret, config } = service;
  if (type === 'totp') {
    const step = stepOf(secret, account, account.totpSealed, normalizeCode(otp), now);
    return { use: step === null ? null : (transaction) => spendStep(transaction, account, step) };
  }
  if (type === 'recovery') {
    if (!factorsOf(account).includes('recovery')) return { use: null };
    return { use: (transaction) => spendRecovery(transaction, secret, account, otp, now) };
  }
  const passkey = await checkPasskey(db, config, account, challenge, credential);
  if (passkey?.wentBack) return { use: null, note: COUNTER_WENT_BACK };
  return { use: passkey && ((transaction) => passkey.use(transaction, now)) };
}

/** Opens the session; what is wrong is counted by user id, and answered alike whatever it was. */
export async function takeSecondStep(
  db: Db,
  who: RequestContext,
  step: SecondStep,
): Promise<{ userId: string; token: string }> {
  const ticketed = await findTicketed(db, who, step);
  const { account, end, isSecond } = ticketed;
  const attempt = await admitSecondStep(db, who, account.userId);
  const { use, note } = await checkFactor(db, who, ticketed, step);
  const way = [...(isSecond ? ['パスワード'] : []), WORDS[step.type]].join('・');
  const opening = { secondFactor: step.type, way };
  // The account's row comes first, in the order of whoever changes factors.
  const open = (isRight: Use) =>
    inTransaction(db, async (transaction) => {
      const token = await openStaffSession(transaction, who, account, opening);
      if (!token || !(await spendTicket(transaction, step.ticket, end))) throw ticketExpired();
      if (!(await isRight(transaction))) throw wrong();
      return token;
    });
  try {
    if (!use) throw wrong();
    const token = await open(use);
    await attempt.wasRight();
    return { userId: account.userId, token };
  } catch (error) {
    if (error instanceof Failure && error.name === 'WrongPair') await attempt.wasWrong(note);
    throw error;
  }
}

/**
 * For whoever is logged in and shows once more who they are: what is wrong is counted as at a log-in. `finish` is done in the transaction
 * that uses the factor up, after the account's row: whoever ends sessions takes that first.
 */
export async function confirmByFactor<T>(
  db: Db,
  who: RequestContext,
  account: StaffAccount,
  step: SecondStep,
  finish: (transaction: Db) => Promise<T>,
): Promise<T> {
  const isPasskey = step.type === 'passkey';
  const contents = isPasskey ? readTicket(who, 'passkey', step.ticket) : null;
  const notConfirmed = () => refused(isPasskey ? NOT_CONFIRMED : WRONG_CODE);
  if (isPasskey && !contents) throw notConfirmed();
  const attempt = await admitSecondStep(db, who, account.userId);
  const { use, note } = await checkFactor(db, who, { account, challenge: contents?.challenge ?? '' }, step);
  const done =
    use &&
    (await inTransaction(db, async (transaction) => {
      if (!(await use(transaction))) return null;
      if (contents && !(await spendTicket(transaction, step.ticket, contents.end))) throw notConfirmed();
      return { finished: await finish(transaction) };
    }));
  await (done ? attempt.wasRight() : attempt.wasWrong(note));
  if (!done) throw notConfirmed();
  return done.finished;
}
