// The dialogs of second factors: a passkey is added or named, an app is set up, and recovery codes are shown once.

import { useState } from 'react';
import { appCode } from '#account/contract.ts';
import { send } from '#web/send.ts';
import { sendForToken } from '#web/send-for-token.ts';
import { makePasskey } from '#web/staff-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { CheckboxField, TextField } from '#web/ui/fields.tsx';
import { unbound, useForm } from '#web/ui/form.ts';
import { Grid, Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { beginPasskey, type beginTotp, finishPasskey, finishTotp, passkeyName, renamePasskey } from './contract.ts';
import styles from './dialogs.module.css';

interface PasskeyDialogProps {
  /** The one that gets another name; null for a new one. */
  passkey: { passkeyId: string; name: string } | null;
  onDone(recoveryCodes?: readonly string[]): unknown;
  onClose(): void;
}

const NOT_MADE = 'パスキーを確認できませんでした。もう一度お試しください。';

/** Null where the person has given up. */
async function add(name: string): Promise<readonly string[] | null> {
  const { passkeyOptions, ticket } = await send(beginPasskey, {});
  const credential = await makePasskey(passkeyOptions);
  if (credential === null) return null;
  return (await sendForToken(finishPasskey, { ticket, name, credential }, ({ token }) => token)).recoveryCodes;
}

export function PasskeyDialog({ passkey, onDone, onClose }: PasskeyDialogProps) {
  const form = useForm(passkeyName, { name: passkey?.name ?? '' });
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, act } = useSave();

  function submit() {
    const reading = form.submit();
    if (!reading.ok) return;
    const { name } = reading.value;
    const rename = ({ passkeyId }: { passkeyId: string }) => send(renamePasskey, { passkeyId, name }).then(() => []);
    setProblem(null);
    act<readonly string[] | null>({
      send: () => (passkey ? rename(passkey) : add(name)),
      done: (codes) => (codes ? onDone(codes) : setProblem(NOT_MADE)),
      refused: (failure) => setProblem(failure.sentences[0] ?? NOT_MADE),
    });
  }

  const bound = form.bind('name');
  return (
    <ModalBox
      title={passkey ? 'パスキーの名称変更' : 'パスキーの追加'}
      onClose={onClose}
      onSubmit={submit}
      details={<TextField {...bound} error={bound.error ?? problem} hint="40文字まで" width="full" />}
      buttons={[
        <Button key="give up" kind="quiet" onClick={onClose}>
          キャンセル
        </Button>,
        <Button key="go on" kind="primary" type="submit" disabled={isBusy}>
          {passkey ? '更新' : '追加'}
        </Button>,
      ]}
    >
      <p>
        {passkey
          ? '一覧に表示する名称を入力してください。'
          : 'どの端末のパスキーかわかる名称を入力してください。続けて、端末の指紋・顔・PINで確認します。'}
      </p>
    </ModalBox>
  );
}

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

const TITLE = 'リカバリーコード';

export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [isStored, setStored] = useState(false);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  }

  const list = (
    <Grid as="ol" columns="2" gap="6" lines="1" strong className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </Grid>
  );
  return (
    <ModalBox
      title={TITLE}
      onClose={null}
      buttons={[
        <Button key="close" kind="primary" disabled={!isStored} onClick={onClose}>
          閉じる
        </Button>,
      ]}
    >
      <Text size="l" strong>
        リカバリーコードを保管してください。
      </Text>
      <p>端末を紛失したときに使います。1個で1回だけログインできます。この画面でしか表示されません。</p>
      {list}
      <Row gap="2" below="3">
        {/* Browsers have a clipboard at https addresses only. */}
        {navigator.clipboard && <Button onClick={copy}>コピー</Button>}
        <Button onClick={() => window.print()}>印刷</Button>
        <span role="status">{isCopied && 'コピーしました。'}</span>
      </Row>
      <CheckboxField {...unbound('recovery-kept', '保管の確認', isStored, setStored)} text="保管しました" />
      <PrintSheet>
        <h1>{TITLE}</h1>
        {list}
      </PrintSheet>
    </ModalBox>
  );
}
