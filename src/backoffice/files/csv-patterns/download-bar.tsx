// The bar that saves the reservations of a list as a CSV file: which pattern, how many, the three dialogs of the way, and the orders to the
// worker that makes the file.

import { useEffect, useId, useRef, useState } from 'react';
import { isOutstanding, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { createPreference } from '#web/preferences.ts';
import { saveFile } from '#web/save-file.ts';
import { CallFailed, send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { createStore } from '#web/store.ts';
import { tokenAfter } from '#web/token-renewal.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { useSave } from '#web/use-save.ts';
import type { FailureReport } from '#wire/call.ts';
import { type FormerFile, listFiles, NO_PATTERN, NO_ROWS } from './contract-download.ts';
import styles from './download-bar.module.css';

interface DownloadBarProps {
  rows: readonly { number: number; status: ReservationStatus }[];
  isSelection: boolean;
  /** More rows are on their way: a file of those that are there already would lack the rest. */
  isArriving: boolean;
  patterns: readonly { patternCode: string; name: string }[];
  /** The pattern that is chosen as long as this clerk has made no file; empty for none. */
  firstPattern: string;
  /** Called when a file is saved: its rows count as downloaded from then on. */
  onDownloaded(numbers: readonly number[]): void;
}

const TITLE = 'CSV出力';

export function DownloadBar(props: DownloadBarProps) {
  const { rows, isSelection, isArriving, patterns, firstPattern, onDownloaded } = props;
  const id = useId();
  const dialogs = useDialogs();
  const { act } = useSave();
  const { code: chosen } = chosenPattern.use();
  const last = lastPattern.use();
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const find = (code: string) => patterns.find((one) => one.patternCode === code);
  // One that was deleted since is nobody's choice any more.
  const pattern = chosen === '' ? undefined : (find(chosen ?? last) ?? find(last) ?? find(firstPattern));

  const choose = (code: string) => chosenPattern.set({ code });

  async function start() {
    const wrong = [...(pattern ? [] : [NO_PATTERN]), ...(rows.length > 0 ? [] : [NO_ROWS])];
    if (!pattern || wrong.length > 0) return dialogs.inputError(wrong);
    const numbers = [...new Set(rows.map(({ number }) => number))];
    const outstanding = rows.filter(({ status }) => isOutstanding(status)).length;
    const details = (
      <>
        <p>{`「${pattern.name}」で${isSelection ? '選択した' : ''} ${inWords(numbers.length)} 件を出力します。`}</p>
        {outstanding > 0 && <p>{`未確認の予約が ${inWords(outstanding)} 件含まれています。`}</p>}
      </>
    );
    const ask = () => dialogs.confirm('ダウンロードしてもよろしいでしょうか。', { title: TITLE, details });
    await make({ patternCode: pattern.patternCode, numbers, downloadId: null }, numbers.length, ask);
  }

  function make(order: Omit<Order, 'token'>, total: number, ask?: () => Promise<boolean>) {
    const show = (done: number) =>
      dialogs.progress(TITLE, 'ダウンロード中です。しばらくお待ちください。', <Progress done={done} total={total} />);
    return act({
      ask,
      send() {
        leaving.current = new AbortController();
        show(0);
        return download({ ...order, token: officeSession.get().token }, show, leaving.current.signal);
      },
      async done(file) {
        saveFile(file);
        lastPattern.set(order.patternCode);
        onDownloaded(file.numbers);
        await dialogs.finished(TITLE, 'ダウンロード完了しました。', <Finished download={file} />);
      },
      async failed(error) {
        // Who has logged in again to go on need not ask for the file again.
        if (!leaving.current?.signal.aborted) return dialogs.systemError(error);
        dialogs.close();
        return false;
      },
    });
  }

  return (
    <Row as="section" gap="3" lines="2" className={styles.bar} aria-label={TITLE}>
      {/* Beside what is said of a selection there is no room for more than what is needed. */}
      <span className={isSelection ? 'visually-hidden' : styles.count} role="status">
        {isArriving
          ? '読み込みが終わると出力できます'
          : `${isSelection ? '選択した' : '表示中の'} ${inWords(rows.length)} 件を出力`}
      </span>
      {!isSelection && <Link to={OFFICE.patterns}>CSV出力項目の確認・変更</Link>}
      <Row as="label" wrap={false} gap="2" noBreak className={styles.pattern} htmlFor={`${id}-pattern`}>
        <span className={isSelection ? 'visually-hidden' : undefined}>CSVパターン</span>
        <select {...inputProps(unbound(`${id}-pattern`, 'CSVパターン', pattern?.patternCode ?? '', choose))}>
          <option value="">未選択</option>
          {patterns.map(({ patternCode: code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </Row>
      <FormerFiles
        onChoose={({ patternCode, downloadId, count }) => make({ patternCode, numbers: [], downloadId }, count)}
      />
      <Button kind={isSelection ? 'secondary' : 'primary'} disabled={isArriving} onClick={start} icon="down">
        {isSelection ? '選択をCSV出力' : TITLE}
      </Button>
    </Row>
  );
}

/** Null before anybody has chosen; empty where none was. */
const chosenPattern = createStore<{ code: string | null }>('office/csv-pattern', { code: null });

const lastPattern = createPreference<string>('csv-pattern', '');

const inWords = (count: number) => count.toLocaleString('ja-JP');

function Progress({ done, total }: { done: number; total: number }) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <progress aria-labelledby={id} max={total} value={done} />
      <p id={id}>{`${inWords(done)} / ${inWords(total)} 件`}</p>
    </div>
  );
}

const MOST_SHOWN = 1000;

function Finished({ download: { fileName, numbers, lost } }: { download: Download }) {
  const count = lost.inRows.reduce((sum, row) => sum + row.count, lost.inHeader);
  return (
    <>
      <p>{`${fileName}（${inWords(numbers.length)} 件）`}</p>
      {count > 0 && (
        <div className={styles.lost} role="note">
          <p>
            {`CSVファイルの文字コード（Shift_JIS）で表せない文字が ${inWords(count)} 文字あり、「〓」に置き換えました。`}
          </p>
          {lost.inHeader > 0 && <p>{`見出し: ${inWords(lost.inHeader)} 文字`}</p>}
          {lost.inRows.length > 0 && (
            <p>
              {`該当する予約番号: ${lost.inRows
                .slice(0, MOST_SHOWN)
                .map(({ number }) => number)
                .join('、')}`}
              {lost.inRows.length > MOST_SHOWN && ` ほか ${inWords(lost.inRows.length - MOST_SHOWN)} 件`}
            </p>
          )}
        </div>
      )}
    </>
  );
}

const FORMER = '前回のファイル';

function FormerFiles({ onChoose }: { onChoose(file: FormerFile): void }) {
  const dialogs = useDialogs();
  const [files, setFiles] = useState<readonly FormerFile[] | null>(null);
  const open = () => dialogs.attempt(async () => setFiles((await send(listFiles, {})).files));
  const close = () => setFiles(null);
  function choose(file: FormerFile) {
    close();
    onChoose(file);
  }
  return (
    <>
      <Button kind="plain" onClick={() => void open()}>
        {FORMER}
      </Button>
      {files && (
        <ModalBox
          title={FORMER}
          isLong
          onClose={close}
          buttons={[
            <Button key="close" kind="primary" data-focus="" onClick={close}>
              閉じる
            </Button>,
          ]}
        >
          <p>
            {files.length > 0
              ? '同じ予約を同じ順で、いまの内容で出力します。'
              : '31日以内に出力したファイルはありません。'}
          </p>
          <Stack as="ul" gap="2" above="3">
            {files.map((file) => (
              <Row as="li" key={file.downloadId} wrap={false} gap="3" justify="between">
                <span>
                  {`${file.at}　${file.patternName}　${inWords(file.count)} 件`}
                  <Muted>{file.byName}</Muted>
                </span>
                <Button aria-label={`もう一度出力（${file.at}）`} onClick={() => choose(file)}>
                  もう一度出力
                </Button>
              </Row>
            ))}
          </Stack>
        </ModalBox>
      )}
    </>
  );
}

export interface Order {
  token: string;
  patternCode: string;
  /** Each once, in the order of the lines; none of a file before. */
  numbers: readonly number[];
  downloadId: number | null;
}

export interface Download {
  fileName: string;
  file: Blob;
  /** In the order of the lines. */
  numbers: readonly number[];
  /** Characters that became 〓, and in which reservations. */
  lost: { inHeader: number; inRows: { number: number; count: number }[] };
}

export type Report =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; done: Download }
  | { kind: 'failed'; status: number; failure: FailureReport };

/** Called off by the signal, it ends without a word; the server then marks nothing. */
async function download(order: Order, onProgress: (rows: number) => void, signal: AbortSignal): Promise<Download> {
  try {
    return await downloadOnce(order, onProgress, signal);
  } catch (error) {
    // The worker has a token of its own, which may just have been replaced.
    const token = error instanceof CallFailed && error.is('NoSession') ? await tokenAfter(order.token) : null;
    if (token === null) throw error;
    return downloadOnce({ ...order, token }, onProgress, signal);
  }
}

function downloadOnce(order: Order, onProgress: (rows: number) => void, signal: AbortSignal): Promise<Download> {
  const worker = new Worker(new URL('./download-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Download>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    // The worker's own code did not come, for instance.
    worker.onerror = () => reject(new CallFailed());
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (data.kind === 'progress') onProgress(data.rows);
      else if (data.kind === 'done') resolve(data.done);
      else reject(new CallFailed(data.status, data.failure));
    };
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
