// The second factors of the own account: what there is, and what can be done about each.

import { type ReactNode, useState } from 'react';
import { send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { canUsePasskeys, readIdentity } from '#web/staff-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import type { openOwnAccount } from '../own-account/contract.ts';
import { beginTotp, removePasskey, removeTotp, renewRecoveryCodes } from './contract.ts';
import { AppDialog, PasskeyDialog, RecoveryDialog } from './dialogs.tsx';
import styles from './two-factor-section.module.css';

interface TwoFactorProps {
  factors: Reply<typeof openOwnAccount>['factors'];
  onChanged(): void;
}

type Passkey = TwoFactorProps['factors']['passkeys'][number];

type Open =
  | { what: 'app'; begun: Reply<typeof beginTotp> }
  | { what: 'passkey'; passkey: Passkey | null }
  | { what: 'recovery'; codes: readonly string[] };

const FEW_CODES = 3;
const dayOf = (moment: string) => moment.slice(0, 10);

export function TwoFactorSection({ factors, onChanged }: TwoFactorProps) {
  const { totpSince, passkeys, recoveryCount } = factors;
  const isSet = totpSince !== '' || passkeys.length > 0;
  const { isTwoFactorNeeded } = officeSession.use();
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const [open, setOpen] = useState<Open | null>(null);

  /** Menus follow where the session was good for this only. */
  async function changed(codes: readonly string[] = []) {
    setOpen(codes.length > 0 ? { what: 'recovery', codes } : null);
    await readIdentity().catch(() => {});
    onChanged();
  }

  const setUpApp = () => act({ send: () => send(beginTotp, {}), done: (begun) => setOpen({ what: 'app', begun }) });
  const dropApp = () =>
    act({
      ask: () => dialogs.confirm('認証アプリを解除しますか？', { ok: '解除', danger: true }),
      send: () => send(removeTotp, {}),
      done: () => changed(),
    });
  const dropPasskey = ({ passkeyId, name }: Passkey) =>
    act({
      ask: () =>
        dialogs.confirm('このパスキーを削除しますか？', { details: `名称　${name}`, ok: '削除', danger: true }),
      send: () => send(removePasskey, { passkeyId }),
      done: () => changed(),
    });
  const renew = () =>
    act({
      ask: () =>
        dialogs.confirm('リカバリーコードを作り直しますか？', {
          details: '今までのリカバリーコードは使えなくなります。',
          ok: '作り直す',
        }),
      send: () => send(renewRecoveryCodes, {}),
      done: ({ recoveryCodes }) => changed(recoveryCodes),
    });

  return (
    <>
      {isTwoFactorNeeded && (
        <Notice className={styles.needed}>
          この医療機関では2段階認証が必要です。設定すると、ほかの画面が使えるようになります。
        </Notice>
      )}
      <Panel title="2段階認証" aside={<span>{isSet ? '設定済み' : '未設定'}</span>}>
        <FactorRow
          icon="device"
          name="認証アプリ"
          line={
            totpSince
              ? `${dayOf(totpSince)} に設定・6桁のコードで確認します`
              : 'スマートフォンのアプリに表示される6桁のコードで確認します'
          }
          buttons={
            totpSince ? (
              <Button kind="quiet" disabled={isBusy} onClick={dropApp}>
                解除
              </Button>
            ) : (
              <Button kind={isSet ? 'secondary' : 'primary'} disabled={isBusy} onClick={setUpApp}>
                設定する
              </Button>
            )
          }
        />
        <FactorRow
          icon="key"
          name="パスキー"
          line={
            canUsePasskeys()
              ? '指紋・顔・PINでログインできます。ユーザーIDとパスワードは不要です'
              : 'パスキーは、httpsのアドレスで利用しているときに登録できます。'
          }
          buttons={
            canUsePasskeys() && (
              <Button disabled={isBusy} onClick={() => setOpen({ what: 'passkey', passkey: null })} icon="plus">
                パスキーを追加
              </Button>
            )
          }
        >
          {passkeys.length > 0 && (
            <Table
              caption="パスキー"
              rows={passkeys}
              rowKey={({ passkeyId }) => passkeyId}
              columns={[
                { label: '名称', text: ({ name }) => name },
                { label: '登録日', text: ({ registeredAt }) => dayOf(registeredAt) },
                { label: '最終利用', text: ({ lastUsedAt }) => dayOf(lastUsedAt) || EMPTY_MARK },
              ]}
              buttons={(passkey) => (
                <>
                  <Button
                    kind="quiet"
                    aria-label={`名称変更（${passkey.name}）`}
                    onClick={() => setOpen({ what: 'passkey', passkey })}
                  >
                    名称変更
                  </Button>
                  <Button kind="quiet" aria-label={`削除（${passkey.name}）`} onClick={() => dropPasskey(passkey)}>
                    削除
                  </Button>
                </>
              )}
            />
          )}
        </FactorRow>
        <FactorRow
          icon="sheet"
          name={isSet ? `リカバリーコード　残り ${recoveryCount}個` : 'リカバリーコード'}
          line={isSet ? '端末を使えないときに、1個で1回ログインできます' : 'どちらかを設定すると、10個発行されます'}
          buttons={
            isSet && (
              <Button disabled={isBusy} onClick={renew}>
                作り直す
              </Button>
            )
          }
        >
          {isSet && recoveryCount <= FEW_CODES && (
            <Notice>残りが少なくなっています。作り直して、安全な場所に保管してください。</Notice>
          )}
        </FactorRow>
      </Panel>
      {open?.what === 'app' && <AppDialog begun={open.begun} onDone={changed} onClose={() => setOpen(null)} />}
      {open?.what === 'passkey' && (
        <PasskeyDialog passkey={open.passkey} onDone={changed} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'recovery' && <RecoveryDialog codes={open.codes} onClose={() => setOpen(null)} />}
    </>
  );
}

interface FactorRowProps {
  icon: Parameters<typeof Icon>[0]['name'];
  name: string;
  line: string;
  buttons: ReactNode;
  children?: ReactNode;
}

function FactorRow({ icon, name, line, buttons, children }: FactorRowProps) {
  return (
    <Stack gap="4" lines="2" align="center" className={styles.factor}>
      <Icon name={icon} />
      <div>
        <h3>{name}</h3>
        <Muted>{line}</Muted>
      </div>
      <div className={styles.acts}>{buttons}</div>
      {children && <div className={styles.more}>{children}</div>}
    </Stack>
  );
}
