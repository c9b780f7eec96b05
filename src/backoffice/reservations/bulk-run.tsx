// Many reservations dealt with one batch after the other: how far it is can be seen and stopped, what became of it is shown.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { reservationAt } from '#web/addresses.ts';
import { CallFailed } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Text } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './bulk-run.module.css';
import { inWords, type Listed, outcomeOf, type Run, type RunOptions, type RunWords, runInBatches } from './run.ts';

export interface RunHandlers<L extends Listed> {
  /** What became of them, before it is shown. */
  onRun(run: Run<L>): void;
  /** Only these are to stay selected; without it, none were. */
  onSelectOnly?(numbers: readonly number[]): void;
  onLeave(number: number): void;
  onClose(): void;
}

interface BulkRunProps<L extends Listed>
  extends RunHandlers<L>,
    Pick<RunOptions<L>, 'sendBatch' | 'atATime' | 'sendMail'> {
  words: RunWords;
  listed: readonly L[];
  /** What is asked before; without it, it begins at once. */
  ask?: { cancel: string; ok: string; text: ReactNode };
  /** What else can be done about it, where it is shown; `unmailed` are those done whom nobody has written to. */
  acts?(unmailed: readonly number[]): ReactNode[];
}

export function BulkRun<L extends Listed>(props: BulkRunProps<L>) {
  const { words, listed, ask, onClose } = props;
  const [isStarted, setStarted] = useState(!ask);
  if (isStarted) return <Running {...props} />;
  return (
    <ModalBox
      key="asking"
      title={words.title}
      tone="ask"
      onClose={onClose}
      buttons={[
        <Button key="cancel" kind="quiet" onClick={onClose}>
          {ask?.cancel}
        </Button>,
        <Button
          key="start"
          kind="primary"
          data-focus=""
          disabled={listed.length === 0}
          onClick={() => setStarted(true)}
        >
          {ask?.ok}
        </Button>,
      ]}
    >
      {ask?.text}
    </ModalBox>
  );
}

function Running<L extends Listed>(props: BulkRunProps<L>) {
  const { words, listed, sendBatch, sendMail, atATime, onRun } = props;
  const dialogs = useDialogs();
  const [dealtWith, setDealtWith] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [run, setRun] = useState<Run<L> | null>(null);
  const isOff = useRef(false);
  const isBegun = useRef(false);

  async function begin(): Promise<void> {
    const ended = await runInBatches(listed, {
      sendBatch,
      sendMail,
      atATime,
      // Sent twice it is done once, so it can be sent again whatever has happened to it.
      again: (error) =>
        error instanceof CallFailed && error.isRefusal
          ? dialogs.failure(error)
          : dialogs.systemError(error, { canRetry: true }),
      isStopped: () => isOff.current,
      onProgress: setDealtWith,
    });
    onRun(ended);
    setRun(ended);
  }

  // Whoever leaves has stopped it: the batch under way comes to its end, and no other begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    isOff.current = false;
    if (!isBegun.current) void begin();
    isBegun.current = true;
    return () => {
      isOff.current = true;
    };
  }, []);
  const isRunning = run === null;
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);

  function stop(): void {
    isOff.current = true;
    setStopped(true);
  }

  if (run) return <BulkResult {...props} run={run} />;
  return (
    <ModalBox
      key="running"
      title={words.title}
      tone="wait"
      onClose={null}
      buttons={[
        <Button key="stop" kind="quiet" disabled={isStopped} onClick={stop}>
          ここで止める
        </Button>,
      ]}
    >
      <Text size="xl" strong role="status">
        {`${words.did}ています。 ${inWords(dealtWith)} ／ ${inWords(listed.length)} 件`}
      </Text>
      <progress className={styles.progress} aria-label={words.title} max={listed.length} value={dealtWith} />
      {isStopped && <p>いま送っている分が終わると止まります。</p>}
    </ModalBox>
  );
}

function BulkResult<L extends Listed>(props: BulkRunProps<L> & { run: Run<L> }) {
  const { words, listed, run, sendMail, onSelectOnly, onLeave, onClose, acts } = props;
  const isSelected = onSelectOnly !== undefined;
  const { lead, lines, left, refused, remaining, unmailed } = outcomeOf(words, listed, run, sendMail, isSelected);
  return (
    <ModalBox
      key="result"
      title={`${words.title}の結果`}
      tone="done"
      onClose={onClose}
      buttons={[
        ...(acts?.(unmailed) ?? []),
        onSelectOnly && remaining.length > 0 && (
          <Button
            key="select"
            kind="quiet"
            onClick={() => {
              onSelectOnly(remaining);
              onClose();
            }}
          >
            {`残った ${inWords(remaining.length)} 件だけ選択`}
          </Button>
        ),
        <Button key="close" kind="primary" data-focus="" onClick={onClose}>
          閉じる
        </Button>,
      ]}
    >
      <Text size="xl" strong>
        {lead}
      </Text>
      {lines.length > 0 && <p>{lines.join('')}</p>}
      {left && <p>{left}</p>}
      {refused.length > 0 && (
        <>
          <Row as="h3" wrap={false} gap="1-half" above="3" className={styles.refusedTitle}>
            <Icon name="alert" />
            {`${inWords(refused.length)} 件は${words.could}ませんでした。`}
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
