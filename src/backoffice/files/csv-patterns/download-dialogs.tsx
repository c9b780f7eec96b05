// What the dialogs of a download say: how far it is, what was saved, and which characters a file of this kind can't hold.
import { useId } from 'react';
import type { Download } from './download.ts';
import styles from './download-dialogs.module.css';

const inWords = (count: number) => count.toLocaleString('ja-JP');

export function Progress({ done, total }: { done: number; total: number }) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <progress aria-labelledby={id} max={total} value={done} />
      <p id={id}>{`${inWords(done)} / ${inWords(total)} 件`}</p>
    </div>
  );
}

/** So many are listed; the rest is counted. */
const MOST_SHOWN = 1000;

export function Finished({ download: { fileName, rows, lost } }: { download: Download }) {
  const count = lost.inRows.reduce((sum, row) => sum + row.count, lost.inHeader);
  return (
    <>
      <p className={styles.file}>{`${fileName}（${inWords(rows)} 件）`}</p>
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
