// Asks who it is once more, over the screen, before something that a tab left open must not be enough for.
import { useState } from 'react';
import { confirmSelf } from '#account/contract.ts';
import { record } from '#wire/record.ts';
import { password } from '#wire/texts.ts';
import { canUsePasskeys } from './passkeys.ts';
import { CallFailed, send } from './send.ts';
import { officeSession } from './session.ts';
import { signByPasskey } from './staff-sign-in.ts';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { PasswordField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import { Icon } from './ui/icon.tsx';
import { useOnce } from './use-save.ts';

const passwordOnly = record({ password: password('currentPassword', 'パスワード') });
const NOTHING_SENT = confirmSelf.request.blank;

export function ConfirmSelf({ onDone }: { onDone(isDone: boolean): void }) {
  const { userId, isPasskey } = officeSession.get();
  const form = useForm(passwordOnly, passwordOnly.blank);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, once } = useOnce();

  const confirm = (show: () => Promise<Partial<typeof NOTHING_SENT> | null>) =>
    once(async (begin) => {
      begin();
      try {
        const shown = await show();
        if (!shown) return;
        await send(confirmSelf, { ...NOTHING_SENT, ...shown });
        onDone(true);
      } catch (error) {
        const [sentence] = error instanceof CallFailed ? error.sentences : [];
        setProblem(sentence ?? '確認できませんでした。しばらく待ってからもう一度お試しください。');
      }
    });

  function submit() {
    const reading = form.submit();
    if (reading.ok) confirm(async () => reading.value);
  }

  const bound = form.bind('password');
  return (
    <ModalBox
      title="ご本人の確認"
      onClose={() => onDone(false)}
      onSubmit={submit}
      details={
        <>
          <p>ユーザーID　{userId}</p>
          <PasswordField {...bound} error={bound.error ?? problem} />
          {isPasskey && canUsePasskeys() && (
            <Button disabled={isBusy} onClick={() => confirm(signByPasskey)}>
              <Icon name="key" />
              パスキーを使う
            </Button>
          )}
        </>
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={() => onDone(false)}>
          キャンセル
        </Button>,
        <Button key="go on" kind="primary" type="submit" disabled={isBusy}>
          確認
        </Button>,
      ]}
    >
      <p>大切な操作のため、パスワードをもう一度入力してください。入力された内容は、この画面に残っています。</p>
    </ModalBox>
  );
}
