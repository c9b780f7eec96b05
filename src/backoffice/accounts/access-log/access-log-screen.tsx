// The access log: who did what, page by page, and as a file.
import { useEffect, useRef, useState } from 'react';
import { encodeLines } from '#backoffice/files/cp932.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { FootBar } from '#web/action-bar.tsx';
import { PageHead } from '#web/page-head.tsx';
import { saveFile } from '#web/save-file.ts';
import { send } from '#web/send.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { createStore } from '#web/store.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useFocusTarget } from '#web/ui/use-focus-target.ts';
import { useLoad } from '#web/use-load.ts';
import { useOnce, useSave } from '#web/use-save.ts';
import styles from './access-log-screen.module.css';
import {
  downloadLog,
  type LogFilters,
  type LogPage,
  NO_ENTRIES,
  OUTCOME_WORDS,
  openLog,
  type ShownEntry,
  searchLog,
} from './contract.ts';
import { FiltersForm } from './filters-form.tsx';

const TITLE = '操作履歴';
const isReservation = (subject: string) => /^[1-9][0-9]{8}$/.test(subject);

/** In several lines rather than cut off: what changed is what one looks for. */
const Whole = ({ children }: { children: string }) => <span className={styles.whole}>{children}</span>;

const COLUMNS: Column<ShownEntry>[] = [
  { label: '日時', text: ({ at }) => at },
  {
    label: '職員',
    text: ({ name, userId }) => `${name} ${userId}`,
    render: ({ name, userId }) => (
      <>
        {name}{' '}
        <Text as="span" tone="faint">
          {userId}
        </Text>
      </>
    ),
  },
  { label: '権限', text: ({ role }) => (role ? ROLE_NAMES[role] : '') },
  { label: '操作', text: ({ actName }) => actName },
  {
    label: '対象',
    text: ({ subject }) => subject,
    cut: 20,
    render: ({ subject }) =>
      isReservation(subject) ? <ReservationLink number={Number(subject)} /> : <Whole>{subject}</Whole>,
  },
  { label: '内容', text: ({ text }) => text, cut: 30, render: ({ text }) => <Whole>{text}</Whole> },
  {
    label: '結果',
    text: ({ outcome }) => OUTCOME_WORDS[outcome],
    render: ({ outcome }) =>
      outcome === 'ok' ? (
        OUTCOME_WORDS.ok
      ) : (
        <Row as="span" inline gap="1" tone="wrong" strong>
          <Icon name="alert" />
          {OUTCOME_WORDS[outcome]}
        </Row>
      ),
  },
  { label: 'アドレス', text: ({ address }) => address },
];

export function AccessLogScreen() {
  const dialogs = useDialogs();
  const { once, isBusy } = useOnce();
  const { act } = useSave();
  const { data } = useLoad(openLog, {});
  const [asked, setAsked] = useState(() => logSession.get().asked);
  const [page, setPage] = useState<LogPage | null>(null);
  const reader = useFocusTarget();
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const show = (next: LogQuery, isPressed = true) =>
    once((begin) =>
      dialogs.attempt(async () => {
        begin();
        const { filters, before, after } = next;
        setPage(await send(searchLog, { ...filters, before, after }));
        setAsked(next);
        logSession.set({ asked: next });
        window.scrollTo(0, 0);
        if (isPressed) reader.bring();
      }),
    );
  // Coming back: the page that was left, once there is something to choose from.
  const again = useRef(() => {});
  again.current = () => void (asked && !page && show(asked, false));
  useEffect(() => {
    if (data) again.current();
  }, [data]);

  if (!data) return <Loading />;
  const first: LogFilters = { from: data.from, to: data.to, userId: '', act: null, outcome: null, number: '' };
  const filters = asked?.filters ?? first;
  const shown = page ?? (asked ? null : data);

  const save = () =>
    act({
      ask: () => dialogs.confirm('検索した条件の操作履歴をダウンロードしますか？', { title: 'CSV出力' }),
      progress: { title: 'CSV出力', sentence: 'ダウンロード中です。しばらくお待ちください。' },
      send() {
        leaving.current = new AbortController();
        return fetchLogFile(filters, leaving.current.signal);
      },
      async done(file) {
        saveFile(file);
        await dialogs.finished('CSV出力', 'ダウンロード完了しました。', <p>{file.fileName}</p>);
      },
    });

  return (
    <>
      <PageHead title={TITLE} crumbs={['運用管理']} />
      <FiltersForm
        choices={data}
        start={filters}
        first={first}
        isBusy={isBusy}
        onSearch={(next) => void show({ filters: next, before: '', after: '' })}
      />
      <section aria-label="検索結果" {...reader.place}>
        {!shown ? (
          <Loading text="検索しています。" />
        ) : shown.entries.length === 0 ? (
          <EmptyBox text={NO_ENTRIES} isWide />
        ) : (
          <Table
            caption={`${TITLE}、新しい順`}
            columns={COLUMNS}
            rows={shown.entries}
            rowKey={(entry) => String(shown.entries.indexOf(entry))}
          />
        )}
      </section>
      <FootBar label="ページとCSV出力">
        <Muted as="span">新しい順・100件ずつ</Muted>
        <Button
          kind="quiet"
          disabled={isBusy || !shown?.newer}
          onClick={() => void show({ filters, before: '', after: shown?.newer ?? '' })}
        >
          <Icon name="left" />
          新しい100件
        </Button>
        <Button
          kind="quiet"
          disabled={isBusy || !shown?.older}
          onClick={() => void show({ filters, before: shown?.older ?? '', after: '' })}
        >
          古い100件
          <Icon name="right" />
        </Button>
        <Text as="span" push>
          <Button onClick={save}>
            <Icon name="down" />
            CSV出力
          </Button>
        </Text>
      </FootBar>
    </>
  );
}

/** Fetches the access log as a CSV file, and makes CP932 of its lines as they come. */
async function fetchLogFile(filters: LogFilters, signal: AbortSignal): Promise<{ fileName: string; file: Blob }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let fileName = '';
  await sendForPieces(
    downloadLog,
    'lines',
    filters,
    {
      head(reply) {
        fileName = reply.fileName;
        parts.push(encodeLines([reply.header]).bytes);
      },
      piece: (lines) => parts.push(encodeLines(lines).bytes),
    },
    { signal },
  );
  return { fileName, file: new Blob(parts, { type: 'text/csv' }) };
}

/** Which page: of what was searched by, before or after a place. */
interface LogQuery {
  filters: LogFilters;
  before: string;
  after: string;
}

/** Named below the office's session, so that it goes with the log-out. */
const logSession = createStore<{ asked: LogQuery | null }>('office/access-log', { asked: null });
