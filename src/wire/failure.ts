// Failures as values with a name; a call's contract says which errorCode a name becomes.
import { MENDINGS, type Mending, type RefusalName } from '#domain/reservation/booking-steps.ts';
import type { WireOut } from './field.ts';

interface Code {
  status: number;
  errorCode: number;
  note?: WireOut;
}

/** What can go wrong whatever the call, and the codes that mean the same for every one; 12 to 14 differ and stand in the contracts. */
const COMMON_CODES = {
  Invalid: { status: 200, errorCode: 12 }, // the input breaks a rule that the person can mend
  InUse: { status: 200, errorCode: 13 }, // the record is still needed elsewhere
  NoData: { status: 200, errorCode: 13 }, // nothing was found, or too much
  Refused: { status: 200, errorCode: 13 }, // the state of things does not allow it
  Changed: { status: 200, errorCode: 13 }, // what was shown is no longer what holds
  Stale: { status: 200, errorCode: 14 }, // somebody else has saved the record since it was read
  Repeated: { status: 200, errorCode: 14, note: { isRepeated: '1' } }, // much the same was done just now: it is done again only if that is meant
  WrongPair: { status: 200, errorCode: 13 }, // user and password do not belong together
  SecondStep: { status: 400, errorCode: 13 }, // they do, and a second factor is asked for
  TicketOver: { status: 400, errorCode: 13 }, // what stands for the first step is over, or was used
  NotFound: { status: 404, errorCode: 16 }, // not there, or not yours: answered alike
  NoSession: { status: 401, errorCode: 15 }, // no token, or a dead one
  Forbidden: { status: 403, errorCode: 13 }, // another role may, this one may not
  TwoFactorNeeded: { status: 403, errorCode: 13, note: { isTwoFactorNeeded: '1' } }, // nothing else may be done before a second factor is set up
  PasswordChangeNeeded: { status: 403, errorCode: 13, note: { isPasswordChangeNeeded: '1' } }, // nothing else before the password is changed
  ConfirmNeeded: { status: 403, errorCode: 13, note: { isConfirmNeeded: '1' } }, // who it is has to be shown once more first
  TooMany: { status: 429, errorCode: 11 }, // slow down
} as const satisfies Readonly<Record<string, Code>>;

export type FailureName = keyof typeof COMMON_CODES | RefusalName;

export class Failure extends Error {
  override readonly name: FailureName;
  readonly sentences: readonly string[];
  /** More for the answer, in the contract's words; most failures have none. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(name: FailureName, sentences: readonly string[], extra: Readonly<Record<string, unknown>> = {}) {
    super(`${name}: ${sentences.join(' ')}`);
    this.name = name;
    this.sentences = sentences;
    this.extra = extra;
  }
}

export const invalid = (...sentences: string[]) => new Failure('Invalid', sentences);
/** The same where what stands behind a sentence is reported beside it, in a list of its own: the sentences stay as they are. */
export const invalidWith = (problems: readonly { sentence: string; detail: string }[]) =>
  new Failure(
    'Invalid',
    problems.map(({ sentence }) => sentence),
    problems.some(({ detail }) => detail !== '') ? { errorDetailsList: problems.map(({ detail }) => detail) } : {},
  );
export const refused = (...sentences: string[]) => new Failure('Refused', sentences);
export const inUse = (...sentences: string[]) => new Failure('InUse', sentences);
export const notFound = () => new Failure('NotFound', ['データが見つかりません。']);
export const noSession = () =>
  new Failure('NoSession', ['ログインの有効期限が切れました。もう一度ログインしてください。']);
export const forbidden = () =>
  new Failure('Forbidden', ['この操作を行う権限がありません。必要な場合は、院内の管理者にお問い合わせください。']);
export const twoFactorNeeded = () =>
  new Failure('TwoFactorNeeded', ['2段階認証の設定が必要です。設定すると、ほかの画面が使えるようになります。']);
export const passwordChangeNeeded = () =>
  new Failure('PasswordChangeNeeded', ['パスワードの変更が必要です。変更すると、ほかの画面が使えるようになります。']);
export const confirmNeeded = () => new Failure('ConfirmNeeded', ['ご本人の確認が必要です。']);
/** What passes by itself in a moment; limits on tries have sentences of their own, which say how long they last. */
export const BUSY_SENTENCE = 'アクセスが集中しています。しばらく待ってからもう一度お試しください。';
export const tooMany = (sentence = BUSY_SENTENCE) => new Failure('TooMany', [sentence]);

/** What the booking engine refuses, the state of things does not allow. */
export const codeOf = (name: FailureName): Code =>
  (COMMON_CODES as Readonly<Partial<Record<FailureName, Code>>>)[name] ?? COMMON_CODES.Refused;

export const FAILURE_NAMES = [...Object.keys(COMMON_CODES), ...Object.keys(MENDINGS)] as FailureName[];

/** What is the same for every call; by everything else a call says, in sentences, what is wrong with what was sent. */
const SYSTEM_NAMES: readonly FailureName[] = [
  'NotFound',
  'NoSession',
  'Forbidden',
  'TwoFactorNeeded',
  'PasswordChangeNeeded',
  'ConfirmNeeded',
  'TooMany',
];

export const isRefusal = (name: FailureName) => !SYSTEM_NAMES.includes(name);

export const mendingOf = (name: FailureName): Mending | null =>
  (MENDINGS as Readonly<Partial<Record<FailureName, Mending>>>)[name] ?? null;

export const FAULT = { status: 500, errorCode: 11 } as const;
