// The access log: who did what, page by page, and as a file.
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { encodeLines } from '#backoffice/files/cp932.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { FootBar } from '#web/action-bar.tsx';
import { PageHead } from '#web/page-head.tsx';
import { saveFile } from '#web/save-file.ts';
import { send } from '#web/send.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { useFocusTarget } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Input } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import styles from './access-log-screen.module.css';
import {
  downloadLog,
  type LogFilters,
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
  const { act } = useSave();
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readQuery(params), [params]);
  const { data } = useLoad(openLog, {});
  const reader = useFocusTarget();
  const isPressed = useRef(false);
  const {
    data: page,
    reload,
    isLoading,
  } = useLoad(searchLog, data && asked, {
    onRefused: (refusal) => void dialogs.failure(refusal),
    async ask(query, options) {
      const answer = await send(searchLog, query, options);
      if (isPressed.current) {
        window.scrollTo(0, 0);
        reader.bring();
      }
      isPressed.current = false;
      return answer;
    },
  });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  function show(query: LogQuery) {
    isPressed.current = true;
    const next = writeQuery(query);
    if (String(next) === String(params)) reload();
    else setParams(next, { replace: true });
  }

  if (!data) return <Loading />;
  const first: LogFilters = { from: data.from, to: data.to, userId: '', act: null, outcome: null, number: '' };
  const { before: _before, after: _after, ...filters } = asked ?? { ...first, before: '', after: '' };
  const shown = asked ? page : data;
  const isBusy = asked !== null && isLoading;

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
        key={asked ? 'asked' : 'first'}
        choices={data}
        start={filters}
        first={first}
        isBusy={isBusy}
        onSearch={(next) => show({ ...next, before: '', after: '' })}
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
          onClick={() => show({ ...filters, before: '', after: shown?.newer ?? '' })}
          icon="left"
        >
          新しい100件
        </Button>
        <Button
          kind="quiet"
          disabled={isBusy || !shown?.older}
          onClick={() => show({ ...filters, before: shown?.older ?? '', after: '' })}
        >
          古い100件
          <Icon name="right" />
        </Button>
        <Text as="span" push>
          <Button onClick={save} icon="down">
            CSV出力
          </Button>
        </Text>
      </FootBar>
    </>
  );
}

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

/** Which page: of what was searched by, before or after a place. It stands in the address, so that a reload and Back show the same. */
type LogQuery = Input<typeof searchLog>;

function readQuery(params: URLSearchParams): LogQuery | null {
  const reading = searchLog.request.decode(Object.fromEntries(params));
  return params.size > 0 && reading.ok ? reading.value : null;
}

const writeQuery = (query: LogQuery) =>
  new URLSearchParams(
    [...encodeForm(searchLog.request.encode(query))].filter(([, value]) => value !== '' && value !== '0'),
  );
