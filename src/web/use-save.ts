// Saves what a screen holds, or does what was asked for: checked, confirmed, sent and reported, once however often it is pressed.
import { useRef, useState } from 'react';
import { CallFailed } from './send.ts';
import { type Dialogs, useDialogs } from './ui/dialogs.tsx';
import type { PlacedProblem } from './ui/form.ts';

type Problems = readonly (PlacedProblem | string)[];

export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problems };

/** Where nothing was changed there is nothing to save. */
export const changed = <T>(reading: Checked<T>, editedCount: number, unit: '行' | '項目'): Checked<T> =>
  reading.ok && editedCount === 0 ? { ok: false, problems: [`変更された${unit}がありません。`] } : reading;

export interface Saving<T, R> {
  /** False where the person does not mean it after all. */
  ask?(value: T): Promise<boolean>;
  progress?: { title: string; sentence: string };
  send(value: T): Promise<R>;
  done(reply: R, value: T): unknown;
  /** Shows what the call refuses, where that is more than its sentences. */
  refused?(failure: CallFailed, value: T): unknown;
  /** Shows what failed otherwise; true to send it again. */
  failed?(error: unknown): Promise<boolean>;
  /** Sent twice, it is done once: who did not get through, or has logged in again, may go on. */
  canRepeat?: boolean;
  /** The second line of a system error; the usual one without it. */
  faultLine?: string;
  /** Where the server's sentences lead. */
  place?(sentences: readonly string[]): Problems;
  /** Loads what is newer under what was typed; false where nothing is: other refusals may be answered alike. */
  renew?(): Promise<boolean>;
}

/** Two presses are one wish: while it is under way, it is not begun again. It is busy from its `begin` on. */
export function useOnce() {
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function once(act: (begin: () => void) => Promise<unknown>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await act(() => setBusy(true));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }

  return { isBusy, once };
}

export function useSave() {
  const dialogs = useDialogs();
  const { isBusy, once } = useOnce();

  const save = <T, R>(check: () => Checked<T>, saving: Saving<T, R>) =>
    once(async (begin) => {
      const reading = check();
      if (!reading.ok) return dialogs.inputError(reading.problems);
      if (saving.ask && !(await saving.ask(reading.value))) return;
      begin();
      await deliver(dialogs, reading.value, saving);
    });

  /** The same where there is nothing to check. */
  const act = <R>(acting: Saving<void, R>) => save(() => ({ ok: true, value: undefined }), acting);

  return { isBusy, save, act };
}

export async function deliver<T, R>(dialogs: Dialogs, value: T, saving: Saving<T, R>): Promise<void> {
  const { progress } = saving;
  for (;;) {
    try {
      if (progress) dialogs.progress(progress.title, progress.sentence);
      const reply = await saving.send(value);
      if (progress) dialogs.close();
      await saving.done(reply, value);
      return;
    } catch (error) {
      if (error instanceof CallFailed && error.isRefusal) {
        await (saving.refused ? saving.refused(error, value) : showRefusal(dialogs, error, saving));
        return;
      }
      if (!(await (saving.failed ? saving.failed(error) : showFailure(dialogs, error, saving)))) return;
    }
  }
}

type SaveOptions = Pick<Saving<unknown, unknown>, 'canRepeat' | 'faultLine' | 'place' | 'renew'>;

async function showFailure(
  dialogs: Dialogs,
  error: unknown,
  { canRepeat = false, faultLine }: SaveOptions,
): Promise<boolean> {
  const goesOn = await dialogs.systemError(error, { line: faultLine, canRetry: canRepeat });
  // What was refused until the person has shown who they are was not done: it is sent again, whatever it is.
  return goesOn && (canRepeat || (error instanceof CallFailed && error.is('ConfirmNeeded')));
}

export const INPUT_PRESERVED = '入力された内容は、この画面に残っています。';
const RENEWED =
  'ほかの利用者が先に更新しました。最新の内容を読み込みました。違いを確かめてから、もう一度更新してください。';

async function showRefusal(dialogs: Dialogs, failure: CallFailed, { place, renew }: SaveOptions): Promise<void> {
  const { sentences } = failure;
  if (renew && failure.is('Stale')) {
    // Somebody else may have saved first. That is shown also where what they saved can't be loaded.
    const isRenewed = await renew().catch(() => false);
    return dialogs.inputError([...(isRenewed ? [RENEWED] : sentences), INPUT_PRESERVED]);
  }
  if (!place || !failure.is('Invalid')) return dialogs.inputError(sentences);
  const explain = (problem: PlacedProblem | string, at: number) =>
    typeof problem === 'string' ? problem : { ...problem, detail: failure.detailOf(at) };
  return dialogs.inputError(place(sentences).map(explain));
}
