// Has a mail sent from my page, told by dialogs: under way, done, or why not.
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useSave } from '#web/use-save.ts';
import { type MyPageEntry, sendConfirmation } from './contract.ts';

/** `onRefused` is called where things are no longer as the page shows them. */
export function useMailSent(title: string, onRefused: () => void) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();

  async function tell(sentences: readonly string[]): Promise<void> {
    await dialogs.show({
      title,
      lead: sentences[0] ?? '',
      buttons: [{ label: '閉じる', kind: 'primary', answer: 'close', focus: true }],
    });
  }

  const sendMail = (sending: () => Promise<unknown>) =>
    act({
      progress: { title: 'メール送信中', sentence: 'メール送信中です。' },
      send: sending,
      done: () => dialogs.finished('メール送信完了', 'メール送信完了しました。'),
      async refused({ sentences }) {
        await tell(sentences);
        onRefused();
      },
      async failed(error) {
        if (!(error instanceof CallFailed && error.is('TooMany'))) {
          return dialogs.systemError(error, { canRetry: true });
        }
        await tell(error.sentences);
        return false;
      },
    });
  return { isBusy, sendMail };
}

/** The confirmation mail of a reservation once more. */
export function useConfirmationMail(onRefused: () => void) {
  const { sendMail } = useMailSent('確認メール', onRefused);
  return ({ number }: Pick<MyPageEntry, 'number'>) => sendMail(() => send(sendConfirmation, { number }));
}
