// An own password in place of the present one, another one by mail for who has forgotten theirs, and the pages that say it is done.
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { passwordForm } from '#account/contract-passwords.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import {
  BackButton,
  BirthDateField,
  EntryEnd,
  EntryForm,
  EntryPart,
  EntrySubmit,
  StarNote,
} from '#examinee/parts/entry-form.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { PasswordField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { changePasswordCall, forgottenForm, openForgotten, reissueCall } from './contract.ts';

const CHANGE_TITLE = 'パスワード変更';

export function ChangePasswordScreen() {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const form = useForm(passwordForm, passwordForm.blank);
  const { isBusy, save } = useSave();

  const change = () =>
    save(form.submit, {
      ask: () => dialogs.confirm('パスワードを変更します。', { title: 'パスワード変更確認', ok: '変更する' }),
      send: (passwords) => send(changePasswordCall, passwords),
      // What was changed already counts as done.
      canRepeat: true,
      done: () => navigate(EXAMINEE.passwordChanged, { replace: true, state: { isDone: true } }),
      async refused(failure) {
        if (failure.is('Refused')) form.empty('current');
        await dialogs.inputError(failure.sentences);
      },
    });

  return (
    <ExamineePage
      title={CHANGE_TITLE}
      layout="narrow"
      lead="現在のパスワードと、新しいパスワードを入力してください。変更すると、ほかの端末ではログアウトされます。"
    >
      <EntryForm onSubmit={change}>
        <StarNote />
        <EntryPart>
          <PasswordField {...form.bind('current')} autoComplete="current-password" />
          <PasswordField
            {...form.bind('next')}
            autoComplete="new-password"
            hint="半角の英数字と @ # % & ! $ ? で、8桁以上65桁以下。大文字と小文字は区別されます。メールアドレスの@より前の部分、生年月日、よく使われる文字列は使用できません。"
          />
          <PasswordField {...form.bind('again')} autoComplete="new-password" />
        </EntryPart>
        <EntrySubmit isBusy={isBusy}>設定する</EntrySubmit>
        <BackButton label="キャンセル" onClick={() => navigate(EXAMINEE.myPage)} />
      </EntryForm>
    </ExamineePage>
  );
}

export function PasswordChangedScreen() {
  const navigate = useNavigate();
  const { state }: { state: { isDone?: boolean } | null } = useLocation();
  if (!state?.isDone) return <Navigate to={EXAMINEE.myPage} replace />;
  return (
    <DonePage title={CHANGE_TITLE} button="マイページへ戻る" onGoOn={() => navigate(EXAMINEE.myPage)}>
      <p>パスワードを変更しました。次回からは、新しいパスワードでログインしてください。</p>
    </DonePage>
  );
}

const FORGOTTEN_TITLE = 'パスワードをお忘れの方';

interface ReturnState {
  returnTo?: string;
  mail?: string;
}

export function ForgottenScreen() {
  const { auth } = examineeSession.use();
  const { data } = useLoad(openForgotten, { institutionCode: auth.institutionCode });
  return (
    <ExamineePage
      title={FORGOTTEN_TITLE}
      layout="narrow"
      lead="ご登録のメールアドレスと生年月日を入力してください。新しいパスワードをメールでお送りします。"
    >
      {data ? <ForgottenForm years={data.birthYears} /> : <Loading />}
    </ExamineePage>
  );
}

function ForgottenForm({ years }: { years: readonly number[] }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { auth, institution } = examineeSession.use();
  const { state: wayBack }: { state: ReturnState | null } = useLocation();
  const form = useForm(forgottenForm, { ...forgottenForm.blank, mail: wayBack?.mail ?? '' });
  const { isBusy, save } = useSave();

  const reissue = () =>
    save(form.submit, {
      ask: () => dialogs.confirm('パスワードを再発行します。', { title: '再発行確認', ok: '再発行する' }),
      progress: { title: '再発行中', sentence: 'パスワード再発行中です。' },
      send: (value) => send(reissueCall, { institutionCode: auth.institutionCode, ...value }),
      canRepeat: true,
      done: () => navigate(EXAMINEE.passwordReissued, { replace: true, state: { isDone: true, wayBack } }),
      refused: (failure) =>
        failure.is('WrongPair')
          ? dialogs.show({
              title: 'データ不整合',
              tone: 'wrong',
              lead: failure.sentences[0] ?? '',
            })
          : dialogs.inputError(failure.sentences),
    });

  return (
    <EntryForm onSubmit={reissue}>
      <StarNote />
      <EntryPart>
        <TextField {...form.bind('mail')} type="email" inputMode="email" autoComplete="username" width="full" />
        <BirthDateField {...form.bind('birthDate')} years={years} />
      </EntryPart>
      <EntrySubmit isBusy={isBusy}>再発行する</EntrySubmit>
      <BackButton onClick={() => navigate(EXAMINEE.login(institution.routeParam), { state: wayBack })} />
    </EntryForm>
  );
}

export function ReissuedScreen() {
  const navigate = useNavigate();
  const { institution } = examineeSession.use();
  const { state }: { state: { isDone?: boolean; wayBack?: ReturnState } | null } = useLocation();
  const { isDone, wayBack } = state ?? {};
  const login = EXAMINEE.login(institution.routeParam);
  if (!isDone) return <Navigate to={login} replace />;
  return (
    <DonePage
      title={FORGOTTEN_TITLE}
      button="トップへ戻る"
      onGoOn={() => navigate(EXAMINEE.top(institution.routeParam))}
      // The top page would empty the tab, and with it the booking that waits for the log-in.
      more={
        wayBack
          ? {
              label: wayBack.returnTo ? 'ログインして続ける' : 'ログインして予約を続ける',
              onClick: () => navigate(login, { state: wayBack }),
            }
          : undefined
      }
    >
      <p>
        ご登録のメールアドレスに、パスワードをお送りしました。24時間以内にログインし、パスワードを変更してください。
      </p>
      <p>しばらく待っても届かない場合は、迷惑メールのフォルダーもご確認ください。</p>
    </DonePage>
  );
}

interface DonePageProps {
  title: string;
  button: string;
  onGoOn(): void;
  /** Another way on, which goes first. */
  more?: { label: string; onClick(): void };
  children: ReactNode;
}

function DonePage({ title, button, onGoOn, more, children }: DonePageProps) {
  return (
    <ExamineePage title={title} layout="narrow">
      <Card as="div">
        <CardBody gap="3">{children}</CardBody>
      </Card>
      <EntryEnd>
        {more && (
          <Button kind="primary" onClick={more.onClick}>
            {more.label}
            <Icon name="right" />
          </Button>
        )}
        <Button kind={more ? 'quiet' : 'primary'} onClick={onGoOn}>
          {button}
          <Icon name="right" />
        </Button>
      </EntryEnd>
    </ExamineePage>
  );
}
