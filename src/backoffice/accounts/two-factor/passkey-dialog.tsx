// Adds a passkey under a name, or gives one another name.
import { useState } from 'react';
import { makePasskey } from '#web/passkeys.ts';
import { send } from '#web/send.ts';
import { sendForToken } from '#web/send-for-token.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { useSave } from '#web/use-save.ts';
import { beginPasskey, finishPasskey, passkeyName, renamePasskey } from './contract.ts';

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
