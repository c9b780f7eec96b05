// A forgotten password: another one goes to the registered mail address, and the page that says it is on its way.
import { Navigate, useLocation, useNavigate } from 'react-router';
import { BackButton } from '#examinee/parts/back-button.tsx';
import { BirthDateField } from '#examinee/parts/birth-date.tsx';
import { EntryForm, EntryPart, EntrySubmit, StarNote } from '#examinee/parts/entry-form.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { forgottenForm, openForgotten, reissueCall } from './contract.ts';
import { DonePage } from './done-page.tsx';

const TITLE = 'パスワードをお忘れの方';

interface ReturnState {
  returnTo?: string;
  mail?: string;
}

export function ForgottenScreen() {
  const { auth } = examineeSession.use();
  const { data } = useLoad(openForgotten, { institutionCode: auth.institutionCode });
  return (
    <ExamineePage
      title={TITLE}
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
      title={TITLE}
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
