// Asks who it is once more, over the screen, before something that a tab left open must not be enough for.
import { useState } from 'react';
import { appCode, reAuthenticate, recoveryCode } from '#account/contract.ts';
import type { Input } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { password } from '#wire/texts.ts';
import { CallFailed } from './send.ts';
import { sendForToken } from './send-for-token.ts';
import { type OfficeSession, officeSession } from './session.ts';
import { canUsePasskeys, readIdentity, signByPasskey } from './staff-sign-in.ts';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { PasswordField, TextField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import { Icon } from './ui/icon.tsx';
import { useOnce } from './use-save.ts';

const passwordOnly = record({ password: password('currentPassword', 'パスワード') });
const BLANK_REQUEST: Input<typeof reAuthenticate> = { ...reAuthenticate.request.blank, factor: null };

/** By what besides the password; a passkey stands for both. */
type Way = 'none' | 'totp' | 'recovery' | 'passkey';

function usualWay({ isTwoFactor, isTotp }: OfficeSession): Way {
  if (!isTwoFactor) return 'none';
  if (isTotp) return 'totp';
  return canUsePasskeys() ? 'passkey' : 'recovery';
}

const ASKED: Readonly<Record<Way, string>> = {
  none: 'パスワードをもう一度入力してください。',
  totp: 'パスワードと認証コードをもう一度入力してください。',
  recovery: 'パスワードとリカバリーコードを入力してください。',
  passkey: '登録したパスキーで、ご本人であることを確認します。',
};

export function ReAuthenticate({ onDone }: { onDone(isDone: boolean): void }) {
  const session = officeSession.use();
  const [chosen, setWay] = useState<Way | null>(null);
  const way = chosen ?? usualWay(session);
  const form = useForm(passwordOnly, passwordOnly.blank);
  const app = useForm(appCode, appCode.blank);
  const recovery = useForm(recoveryCode, recoveryCode.blank);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, once } = useOnce();

  const confirm = (show: () => Promise<Partial<typeof BLANK_REQUEST> | null>) =>
    once(async (begin) => {
      begin();
      try {
        const shown = await show();
        if (!shown) return;
        await sendForToken(reAuthenticate, { ...BLANK_REQUEST, ...shown }, ({ token }) => token);
        onDone(true);
      } catch (error) {
        const [sentence] = error instanceof CallFailed ? error.sentences : [];
        setProblem(sentence ?? '確認できませんでした。しばらく待ってからもう一度お試しください。');
        // A second factor may have been set up elsewhere since.
        await readIdentity().catch(() => {});
      }
    });

  function submit() {
    if (way === 'passkey') return confirm(signByPasskey);
    const reading = form.submit();
    const code = way === 'totp' ? app.submit() : way === 'recovery' ? recovery.submit() : null;
    if (!reading.ok || code?.ok === false) return;
    return confirm(async () =>
      code && way !== 'none' ? { ...reading.value, ...code.value, factor: way } : reading.value,
    );
  }

  const bound = form.bind('password');
  const offer = (other: Way, label: string) =>
    way !== other && (
      <Button kind="quiet" disabled={isBusy} onClick={() => setWay(other)}>
        {label}
      </Button>
    );
  return (
    <ModalBox
      title="ご本人の確認"
      onClose={() => onDone(false)}
      onSubmit={submit}
      details={
        <>
          <p>ユーザーID　{session.userId}</p>
          {way === 'passkey' ? (
            <p role="alert">{problem}</p>
          ) : (
            <PasswordField {...bound} error={bound.error ?? problem} />
          )}
          {way === 'totp' && (
            <TextField
              {...app.bind('otp')}
              hint="認証アプリに表示された6桁"
              width="full"
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
          {way === 'recovery' && <TextField {...recovery.bind('otp')} width="full" />}
          {way !== 'passkey' && session.isPasskey && canUsePasskeys() && (
            <Button disabled={isBusy} onClick={() => confirm(signByPasskey)}>
              <Icon name="key" />
              パスキーを使う
            </Button>
          )}
          {session.isTotp && offer('totp', '認証コードを使う')}
          {session.isTwoFactor && offer('recovery', 'リカバリーコードを使う')}
        </>
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={() => onDone(false)}>
          キャンセル
        </Button>,
        <Button key="go on" kind="primary" type="submit" disabled={isBusy}>
          {way === 'passkey' ? 'パスキーを使う' : '確認'}
        </Button>,
      ]}
    >
      <p>大切な操作のため、{ASKED[way]}入力された内容は、この画面に残っています。</p>
    </ModalBox>
  );
}
