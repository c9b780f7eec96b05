// An own password in place of the present one, and the page that says it is done.
import { Navigate, useLocation, useNavigate } from 'react-router';
import { passwordForm } from '#account/contract-passwords.ts';
import { BackButton } from '#examinee/parts/back-button.tsx';
import { EntryForm, EntryPart, EntrySubmit, StarNote } from '#examinee/parts/entry-form.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { PasswordField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { useSave } from '#web/use-save.ts';
import { changePasswordCall } from './contract.ts';
import { DonePage } from './done-page.tsx';

const TITLE = 'パスワード変更';

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
      title={TITLE}
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
    <DonePage title={TITLE} button="マイページへ戻る" onGoOn={() => navigate(EXAMINEE.myPage)}>
      <p>パスワードを変更しました。次回からは、新しいパスワードでログインしてください。</p>
    </DonePage>
  );
}
