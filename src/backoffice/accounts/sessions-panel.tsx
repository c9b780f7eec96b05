// Where a member of the staff is logged in, with a way to end what nobody knows or was left behind.
import { CallFailed } from '#web/send.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Muted } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useSave } from '#web/use-save.ts';
import type { ValueOf } from '#wire/record.ts';
import type { sessions } from './contract-sessions.ts';
import styles from './sessions-panel.module.css';

type Session = ValueOf<typeof sessions>['sessions'][number];

const WAYS = {
  none: 'パスワードのみ',
  totp: '認証アプリ',
  passkey: 'パスキー',
  recovery: 'リカバリーコード',
} as const satisfies Record<Session['secondFactor'], string>;

const withoutSeconds = (moment: string) => moment.slice(0, -':00'.length);

const COLUMNS: readonly Column<Session>[] = [
  { label: '端末', text: ({ device }) => device },
  { label: 'ネットワークアドレス', text: ({ address }) => address || EMPTY_MARK },
  { label: 'ログイン', text: ({ loggedInAt }) => withoutSeconds(loggedInAt) },
  { label: '最終利用', text: ({ isThis, lastUsedAt }) => (isThis ? 'たった今' : withoutSeconds(lastUsedAt)) },
  { label: '認証', text: ({ secondFactor }) => WAYS[secondFactor] },
];

interface SessionsPanelProps {
  sessions: readonly Session[];
  end(sessionId: string): Promise<{ sessions: Session[] }>;
  endOthers?(): Promise<{ sessions: Session[] }>;
  help: string;
  onEnded(sessions: Session[]): void;
  /** One of them has ended by itself meanwhile. */
  onGone(): void;
}

export function SessionsPanel({ sessions, end, endOthers, help, onEnded, onGone }: SessionsPanelProps) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const others = sessions.filter(({ isThis }) => !isThis);

  const endOne = ({ sessionId, device }: Session) =>
    act({
      ask: () => dialogs.confirm('この端末をログアウトしますか？', { details: device, ok: 'ログアウト', danger: true }),
      send: () => end(sessionId),
      done: (reply) => onEnded(reply.sessions),
      async failed(error) {
        const isGone = error instanceof CallFailed && error.is('NotFound');
        if (!isGone) return dialogs.systemError(error);
        onGone();
        await dialogs.finished('ログイン中の端末', 'この端末は、すでにログアウトされています。');
        return false;
      },
    });

  const endAll = (endThem: NonNullable<typeof endOthers>) =>
    act({
      ask: () =>
        dialogs.confirm(`ほかの端末 ${others.length}台をログアウトしますか？`, { ok: 'ログアウト', danger: true }),
      send: endThem,
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
          {endOthers && others.length > 0 && (
            <Button onClick={() => endAll(endOthers)} disabled={isBusy}>
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
              onClick={() => endOne(session)}
              disabled={isBusy}
            >
              ログアウト
            </Button>
          )
        }
      />
      <Muted inset="2">{help}</Muted>
    </Panel>
  );
}
