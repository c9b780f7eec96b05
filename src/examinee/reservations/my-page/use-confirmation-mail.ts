// Has the confirmation mail of a reservation sent once more, told by dialogs: under way, done, or why not.
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useSave } from '#web/use-save.ts';
import { type MyPageEntry, sendConfirmation } from './contract.ts';

/** `onRefused` is called where the reservation is no longer what the page shows. */
export function useConfirmationMail(onRefused: () => void) {
  const dialogs = useDialogs();
  const { act } = useSave();

  async function tell(sentences: readonly string[]): Promise<void> {
    await dialogs.show({
      title: '確認メール',
      lead: sentences[0] ?? '',
      buttons: [{ label: '閉じる', kind: 'primary', answer: 'close', focus: true }],
    });
  }

  return ({ number }: Pick<MyPageEntry, 'number'>) =>
    act({
      progress: { title: 'メール送信中', sentence: 'メール送信中です。' },
      send: () => send(sendConfirmation, { number }),
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
}
