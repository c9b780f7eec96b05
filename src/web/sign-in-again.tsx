// Asks somebody whose session ran out for the password, over the screen, so that nothing typed is lost.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { record } from '#wire/record.ts';
import { password } from '#wire/texts.ts';
import {
  OtherFactors,
  SecondStepField,
  submitLabel,
  TICKET_EXPIRED,
  useSecondStep,
  WRONG_CODE,
} from './second-step.tsx';
import { CallFailed } from './send.ts';
import { examineeSession, officeSession } from './session.ts';
import { type Signed, signIn } from './sign-in.ts';
import { readIdentity, type SecondStepAsked, type StaffSignIn, signInStaff } from './staff-sign-in.ts';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { PasswordField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import { Link } from './ui/link.tsx';
import { useOnce } from './use-save.ts';

const passwordOnly = record({ password: password('password', 'パスワード') });

/** An examinee's user id is the institution and the mail address; only the latter says anything to its owner. */
const mailOf = (userId: string) => userId.slice(userId.indexOf('_') + 1);

const SIDES = {
  office: {
    signIn: signInStaff,
    userId: () => officeSession.get().userId,
    shownId: (userId: string) => `ユーザーID　${userId}`,
    // The role may have changed since.
    async keep(token: string) {
      officeSession.set({ token });
      await readIdentity();
    },
    giveUp: 'ログイン画面へ',
  },
  examinee: {
    async signIn(userId: string, typed: string): Promise<StaffSignIn> {
      const signed = await signIn(userId, typed);
      return signed ? { signed } : 'wrong';
    },
    userId: () => examineeSession.get().auth.userId,
    shownId: (userId: string) => `メールアドレス　${mailOf(userId)}`,
    async keep(token: string) {
      examineeSession.set({ auth: { ...examineeSession.get().auth, token } });
    },
    giveUp: 'トップへ戻る',
  },
};

/** `elsewhere`: the person has gone to the page for a forgotten password, and comes back from there; or has put it off by Back. */
export type SignInOutcome = 'done' | 'given-up' | 'elsewhere';

interface SignInAgainProps {
  side?: keyof typeof SIDES;
  /** Where another password can be asked for. */
  forgotten?: string;
  onDone(outcome: SignInOutcome): void;
}

function describeProblem(error: unknown): string {
  const [sentence] = error instanceof CallFailed ? error.sentences : [];
  return sentence ?? 'ログインできませんでした。しばらく待ってからもう一度お試しください。';
}

export function SignInAgain({ side = 'office', forgotten, onDone }: SignInAgainProps) {
  const { shownId, keep, giveUp, ...session } = SIDES[side];
  const userId = session.userId();
  const [asked, setAsked] = useState<SecondStepAsked | null>(null);
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
        const outcome = await session.signIn(userId, reading.value.password);
        if (outcome === 'wrong') return setProblem('パスワードが正しくありません。もう一度ご確認ください。');
        setProblem(null);
        if ('asked' in outcome) return setAsked(outcome.asked);
        await keep(outcome.signed.token);
        onDone('done');
      } catch (error) {
        setProblem(describeProblem(error));
      }
    });

  const bound = form.bind('password');
  if (asked) {
    return (
      <SecondStepBox
        asked={asked}
        shownId={shownId(userId)}
        giveUp={giveUp}
        onSigned={async ({ token }) => {
          await keep(token);
          onDone('done');
        }}
        onExpired={() => {
          form.empty('password');
          setProblem(TICKET_EXPIRED);
          setAsked(null);
        }}
        onLeft={onDone}
      />
    );
  }
  return (
    <ModalBox
      title="ログイン"
      onClose={() => onDone('given-up')}
      onBack={() => onDone('elsewhere')}
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
        <Button key="go on" kind="primary" type="submit" aria-disabled={isBusy}>
          ログインして続ける
        </Button>,
      ]}
    >
      <p>ログインの有効期限が切れました。パスワードを入力すると、この画面の続きから操作できます。</p>
    </ModalBox>
  );
}

interface SecondStepBoxProps {
  asked: SecondStepAsked;
  shownId: string;
  giveUp: string;
  onSigned(signed: Signed): unknown;
  onExpired(): void;
  onLeft(outcome: SignInOutcome): void;
}

function SecondStepBox({ asked, shownId, giveUp, onSigned, onExpired, onLeft }: SecondStepBoxProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const step = useSecondStep(asked, {
    signed: onSigned,
    over: onExpired,
    wrong: () => setProblem(WRONG_CODE),
    failed: (error) => setProblem(describeProblem(error)),
  });
  return (
    <ModalBox
      title="2段階認証"
      onClose={() => onLeft('given-up')}
      onBack={() => onLeft('elsewhere')}
      onSubmit={step.submit}
      details={
        <>
          <p>{shownId}</p>
          <SecondStepField step={step} problem={problem} />
          <OtherFactors step={step} />
        </>
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={() => onLeft('given-up')}>
          {giveUp}
        </Button>,
        <Button key="go on" kind="primary" type="submit" aria-disabled={step.isBusy}>
          {submitLabel(step)}
        </Button>,
      ]}
    >
      <p>確認すると、この画面の続きから操作できます。</p>
    </ModalBox>
  );
}
