// Beside the form of an account: what it is at the moment, and what can be done to it at once.
import type { ReactNode } from 'react';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Grid, Row, Stack } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import styles from './account-side.module.css';
import { FactorBadge, formatMoment, isFactorRequired, StateBadge } from './badges.tsx';
import { issueStaffSetup, type openStaff, restartStaff, stopStaff, unlockStaff } from './contract.ts';
import { useSetupDialog } from './setup-dialog.tsx';

interface AccountSideProps {
  account: Reply<typeof openStaff>;
  onChanged(): void;
}

export function AccountSide({ account, onChanged }: AccountSideProps) {
  const { state, lastLogin, sessionCount, setupEnd } = account;
  return (
    <Stack as="aside" gap="3" className={styles.side}>
      <Panel title="状態" aside={<StateBadge state={state} />}>
        <Grid as="dl" columns="auto 1" gap="4" lines="2">
          <dt>最終ログイン</dt>
          <dd>{formatMoment(lastLogin)}</dd>
          <dt>2段階認証</dt>
          <dd>
            <FactorBadge row={account} isRequired={isFactorRequired(account, account)} />
          </dd>
          <dt>ログイン中の端末</dt>
          <dd>{sessionCount} 台</dd>
          <dt>設定コードの期限</dt>
          <dd>{setupEnd === '' ? EMPTY_MARK : formatMoment(setupEnd)}</dd>
        </Grid>
      </Panel>
      {account.isMe ? null : <Acts account={account} onChanged={onChanged} />}
    </Stack>
  );
}

function Acts({ account, onChanged }: AccountSideProps) {
  const { userId, displayName, version, state } = account;
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const [setupDialog, showSetup] = useSetupDialog();

  const unlock = () => act({ send: () => send(unlockStaff, { userId }), done: onChanged, canRepeat: true });
  const restart = () => act({ send: () => send(restartStaff, { userId, version }), done: onChanged });
  const stop = () =>
    act({
      ask: () =>
        dialogs.confirm('このアカウントを停止しますか？', {
          details: 'すぐにすべての端末からログアウトされ、ログインできなくなります。操作履歴は残ります。',
          ok: '停止',
          danger: true,
        }),
      send: () => send(stopStaff, { userId, version }),
      done: onChanged,
    });
  const issue = () => {
    let clearsTwoFactor = false;
    const details = (
      <>
        <p>{displayName}さんは、すべての端末からログアウトされます。</p>
        <Row as="label" wrap={false} gap="1-half" above="2">
          <input type="checkbox" onChange={({ target }) => (clearsTwoFactor = target.checked)} />
          2段階認証も解除する（端末を紛失した場合）
        </Row>
      </>
    );
    return act({
      ask: () => dialogs.confirm('パスワードを無効にして、設定コードを発行しますか？', { details, ok: '発行' }),
      send: () => send(issueStaffSetup, { userId, clearsTwoFactor }),
      async done(issued) {
        await showSetup({ ...issued, userId, displayName });
        onChanged();
      },
    });
  };

  return (
    <Panel title="アカウントの操作" flush>
      {state === 'stopped' ? (
        <OneAct name="再開" line="停止する前の状態に戻します">
          <Button disabled={isBusy} onClick={restart}>
            再開
          </Button>
        </OneAct>
      ) : (
        <>
          <OneAct name="ロックを解除" line="ログインの失敗回数を消します">
            <Button aria-label="ロックを解除" disabled={isBusy} onClick={unlock}>
              解除
            </Button>
          </OneAct>
          <OneAct name="設定コードを発行" line="パスワードや端末をなくしたとき">
            <Button aria-label="設定コードを発行" disabled={isBusy} onClick={issue}>
              発行
            </Button>
          </OneAct>
          <OneAct name="停止" line="全端末からログアウトされます">
            <Button kind="quiet" disabled={isBusy} onClick={stop}>
              停止
            </Button>
          </OneAct>
        </>
      )}
      {setupDialog}
    </Panel>
  );
}

function OneAct({ name, line, children }: { name: string; line: string; children: ReactNode }) {
  return (
    <Stack gap="3" lines="half" align="center" className={styles.act}>
      <b>{name}</b>
      <span>{line}</span>
      {children}
    </Stack>
  );
}
