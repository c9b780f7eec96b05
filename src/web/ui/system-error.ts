// What is said, and done, about a call that failed without the person's fault: a session that is over, a lost connection, a rush.
import { CallFailed } from '#web/send.ts';
import { CLOSE, type Confirm, DISMISSED, type DialogButton, type Show } from './dialog-box.tsx';

export interface ErrorHandlers {
  /** Where the side sends people whose system error was closed. */
  afterSystemError(): void;
  sessionExpired?: SessionExpiredHandlers;
  /** What was asked for is not there any more: what that means here, and the way to where one can choose again. */
  missing?: { note: string; leave(): void };
  forbidden?: ForbiddenHandlers;
}

/** What a side does about calls that not everybody may make. */
interface ForbiddenHandlers {
  /** The role may have changed: what is shown follows. */
  follow(): Promise<void>;
  /** To where a second factor is set up, and the password changed. */
  setUp(): void;
  /** Asks the person to show who they are once more; true where they have, and the call may be sent again. */
  confirm(): Promise<boolean>;
}

/** What a side does about a session that is over. */
interface SessionExpiredHandlers {
  /** Goes on by itself where it can, e.g. as another tab does; true where that worked. */
  recover?(): Promise<boolean>;
  /** Asks who it is again, in place, so that nothing typed is lost. `elsewhere`: the person has gone to another page for it, or put it off. */
  signInAgain?(): Promise<'done' | 'given-up' | 'elsewhere'>;
  /** For who can't log in: how they come back. They stay on the screen. */
  comeBack?(): string | null;
  /** Asks where something is unsaved; false where the person stays. */
  mayLeave?(dialogs: { confirm: Confirm }): Promise<boolean>;
  /** Who stays, and has not logged in. */
  stay?(): void;
}

export interface SystemErrorOptions {
  line?: string;
  /** Whoever asks does it again when the answer is true. */
  canRetry?: boolean;
}

const SYSTEM_ERROR = { title: 'システムエラー', tone: 'wrong', lead: 'システムエラーです。' } as const;
const LOST_CONNECTION = { title: '通信エラー', tone: 'wrong', lead: '通信エラーです。' } as const;
const CONTENT_RECHECK = '内容をもう一度ご確認ください。';
const LOST =
  '通信できませんでした。電波やネットワークの状態をご確認のうえ、もう一度お試しください。入力された内容は、この画面に残っています。';
const BUSY = 'しばらくお待ちください';
const GOES_ON = 'ログインすると、この画面の続きから操作できます。入力された内容は、この画面に残っています。';
const GO_ON: DialogButton = { label: 'ログインして続ける', kind: 'primary', answer: 'sign-in', focus: true };
const TRY_AGAIN: DialogButton = { label: 'もう一度試す', kind: 'primary', answer: 'again', focus: true };
const GIVE_UP: DialogButton = { ...CLOSE, kind: 'quiet', focus: false };

/** What a call that failed without the person's fault is called. */
export const headOf = (failure: unknown) =>
  failure instanceof CallFailed && failure.isLost ? LOST_CONNECTION : SYSTEM_ERROR;

/** True when the person can go on where they are. What fails while an error is shown shares its answer. */
export function systemErrors(show: Show, close: () => void, confirm: Confirm, handlers: () => ErrorHandlers) {
  const asSentences = (failed: CallFailed | null) => failed?.sentences.map((sentence) => ({ sentence })) ?? [];
  const mayLeave = async () => (await handlers().sessionExpired?.mayLeave?.({ confirm })) !== false;

  async function showNotNow(failed: CallFailed, canRetry: boolean): Promise<boolean> {
    // The screen stays, with all that was typed: it can be sent once the network is back, or the rush is over.
    const answer = await show({
      ...(failed.isLost ? { ...headOf(failed), line: LOST } : { title: BUSY, lead: failed.sentences[0] ?? '' }),
      buttons: failed.passes && canRetry ? [GIVE_UP, TRY_AGAIN] : [CLOSE],
    });
    return answer === TRY_AGAIN.answer;
  }

  async function showExpired(failed: CallFailed): Promise<boolean> {
    const { sessionExpired: expiry = {}, afterSystemError } = handlers();
    if (await expiry.recover?.()) return true;
    const { signInAgain } = expiry;
    const comeBack = expiry.comeBack?.() ?? null;
    const answer = await show({
      ...SYSTEM_ERROR,
      line: CONTENT_RECHECK,
      messages: comeBack ? [] : asSentences(failed),
      details: signInAgain ? GOES_ON : comeBack,
      buttons: signInAgain ? [GO_ON, GIVE_UP] : [CLOSE],
    });
    if (comeBack && !signInAgain) return false;
    const outcome = answer === DISMISSED ? 'elsewhere' : answer === GO_ON.answer ? await signInAgain?.() : 'given-up';
    if (outcome === 'done') return true;
    if (outcome !== 'elsewhere' && (await mayLeave())) afterSystemError();
    else expiry.stay?.();
    return false;
  }

  async function showFault(failed: CallFailed | null, line: string): Promise<boolean> {
    const { missing, afterSystemError } = handlers();
    const isMissing = failed?.is('NotFound') && missing !== undefined;
    const answer = await show({
      ...SYSTEM_ERROR,
      line,
      messages: asSentences(failed),
      details: isMissing ? missing.note : undefined,
      buttons: [CLOSE],
    });
    if (answer === DISMISSED) return false;
    if (!isMissing) afterSystemError();
    else if (await mayLeave()) missing.leave();
    return false;
  }

  async function showForbidden(failed: CallFailed): Promise<boolean> {
    const { forbidden } = handlers();
    if (failed.is('ConfirmNeeded')) {
      // What shows that it is under way would lie over the question, and stay where that is closed.
      close();
      return (await forbidden?.confirm()) ?? false;
    }
    const answer = await show({
      title: '権限エラー',
      tone: 'wrong',
      lead: failed.sentences[0] ?? '',
      buttons: [CLOSE],
    });
    await forbidden?.follow();
    if (answer !== DISMISSED && failed.is('TwoFactorNeeded', 'PasswordChangeNeeded')) forbidden?.setUp();
    return false;
  }

  let shown: Promise<boolean> | null = null;
  return (failure?: unknown, { line = CONTENT_RECHECK, canRetry = false }: SystemErrorOptions = {}) => {
    const failed = failure instanceof CallFailed ? failure : null;
    const open = () => {
      if (failed?.is('NoSession')) return showExpired(failed);
      if (failed?.is('Forbidden')) return showForbidden(failed);
      return failed?.is('TooMany') || failed?.isLost ? showNotNow(failed, canRetry) : showFault(failed, line);
    };
    shown ??= open().finally(() => {
      shown = null;
    });
    return shown;
  };
}
