// Asks an administrator whose session ran out for the password, over the screen, so that nothing typed is lost.
import { useEffect, useRef, useState } from 'react';
import { password } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { CallFailed } from './send.ts';
import { officeSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { Button } from './ui/button.tsx';
import { PasswordField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';

const passwordOnly = record({ password: password('password', 'パスワード') });

export function SignInAgain({ onDone }: { onDone(done: boolean): void }) {
  const { userId } = officeSession.use();
  const form = useForm(passwordOnly, passwordOnly.blank);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    box.current?.querySelector('input')?.focus();
  }, []);

  async function submit() {
    const reading = form.submit();
    if (!reading.ok || busy) return;
    setBusy(true);
    try {
      const signed = await signIn(userId, reading.value.password);
      if (!signed) return setProblem('パスワードが正しくありません。もう一度ご確認ください。');
      officeSession.set({ token: signed.token });
      onDone(true);
    } catch (error) {
      const [sentence] = error instanceof CallFailed ? error.sentences : [];
      setProblem(sentence ?? 'ログインできませんでした。しばらく待ってからもう一度お試しください。');
    } finally {
      setBusy(false);
    }
  }

  const bound = form.bind('password');
  return (
    <dialog
      ref={box}
      className="dialog"
      aria-labelledby="again-title"
      onCancel={(event) => {
        event.preventDefault();
        onDone(false);
      }}
    >
      <h2 className="dialog-title" id="again-title">
        ログイン
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="dialog-body">
          <p>ログインの有効期限が切れました。パスワードを入力すると、この画面の続きから操作できます。</p>
          <p className="dialog-details">ユーザーID　{userId}</p>
          <div className="dialog-details">
            <PasswordField {...bound} error={bound.error ?? problem} />
          </div>
        </div>
        <div className="dialog-buttons">
          <Button kind="quiet" onClick={() => onDone(false)}>
            ログイン画面へ
          </Button>
          <Button kind="primary" type="submit" disabled={busy}>
            ログインして続ける
          </Button>
        </div>
      </form>
    </dialog>
  );
}
