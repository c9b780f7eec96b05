// The way of a bulk confirmation: what would be done is asked, how far it is can be seen and stopped, what became of it is shown.
import { useEffect, useId, useRef, useState } from 'react';
import { confirmMail } from '#backoffice/shared/confirm-mail.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { confirmationOf, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { reservationAt } from '#web/addresses.ts';
import { CallFailed, send } from '#web/send.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './bulk-confirm.module.css';
import { confirmReservations } from './contract.ts';
import { type ConfirmResult, confirmInBatches, type Listed, type Run } from './run.ts';
import { inWords, outcomeOf, planOf } from './words.ts';

interface BulkConfirmProps {
  /** What is selected, in the order of the list, when it is opened. */
  selected: readonly Listed[];
  /** What became of them; the list goes by it before it is shown. */
  onResults(results: readonly ConfirmResult[]): void;
  /** Only these are to stay selected. */
  onSelectOnly(numbers: readonly number[]): void;
  /** One of them is opened in the place of the list. */
  onLeave(number: number): void;
  onClose(): void;
}

const TITLE = '一括確認';

export function BulkConfirm({ selected, onResults, onSelectOnly, onLeave, onClose }: BulkConfirmProps) {
  const dialogs = useDialogs();
  const hintId = useId();
  // The list goes on changing behind it.
  const [plan] = useState(() => planOf(selected));
  const { waiting } = plan;
  const sendMail = confirmMail.use();
  const [dealtWith, setDealtWith] = useState<number | null>(null);
  const [isStopped, setStopped] = useState(false);
  const [run, setRun] = useState<Run | null>(null);
  const isOff = useRef(false);

  // Whoever leaves has stopped it: the batch under way comes to its end, and no other begins.
  useEffect(() => {
    isOff.current = false;
    return () => {
      isOff.current = true;
    };
  }, []);
  const isRunning = dealtWith !== null && run === null;
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);

  async function start(): Promise<void> {
    if (dealtWith !== null) return;
    setDealtWith(0);
    const ended = await confirmInBatches(waiting, {
      sendMail,
      async sendBatch(batch) {
        const seen = batch.map(({ number, version }) => ({ number, version }));
        return (await send(confirmReservations, { seen, sendMail })).results;
      },
      // Sent twice it is done once, so it can be sent again whatever has happened to it.
      again: (error) =>
        error instanceof CallFailed && error.isRefusal
          ? dialogs.failure(error)
          : dialogs.systemError(error, { canRetry: true }),
      isStopped: () => isOff.current,
      onProgress: setDealtWith,
    });
    onResults(ended.results);
    setRun(ended);
  }

  function stop(): void {
    isOff.current = true;
    setStopped(true);
  }

  if (run) {
    return (
      <BulkResult
        listed={waiting}
        run={run}
        sendMail={sendMail}
        onSelectOnly={onSelectOnly}
        onLeave={onLeave}
        onClose={onClose}
      />
    );
  }
  if (dealtWith !== null) {
    return (
      <ModalBox
        key="running"
        title={TITLE}
        tone="wait"
        onClose={null}
        buttons={[
          <Button key="stop" kind="quiet" disabled={isStopped} onClick={stop}>
            ここで止める
          </Button>,
        ]}
      >
        <p className={styles.lead} role="status">
          {`確認しています。 ${inWords(dealtWith)} ／ ${inWords(waiting.length)} 件`}
        </p>
        <progress className={styles.progress} aria-label={TITLE} max={waiting.length} value={dealtWith} />
        {isStopped && <p>いま送っている分が終わると止まります。</p>}
      </ModalBox>
    );
  }
  return (
    <ModalBox
      key="asking"
      title={TITLE}
      tone="ask"
      onClose={onClose}
      buttons={[
        <Button key="cancel" kind="quiet" onClick={onClose}>
          キャンセル
        </Button>,
        <Button key="start" kind="primary" data-focus="" onClick={start}>
          確認する
        </Button>,
      ]}
    >
      <p className={styles.lead}>{`選択した ${inWords(waiting.length)} 件を確認済にします。`}</p>
      <Stack as="dl" gap="1" above="3" className={styles.steps}>
        {plan.steps.map(({ from, count }) => (
          <div key={from}>
            <dt>
              <StatusBadge status={from} />
              <span>→ {STATUS_WORDS[confirmationOf(from) ?? from]}</span>
            </dt>
            <dd>{inWords(count)} 件</dd>
          </div>
        ))}
      </Stack>
      {plan.others > 0 && <Muted above="3">{`確認済など ${inWords(plan.others)} 件は変わりません。`}</Muted>}
      <div className={styles.mail}>
        <label>
          <input
            type="checkbox"
            checked={sendMail}
            aria-describedby={sendMail ? hintId : undefined}
            onChange={(event) => confirmMail.set(event.target.checked)}
          />
          受診者へ通知メールを送信する
        </label>
        {sendMail && <p id={hintId}>{plan.mailHint}</p>}
      </div>
      <Muted above="3">1件ずつ確かめて確認します。確認できない予約はそのまま残り、理由を表示します。</Muted>
    </ModalBox>
  );
}

interface BulkResultProps {
  listed: readonly Listed[];
  run: Run;
  sendMail: boolean;
  onSelectOnly(numbers: readonly number[]): void;
  onLeave(number: number): void;
  onClose(): void;
}

/** What became of a bulk confirmation: how many are confirmed, whom mails go to, and what stays with the reason for it. */
function BulkResult({ listed, run, sendMail, onSelectOnly, onLeave, onClose }: BulkResultProps) {
  const { lead, lines, left, refused, remaining } = outcomeOf(listed, run, sendMail);

  function selectRemaining(): void {
    onSelectOnly(remaining);
    onClose();
  }

  const close = (
    <Button key="close" kind="primary" data-focus="" onClick={onClose}>
      閉じる
    </Button>
  );
  const select = (
    <Button key="select" kind="quiet" onClick={selectRemaining}>
      {`残った ${inWords(remaining.length)} 件だけ選択`}
    </Button>
  );
  return (
    <ModalBox
      key="result"
      title="一括確認の結果"
      tone="done"
      onClose={onClose}
      buttons={remaining.length > 0 ? [select, close] : [close]}
    >
      <p className={styles.lead}>{lead}</p>
      {lines.length > 0 && <p>{lines.join('')}</p>}
      {left && <p>{left}</p>}
      {refused.length > 0 && (
        <>
          <Row as="h3" wrap={false} gap="1-half" above="3" className={styles.refusedTitle}>
            <Icon name="alert" />
            {`${inWords(refused.length)} 件は確認できませんでした。`}
          </Row>
          <ul className={styles.refused}>
            {refused.map(({ row, sentence }) => (
              <li key={row.number}>
                <Link to={reservationAt(row.number)} onFollow={() => onLeave(row.number)}>
                  {row.number}
                </Link>
                <div>
                  <p>
                    <b>{withNarrowBlanks(row.name)}</b>
                    {` 様　${formatOfficeDate(row.visitDate)} ${row.startTime}`}
                  </p>
                  <p>{sentence}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </ModalBox>
  );
}
