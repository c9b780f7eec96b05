// Sets up an authenticator app: a QR code to be read, and the code that the app then shows.
import { useState } from 'react';
import { appCode } from '#account/contract.ts';
import { sendForToken } from '#web/send-for-token.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Grid, Muted, Stack } from '#web/ui/layout.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import styles from './app-dialog.module.css';
import { type beginTotp, finishTotp } from './contract.ts';

interface AppDialogProps {
  begun: Reply<typeof beginTotp>;
  onDone(recoveryCodes: readonly string[]): unknown;
  onClose(): void;
}

export function AppDialog({ begun: { secret, otpauthUrl, ticket }, onDone, onClose }: AppDialogProps) {
  const form = useForm(appCode, appCode.blank);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, act } = useSave();

  function submit() {
    const reading = form.submit();
    if (!reading.ok) return;
    act({
      send: () => sendForToken(finishTotp, { ticket, otp: reading.value.otp }, ({ token }) => token),
      done: ({ recoveryCodes }) => onDone(recoveryCodes),
      refused(failure) {
        form.empty('otp');
        setProblem(failure.sentences[0] ?? null);
      },
    });
  }

  const bound = form.bind('otp');
  return (
    <ModalBox
      title="認証アプリの設定"
      onClose={onClose}
      onSubmit={submit}
      buttons={[
        <Button key="give up" kind="quiet" onClick={onClose}>
          キャンセル
        </Button>,
        <Button key="go on" kind="primary" type="submit" disabled={isBusy}>
          設定する
        </Button>,
      ]}
    >
      <Grid columns="auto 1" align="start" className={styles.app}>
        <QrCode text={otpauthUrl} label="QRコード" className={styles.qr} />
        <Stack as="ol" gap="4" className={styles.steps}>
          <li>
            <p>認証アプリでQRコードを読み取ってください。</p>
            <Muted>読み取れないときは、次のキーを入力します。</Muted>
            <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
          </li>
          <li>
            <p>表示された6桁の認証コードを入力してください。</p>
            <TextField
              {...bound}
              error={bound.error ?? problem}
              width="full"
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          </li>
        </Stack>
      </Grid>
    </ModalBox>
  );
}
