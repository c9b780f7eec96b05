// Where one is logged in, with a way to end what one does not know or has left behind.
import { Panel } from '#backoffice/panel.tsx';
import { CallFailed, send } from '#web/send.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { NOTHING } from '#web/ui/nothing.ts';
import { type Column, Table } from '#web/ui/table.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { endOthers, endSession, type openOwnAccount } from './contract.ts';
import styles from './sessions-panel.module.css';

type Session = Reply<typeof openOwnAccount>['sessions'][number];

const WAYS = {
  none: 'パスワードのみ',
  totp: '認証アプリ',
  passkey: 'パスキー',
  recovery: 'リカバリーコード',
} as const satisfies Record<Session['secondFactor'], string>;

/** Without the seconds, which tell nobody anything here. */
const tellMoment = (moment: string) => moment.slice(0, -':00'.length);

const COLUMNS: readonly Column<Session>[] = [
  { label: '端末', text: ({ device }) => device },
  { label: 'ネットワークアドレス', text: ({ address }) => address || NOTHING },
  { label: 'ログイン', text: ({ loggedInAt }) => tellMoment(loggedInAt) },
  { label: '最終利用', text: ({ isThis, lastUsedAt }) => (isThis ? 'たった今' : tellMoment(lastUsedAt)) },
  { label: '認証', text: ({ secondFactor }) => WAYS[secondFactor] },
];

interface SessionsPanelProps {
  sessions: readonly Session[];
  onEnded(sessions: Session[]): void;
  /** One of them has ended by itself meanwhile. */
  onGone(): void;
}

export function SessionsPanel({ sessions, onEnded, onGone }: SessionsPanelProps) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const others = sessions.filter(({ isThis }) => !isThis);

  const end = ({ sessionId, device }: Session) =>
    act({
      ask: () => dialogs.confirm('この端末をログアウトしますか？', { details: device, ok: 'ログアウト', danger: true }),
      send: () => send(endSession, { sessionId }),
      done: (reply) => onEnded(reply.sessions),
      async failed(error) {
        const isGone = error instanceof CallFailed && error.is('NotFound');
        if (!isGone) return dialogs.systemError(error);
        onGone();
        await dialogs.finished('ログイン中の端末', 'この端末は、すでにログアウトされています。');
        return false;
      },
    });

  const endAll = () =>
    act({
      ask: () =>
        dialogs.confirm(`ほかの端末 ${others.length}台をログアウトしますか？`, { ok: 'ログアウト', danger: true }),
      send: () => send(endOthers, {}),
      canRepeat: true,
      done: (reply) => onEnded(reply.sessions),
    });

  return (
    <Panel
      title="ログイン中の端末"
      flush
      aside={
        <>
          <span className={styles.count}>{sessions.length} 台</span>
          {others.length > 0 && (
            <Button className={styles.all} onClick={endAll} disabled={isBusy}>
              ほかの端末をログアウト
            </Button>
          )}
        </>
      }
    >
      <Table
        caption="ログイン中の端末"
        columns={COLUMNS}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
        buttons={(session) =>
          session.isThis ? (
            <Badge tone="over">この端末</Badge>
          ) : (
            <Button
              kind="quiet"
              aria-label={`ログアウト（${session.device}）`}
              onClick={() => end(session)}
              disabled={isBusy}
            >
              ログアウト
            </Button>
          )
        }
      />
      <p className={styles.help}>心当たりのない端末があるときは、ログアウトさせてからパスワードを変更してください。</p>
    </Panel>
  );
}
