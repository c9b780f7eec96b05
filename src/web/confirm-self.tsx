// Asks who it is once more, over the screen, before something that a tab left open must not be enough for.
import { useState } from 'react';
import { confirmSelf } from '#account/contract.ts';
import { password } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { CallFailed, send } from './send.ts';
import { officeSession } from './session.ts';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { PasswordField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import { useOnce } from './use-save.ts';

const passwordOnly = record({ password: password('currentPassword', 'パスワード') });
const NOTHING_SENT = confirmSelf.request.blank;

export function ConfirmSelf({ onDone }: { onDone(isDone: boolean): void }) {
  const { userId } = officeSession.get();
  const form = useForm(passwordOnly, passwordOnly.blank);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, once } = useOnce();

  const submit = () =>
    once(async (begin) => {
      const reading = form.submit();
      if (!reading.ok) return;
      begin();
      try {
        await send(confirmSelf, { ...NOTHING_SENT, password: reading.value.password });
        onDone(true);
      } catch (error) {
        const [sentence] = error instanceof CallFailed ? error.sentences : [];
        setProblem(sentence ?? '確認できませんでした。しばらく待ってからもう一度お試しください。');
      }
    });

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
