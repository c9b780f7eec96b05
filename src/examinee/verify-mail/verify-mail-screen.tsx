// Where the link of a mail leads: one press, or a new password, shows that the address is one's own. Opening it changes nothing.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { BrokenLink, DoneCard, LinkCard, LinkPage, LinkScreen, MaskedMail } from '#examinee/link-page.tsx';
import { EntryForm, EntryPart, EntrySubmit } from '#examinee/parts/entry-form.tsx';
import { findSessions } from '#examinee/tabs.ts';
import { EXAMINEE } from '#web/addresses.ts';
import { CallFailed, send } from '#web/send.ts';
import { type ExamineeSession, examineeSession } from '#web/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { PasswordField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { newPasswordForm, openVerification, verifyMail, verifyWithPassword } from './contract.ts';

const VERIFIED = 'メールアドレスを確認しました。';
const TITLE = ['メールアドレスの', '確認'] as const;

interface Opened extends Reply<typeof openVerification> {
  session: ExamineeSession | null;
}

/** With the first session that is the account's; a dead one is as good as none. */
async function open(key: string): Promise<Opened> {
  for (const session of await findSessions()) {
    const { token } = session.auth;
    const found = await send(openVerification, { key }, { token }).catch((error) => {
      if (error instanceof CallFailed && error.is('NoSession')) return null;
      throw error;
    });
    if (found?.isLoggedIn) return { ...found, session };
  }
  return { ...(await send(openVerification, { key }, { anonymous: true })), session: null };
}

export const VerifyMailScreen = () => (
  <LinkScreen>
    <Errand />
  </LinkScreen>
);

function Errand() {
  const { routeParam = '' } = useParams();
  const { hash } = useLocation();
  const key = hash.slice(1);
  const dialogs = useDialogs();
  const [opened, setOpened] = useState<Opened | 'broken' | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another round
  useEffect(() => {
    let isOver = false;
    open(key).then(
      (found) => isOver || setOpened(found),
      async (error) => {
        if (isOver) return;
        if (error instanceof CallFailed && error.is('NotFound')) return setOpened('broken');
        if (await dialogs.systemError(error, { canRetry: true })) setRound((before) => before + 1);
      },
    );
    return () => {
      isOver = true;
    };
  }, [key, dialogs, round]);

  if (opened === 'broken') {
    const sentence = 'このページを表示できません。メールのリンクをもう一度開いてください。';
    return <BrokenLink title={TITLE} routeParam={routeParam} sentence={sentence} />;
  }
  return (
    <LinkPage title={TITLE} sender={opened && { ...opened, name: opened.institutionName }}>
      {opened ? <Choice opened={opened} linkKey={key} routeParam={routeParam} /> : <Loading />}
    </LinkPage>
  );
}

function Choice({ opened, linkKey: key, routeParam }: { opened: Opened; linkKey: string; routeParam: string }) {
  const [isDone, setDone] = useState(false);
  const [mail, setMail] = useState('');
  const login = (
    <LinkButton kind="primary" to={EXAMINEE.login(routeParam)} state={mail ? { mail } : undefined}>
      ログインする
      <Icon name="right" />
    </LinkButton>
  );
  if (isDone && opened.session)
    return (
      <DoneCard sentence={VERIFIED}>
        <ToMyPage session={opened.session} />
      </DoneCard>
    );
  if (isDone) {
    return (
      <DoneCard sentence={VERIFIED}>
        <p>新しいパスワードを設定しました。これまでのパスワードは使えません。</p>
        {login}
      </DoneCard>
    );
  }
  if (opened.state === 'done') {
    return (
      <Notice>
        <p>メールアドレスの確認は済んでいます。</p>
        <p>パスワードがわからないときは、ログイン画面の「パスワードをお忘れの方」からお進みください。</p>
        {login}
      </Notice>
    );
  }
  if (opened.state === 'over') {
    return (
      <Notice>
        <p>この確認のページは有効期限が切れています。</p>
        <p>マイページから確認メールをもう一度送信してください。</p>
        {login}
      </Notice>
    );
  }
  if (opened.session) {
    return (
      <OnePress mail={opened.maskedMail} token={opened.session.auth.token} linkKey={key} onDone={() => setDone(true)} />
    );
  }
  return (
    <ChoosePassword
      mail={opened.maskedMail}
      linkKey={key}
      onDone={(userId) => {
        setMail(userId.slice(userId.indexOf('_') + 1));
        setDone(true);
      }}
    />
  );
}

interface ActProps<Result extends unknown[]> {
  mail: string;
  linkKey: string;
  onDone(...result: Result): void;
}

function OnePress({ mail, token, linkKey: key, onDone }: ActProps<[]> & { token: string }) {
  const { isBusy, act } = useSave();
  const press = () =>
    // The same press twice is one.
    act({ send: () => send(verifyMail, { key }, { token }), canRepeat: true, done: () => onDone() });
  return (
    <LinkCard>
      <p>
        <MaskedMail mail={mail} /> がご本人のメールアドレスであることを確認します。
      </p>
      <Button kind="primary" aria-disabled={isBusy} onClick={press}>
        確認する
      </Button>
    </LinkCard>
  );
}

function ChoosePassword({ mail, linkKey: key, onDone }: ActProps<[userId: string]>) {
  const dialogs = useDialogs();
  const form = useForm(newPasswordForm, newPasswordForm.blank, [['next', 'again']]);
  const { isBusy, save } = useSave();
  const submit = () =>
    save(form.submit, {
      send: (chosen) => send(verifyWithPassword, { key, ...chosen }, { anonymous: true }),
      // What was set already counts as done.
      canRepeat: true,
      done: ({ userId }) => onDone(userId),
      refused: (failure) => dialogs.inputError(failure.sentences),
    });
  return (
    <EntryForm onSubmit={submit}>
      <p>
        <MaskedMail mail={mail} />{' '}
        がご本人のメールアドレスであることを確認し、マイページの新しいパスワードを設定します。
      </p>
      <EntryPart>
        <PasswordField
          {...form.bind('next')}
          autoComplete="new-password"
          hint="半角の英数字と @ # % & ! $ ? で、8桁以上65桁以下。大文字と小文字は区別されます。メールアドレスの@より前の部分、生年月日、よく使われる文字列は使用できません。"
        />
        <PasswordField {...form.bind('again')} autoComplete="new-password" />
      </EntryPart>
      <EntrySubmit isBusy={isBusy}>確認して設定する</EntrySubmit>
      <Muted>これまでのパスワードは使えなくなり、ほかの端末ではログアウトされます。</Muted>
    </EntryForm>
  );
}

/** This tab goes on as the one that was logged in. */
function ToMyPage({ session }: { session: ExamineeSession }) {
  const navigate = useNavigate();
  return (
    <Button
      kind="primary"
      onClick={() => {
        examineeSession.set(session);
        navigate(EXAMINEE.myPage);
      }}
    >
      マイページへ
      <Icon name="right" />
    </Button>
  );
}
