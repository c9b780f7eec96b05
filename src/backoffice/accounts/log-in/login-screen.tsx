// The administrator's login: user id and password, then the second step where the account has one; or a passkey alone.
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EntryButton, EntryCard, EntryNote, EntryOthers, EntryPage } from '#backoffice/shared/entry-card.tsx';
import { afterLogIn, OFFICE } from '#web/addresses.ts';
import { useTitle } from '#web/page-head.tsx';
import {
  OtherFactors,
  SecondStepField,
  submitLabel,
  TICKET_EXPIRED,
  useSecondStep,
  WRONG_CODE,
} from '#web/second-step.tsx';
import { CallFailed, send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import type { Signed } from '#web/sign-in.ts';
import {
  canUsePasskeys,
  readIdentity,
  type SecondStepAsked,
  signInByPasskey,
  signInStaff,
} from '#web/staff-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { type Dialogs, useDialogs } from '#web/ui/dialogs.tsx';
import { PasswordField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Muted } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSave } from '#web/use-save.ts';
import { credentials, isAlive } from './contract.ts';

export function LoginScreen() {
  return (
    <EntryPage>
      <LoginSteps />
    </EntryPage>
  );
}

function LoginSteps() {
  useTitle('管理者ログイン | 健診予約システム');
  const navigate = useNavigate();
  const { search } = useLocation();
  // The ticket lives here and nowhere else: a page that is loaded again begins at the password.
  const [second, setSecond] = useState<{ userId: string; asked: SecondStepAsked } | null>(null);

  async function enter({ token, userId }: Signed) {
    officeSession.clear();
    officeSession.set({ token, userId });
    await readIdentity();
    const { isTwoFactorNeeded, isPasswordChangeNeeded } = officeSession.get();
    navigate(isTwoFactorNeeded || isPasswordChangeNeeded ? OFFICE.account : afterLogIn(search));
  }

  if (second) return <SecondStepCard {...second} onSigned={enter} onBack={() => setSecond(null)} />;
  return <LoginCard onSigned={enter} onAsked={(userId, asked) => setSecond({ userId, asked })} />;
}

/** Too many tries in a row: the sentence says how long to wait. */
async function showFailure(dialogs: Dialogs, error: unknown): Promise<false> {
  if (error instanceof CallFailed && error.is('TooMany')) await dialogs.authenticationError('', error.sentences);
  else await dialogs.systemError(error);
  return false;
}

interface LoginCardProps {
  onSigned(signed: Signed): Promise<void>;
  onAsked(userId: string, asked: SecondStepAsked): void;
}

function LoginCard({ onSigned, onAsked }: LoginCardProps) {
  const { state } = useLocation();
  const dialogs = useDialogs();
  const form = useForm(credentials, credentials.blank);
  const { isBusy, save, act } = useSave();

  const failed = (error: unknown) => showFailure(dialogs, error);

  const submit = () =>
    save(form.submit, {
      async send({ userId, password }) {
        await send(isAlive, {}, { anonymous: true });
        const outcome = await signInStaff(userId, password);
        if (outcome !== 'wrong' && 'signed' in outcome) await onSigned(outcome.signed);
        return outcome;
      },
      done(outcome, { userId }) {
        if (outcome !== 'wrong') return 'asked' in outcome && onAsked(userId, outcome.asked);
        form.empty('password');
        return dialogs.authenticationError('ユーザーIDとパスワードをもう一度ご確認ください。');
      },
      failed,
    });

  const byPasskey = () =>
    act({
      async send() {
        const outcome = await signInByPasskey();
        if (outcome && typeof outcome === 'object') await onSigned(outcome.signed);
        return outcome;
      },
      done: (outcome) =>
        typeof outcome === 'string' &&
        dialogs.authenticationError('パスキーを確認できませんでした。もう一度お試しください。'),
      failed,
    });

  return (
    <EntryCard onSubmit={submit}>
      <h1>管理者ログイン</h1>
      {state?.isSetUp && <Notice>パスワードを設定しました。ログインしてください。</Notice>}
      <TextField {...form.bind('userId')} hint="半角英数8桁" width="full" autoComplete="username" autoFocus />
      <PasswordField {...form.bind('password')} />
      <EntryButton isBusy={isBusy}>ログイン</EntryButton>
      {canUsePasskeys() && (
        <EntryOthers>
          <Button disabled={isBusy} onClick={byPasskey} icon="key">
            パスキーでログイン
          </Button>
        </EntryOthers>
      )}
      <Link to={OFFICE.setup}>設定コードをお持ちの方</Link>
      <EntryNote>
        ユーザーIDまたはパスワードをお忘れの場合は、院内の管理者またはサービス提供元までお問い合わせください。
      </EntryNote>
    </EntryCard>
  );
}

interface SecondStepCardProps {
  userId: string;
  asked: SecondStepAsked;
  onSigned(signed: Signed): Promise<void>;
  onBack(): void;
}

function SecondStepCard({ userId, asked, onSigned, onBack }: SecondStepCardProps) {
  const dialogs = useDialogs();
  const step = useSecondStep(asked, {
    signed: onSigned,
    wrong: () => dialogs.authenticationError(WRONG_CODE),
    async over() {
      await dialogs.authenticationError('', [TICKET_EXPIRED]);
      onBack();
    },
    failed: (error) => showFailure(dialogs, error),
  });

  return (
    <EntryCard onSubmit={step.submit}>
      <div>
        <h1>2段階認証</h1>
        <Muted above="1">ユーザーID　{userId}</Muted>
      </div>
      <SecondStepField step={step} />
      <Button kind="primary" type="submit" disabled={step.isBusy}>
        {submitLabel(step)}
      </Button>
      <OtherFactors step={step}>
        <Button kind="plain" onClick={onBack}>
          戻る
        </Button>
      </OtherFactors>
      <EntryNote>端末を使えないときは、院内の管理者へご連絡ください。</EntryNote>
    </EntryCard>
  );
}
