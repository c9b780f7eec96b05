// Has the confirmation mail of a reservation sent once more, told by dialogs: under way, done, or why not.
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { type MyPageEntry, sendConfirmation } from './contract.ts';

/** `onRefused` is called where the reservation is no longer what the page shows. */
export function useConfirmationMail(onRefused: () => void) {
  const dialogs = useDialogs();

  async function tellRefusal(sentences: readonly string[]): Promise<void> {
    await dialogs.show({
      title: '確認メール',
      lead: sentences[0] ?? '',
      buttons: [{ label: '閉じる', kind: 'primary', answer: 'close', focus: true }],
    });
  }

  return async function sendMail({ number }: Pick<MyPageEntry, 'number'>): Promise<void> {
    dialogs.progress('メール送信中', 'メール送信中です。');
    try {
      await send(sendConfirmation, { number });
      await dialogs.finished('メール送信完了', 'メール送信完了しました。');
    } catch (error) {
      const failure = error instanceof CallFailed ? error : null;
      if (failure?.is('TooMany')) return tellRefusal(failure.sentences);
      if (failure?.is('Refused')) {
        await tellRefusal(failure.sentences);
        return onRefused();
      }
      if (await dialogs.systemError(error, { canRetry: true })) return sendMail({ number });
    }
  };
}
