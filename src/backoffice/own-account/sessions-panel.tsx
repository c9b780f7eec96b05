// Where one is logged in, with a way to end what one does not know or has left behind.
import { Panel } from '#backoffice/panel.tsx';
import { CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
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

const COLUMNS = ['端末', 'ネットワークアドレス', 'ログイン', '最終利用', '認証'];

/** Without the seconds, which tell nobody anything here. */
const tellMoment = (moment: string) => moment.slice(0, -':00'.length);

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone can be scrolled by keys too */}
      <section className={styles.scroll} aria-label="ログイン中の端末の一覧" tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">ログイン中の端末</caption>
          <thead>
            <tr>
              {COLUMNS.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.sessionId} data-this={session.isThis ? '' : undefined}>
                <th scope="row">{session.device}</th>
                <td>{session.address || '－'}</td>
                <td>{tellMoment(session.loggedInAt)}</td>
                <td>{session.isThis ? 'たった今' : tellMoment(session.lastUsedAt)}</td>
                <td>{WAYS[session.secondFactor]}</td>
                <td className={styles.act}>
                  {session.isThis ? (
                    <span className={styles.tag}>この端末</span>
                  ) : (
                    <Button
                      kind="quiet"
                      aria-label={`ログアウト（${session.device}）`}
                      onClick={() => end(session)}
                      disabled={isBusy}
                    >
                      ログアウト
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.help}>心当たりのない端末があるときは、ログアウトさせてからパスワードを変更してください。</p>
    </Panel>
  );
}
