// Books what was confirmed: asks once more, sends, and shows what was refused and what mends it.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { STEPS } from '#web/addresses.ts';
import { offerResend } from '#web/resend.ts';
import type { CallFailed } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useSave } from '#web/use-save.ts';
import type { EntryValue } from '../entry-values.ts';
import { type FlowAt, forgetRefused } from '../flow.ts';
import { redoWord, useRedo } from '../refusal-panel.tsx';
import { type Preview, submitBooking } from './submit.ts';

const NOT_KNOWN =
  '予約が完了したかどうかを確認できませんでした。もう一度送信しても、二重に予約されることはありません。';

interface Confirmed {
  flow: FlowAt<'confirm'>;
  entry: EntryValue;
  /** Shows again what holds, where that alone has changed. */
  reload(): void;
}

export function useConfirmation({ flow, entry, reload }: Confirmed) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const redo = useRedo();
  const { act } = useSave();
  const [refused, setRefused] = useState<CallFailed | null>(null);

  async function askToLogIn(why: CallFailed) {
    const wording = { title: 'ログインのお願い', tone: undefined, ok: 'ログインして予約を続ける', cancel: '閉じる' };
    if (await dialogs.confirm(why.sentences[0] ?? '', wording)) redo(why, 'confirm');
  }

  async function showRefusal(why: CallFailed) {
    forgetRefused(why);
    if (why.is('Registered')) return askToLogIn(why);
    setRefused(why);
    if (why.mending === 'confirm') reload();
    const word = why.mending !== 'confirm' && redoWord(why);
    const answer = await dialogs.show({
      title: '入力エラー',
      tone: 'wrong',
      lead: '入力エラーです。',
      line: '以下の内容をもう一度ご確認ください',
      messages: why.sentences.map((sentence) => ({ sentence })),
      buttons: [
        { label: '閉じる', kind: word ? 'quiet' : 'primary', answer: 'close', focus: !word },
        ...(word ? [{ label: word, kind: 'primary' as const, answer: 'redo', focus: true }] : []),
      ],
    });
    if (answer === 'redo') redo(why, 'confirm');
  }

  const confirm = (shown: Preview) =>
    act({
      ask: () => dialogs.confirm('この内容で予約しますか？', { title: '予約確認', ok: '送信', cancel: '閉じる' }),
      progress: { title: '予約中', sentence: '予約中です。' },
      send: () => submitBooking(flow, entry, shown),
      done: () => navigate(STEPS.result, { replace: true }),
      refused: showRefusal,
      // After a new log-in, too.
      failed: offerResend(dialogs, NOT_KNOWN),
    });

  return { refused, confirm };
}
