// What has happened to a reservation, and the mails about it, the newest first.
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { MAIL_STATE_WORDS } from '#domain/mail/mail-states.ts';
import { Button } from '#web/ui/button.tsx';
import { Muted } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './log-panels.module.css';
import type { Reservation } from './words.ts';

const NEWEST = <Muted as="span">新しい順</Muted>;

export function HistoryPanel({ entries }: { entries: Reservation['history'] }) {
  return (
    <Panel title="履歴" aside={NEWEST} flush>
      <ol className={styles.log} data-ruled>
        {entries.map(({ at, by, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays where it is
          <li key={index}>
            <span>{at}</span>
            <span>{by}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface MailsPanelProps {
  mails: Reservation['mails'];
  onResend: ((mailId: string) => void) | null;
}

export function MailsPanel({ mails, onResend }: MailsPanelProps) {
  return (
    <Panel title="メール" aside={NEWEST} flush>
      {mails.length === 0 ? (
        <Muted inset="3">メールはまだ送られていません。</Muted>
      ) : (
        <ol className={styles.log} data-ruled>
          {mails.map(({ mailId, at, kind, title, state }) => (
            <li key={mailId}>
              <span>{at}</span>
              <span className={styles.state} data-state={state}>
                {MAIL_STATE_WORDS[state]}
              </span>
              <span>
                {MAIL_KIND_WORDS[kind]}
                <span className={styles.subject}>{title}</span>
                {onResend && state === 'failed' && kind !== 'password' && title !== '' && (
                  <Button className={styles.again} data-buttons="small" onClick={() => onResend(mailId)}>
                    再送する
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
