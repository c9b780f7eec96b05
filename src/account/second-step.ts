// The second step of a log-in of the staff: a code of an app, a passkey, or a recovery code; or a passkey and nothing before it.
import type { Db } from '#db/database.ts';
import { normalizeCode } from '#domain/text/normalize.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { admitSecondStep } from '#server/access/login-limiter.ts';
import { openStaffSession } from '#server/access/staff-sessions.ts';
import type { RequestContext } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { Failure, refused } from '#wire/failure.ts';
import { spendRecovery, spendStep, stepOf } from './app-codes.ts';
import { type Factor, secondStepAsked } from './contract.ts';
import { askForPasskey, COUNTER_WENT_BACK, checkPasskey, credentialIdIn, NOT_CONFIRMED } from './passkeys.ts';
import { factorsOf, findByPasskey, findByUserId, fingerprintOf, type StaffAccount } from './staff-account.ts';
import { readTicket, secondsOf, spendTicket, writeTicket } from './tickets.ts';

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
