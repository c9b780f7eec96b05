// What has happened to a reservation, and the mails about it, the newest first.
import { markSendings, openSendings, type Sending, type SendingMark } from '#backoffice/shared/contract-sendings.ts';
import { receptionOn } from '#backoffice/shared/open-screens.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { MAIL_STATE_WORDS } from '#domain/mail/mail-states.ts';
import { isLive, RECEPTION_WORDS } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reservation } from './change.ts';
import styles from './log-panels.module.css';

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

export function ReceptionPanel({ data, path }: { data: Reservation; path: string }) {
  if (!isLive(data.status) || data.isAnonymous) return null;
  return (
    <Panel title="受付" aside={<Link to={receptionOn(path, data.visitDate)}>この日の当日受付</Link>}>
      <Text {...LOOKS[data.reception]}>{describeReception(data)}</Text>
    </Panel>
  );
}

const LOOKS = { none: { tone: 'soft' }, arrived: { tone: 'done', strong: true }, no_show: {} } as const;

/** 8:51 来院（佐藤） */
function describeReception({ reception, receivedTime, receivedBy }: Reservation): string {
  if (reception === 'none') return 'まだ来院していません。';
  const what = RECEPTION_WORDS[reception];
  return reception === 'arrived' ? `${receivedTime} ${what}（${receivedBy}）` : `${what}（${receivedBy}）`;
}

export function SendingPanel({ data: { number, status, sendingStatus, version } }: { data: Reservation }) {
  const dialogs = useDialogs();
  const may = useMay('reception');
  const { isBusy, act } = useSave();
  const question = sendingStatus === 'none' ? null : { until: null, chip: null, numbers: [number] };
  const { data, reload } = useLoad(openSendings, question, { isQuiet: true, freshness: version });
  const [sending] = data?.rows ?? [];
  if (!data || !sending || sending.status === 'none') return null;

  const mark = (to: SendingMark) =>
    act({
      canRepeat: to !== 'back',
      send: () => send(markSendings, { numbers: [number], mark: to, on: data.today }),
      done: ({ results: [result] }) => (result?.sentence ? dialogs.inputError([result.sentence]) : reload()),
    });
  const button = (to: SendingMark, label: string) => (
    <Button disabled={isBusy} onClick={() => mark(to)}>
      {label}
    </Button>
  );
  const isUnsent = sending.status !== 'sent';
  return (
    <Panel title="発送" aside={<Link to={OFFICE.sendings}>発送の一覧</Link>}>
      <Stack gap="2">
        <p>{describeSending(sending, data.sendingName)}</p>
        {sending.addressMessage && <Text tone="wrong">{sending.addressMessage}</Text>}
        {may && (
          <Row gap="2" data-hide="print">
            {isUnsent && isLive(status) && button('sent', '発送済みにする')}
            {!isUnsent && button('returned', '戻ってきた')}
            {sending.sentOn && button('back', '記録を取り消す')}
          </Row>
        )}
      </Stack>
    </Panel>
  );
}

/** 検査キット（東丘ドック）　2026/11/18 発送（佐藤） */
function describeSending({ status, partNames, dueDate, sentOn, sentBy, returnedOn }: Sending, name: string): string {
  const sent = sentOn ? `${formatOfficeDate(sentOn)} 発送（${sentBy}）` : '';
  const returned = returnedOn ? `${formatOfficeDate(returnedOn)} 戻り` : '';
  const due = status === 'sent' ? '' : `発送予定日 ${formatOfficeDate(dueDate)}`;
  return [`${name}（${partNames.join('・')}）`, sent, returned, due].filter(Boolean).join('　');
}
