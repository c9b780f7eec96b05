// The administrator's login.
import { useNavigate } from 'react-router';
import { readIdentity } from '#web/office-identity.ts';
import { OfficeBar } from '#web/office-shell.tsx';
import { useTitle } from '#web/page-head.tsx';
import { CallFailed, send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { signIn } from '#web/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogHost, useDialogs } from '#web/ui/dialogs.tsx';
import { PasswordField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { useSave } from '#web/use-save.ts';
import { credentials, isAlive } from './contract.ts';
import styles from './login-screen.module.css';

export function LoginScreen({ home }: { home: string }) {
  return (
    <div data-side="office">
      <OfficeBar />
      <DialogHost afterSystemError={() => {}}>
        <LoginCard home={home} />
      </DialogHost>
    </div>
  );
}

function LoginCard({ home }: { home: string }) {
  useTitle('管理者ログイン | 健診予約システム');
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const form = useForm(credentials, credentials.blank);
  const { isBusy, save } = useSave();

  const submit = () =>
    save(form.submit, {
      async send({ userId, password }) {
        await send(isAlive, {}, { anonymous: true });
        const signed = await signIn(userId, password);
        if (!signed) return false;
        officeSession.clear();
        officeSession.set({ token: signed.token, userId: signed.userId });
        await readIdentity();
        return true;
      },
      done(isIn) {
        if (isIn) return navigate(home);
        form.empty('password');
        return dialogs.authenticationError('ユーザーIDとパスワードをもう一度ご確認ください。');
      },
      async failed(error) {
        // Too many tries in a row: the sentence says how long to wait.
        if (error instanceof CallFailed && error.is('TooMany')) await dialogs.authenticationError('', error.sentences);
        else await dialogs.systemError(error);
        return false;
      },
    });

  return (
    <main className={styles.page}>
      <form
        className={styles.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <h1>管理者ログイン</h1>
        <TextField {...form.bind('userId')} hint="半角英数8桁" width="full" autoComplete="username" autoFocus />
        <PasswordField {...form.bind('password')} />
        <Button kind="primary" className={styles.submit} type="submit" disabled={isBusy}>
          ログイン
        </Button>
        <p className={styles.note}>
          ユーザーIDまたはパスワードをお忘れの場合は、サービス提供元までお問い合わせください。
        </p>
      </form>
    </main>
  );
}
