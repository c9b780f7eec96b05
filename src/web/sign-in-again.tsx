// Asks somebody whose session ran out for the password, over the screen, so that nothing typed is lost.
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { password } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { readIdentity } from './office-identity.ts';
import { CallFailed } from './send.ts';
import { examineeSession, officeSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { PasswordField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import { useOnce } from './use-save.ts';

const passwordOnly = record({ password: password('password', 'パスワード') });

/** An examinee's user id is the institution and the mail address; only the latter says anything to its owner. */
const mailOf = (userId: string) => userId.slice(userId.indexOf('_') + 1);

const SIDES = {
  office: {
    userId: () => officeSession.get().userId,
    shownId: (userId: string) => `ユーザーID　${userId}`,
    // The role may have turned since.
    async keep(token: string) {
      officeSession.set({ token });
      await readIdentity();
    },
    giveUp: 'ログイン画面へ',
  },
  examinee: {
    userId: () => examineeSession.get().auth.userId,
    shownId: (userId: string) => `メールアドレス　${mailOf(userId)}`,
    async keep(token: string) {
      examineeSession.set({ auth: { ...examineeSession.get().auth, token } });
    },
    giveUp: 'トップへ戻る',
  },
};

/** `elsewhere`: the person has gone to the page for a forgotten password, and comes back from there. */
export type SignInOutcome = 'done' | 'given-up' | 'elsewhere';

interface SignInAgainProps {
  side?: keyof typeof SIDES;
  /** Where another password can be asked for. */
  forgotten?: string;
  onDone(outcome: SignInOutcome): void;
}

export function SignInAgain({ side = 'office', forgotten, onDone }: SignInAgainProps) {
  const { shownId, keep, giveUp, ...session } = SIDES[side];
  const userId = session.userId();
  const { pathname } = useLocation();
  const form = useForm(passwordOnly, passwordOnly.blank);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, once } = useOnce();

  const submit = () =>
    once(async (begin) => {
      const reading = form.submit();
      if (!reading.ok) return;
      begin();
      try {
        const signed = await signIn(userId, reading.value.password);
        if (!signed) return setProblem('パスワードが正しくありません。もう一度ご確認ください。');
        await keep(signed.token);
        onDone('done');
      } catch (error) {
        const [sentence] = error instanceof CallFailed ? error.sentences : [];
        setProblem(sentence ?? 'ログインできませんでした。しばらく待ってからもう一度お試しください。');
      }
    });

  const bound = form.bind('password');
  return (
    <ModalBox
      title="ログイン"
      onClose={() => onDone('given-up')}
      onSubmit={submit}
      details={
        <>
          <p>{shownId(userId)}</p>
          <PasswordField {...bound} error={bound.error ?? problem} />
          {forgotten && (
            <p>
              <Link
                to={forgotten}
                state={{ returnTo: pathname, mail: mailOf(userId) }}
                onClick={() => onDone('elsewhere')}
              >
                パスワードをお忘れの方
              </Link>
            </p>
          )}
        </>
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={() => onDone('given-up')}>
          {giveUp}
        </Button>,
        <Button key="go on" kind="primary" type="submit" disabled={isBusy}>
          ログインして続ける
        </Button>,
      ]}
    >
      <p>ログインの有効期限が切れました。パスワードを入力すると、この画面の続きから操作できます。</p>
    </ModalBox>
  );
}
