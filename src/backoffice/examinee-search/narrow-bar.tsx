// Narrows the list while one types or presses: statuses with their counts, kana, name, time, download.
import { type Ref, useMemo } from 'react';
import { DOWNLOAD_WORDS, type DownloadStatus } from '#domain/reservation/download-status.ts';
import { OUTSTANDING, STAFF_STATUSES, TOLD_WORDS, type ToldStatus } from '#domain/reservation/reservation-status.ts';
import { Button } from '#web/ui/button.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import type { Found } from './arrival.ts';
import type { Choices } from './contract.ts';
import { countByStatus, EVERYTHING, isNarrowed, type Narrowing } from './narrow.ts';
import styles from './narrow-bar.module.css';

interface NarrowBarProps {
  choices: Choices;
  found: Found;
  shownCount: number;
  narrowing: Narrowing;
  onNarrow(change: Partial<Narrowing>): void;
  kanaInput: Ref<HTMLInputElement>;
}

const TO_DO: readonly ToldStatus[] = OUTSTANDING;
const written = (count: number) => count.toLocaleString('ja-JP');

export function NarrowBar({ choices, found, shownCount, narrowing, onNarrow, kanaInput }: NarrowBarProps) {
  const { rows, rowCount, isArriving } = found;
  const counts = useMemo(() => countByStatus(rows), [rows]);
  const input = (id: string, value: string, onChange: (value: string) => void) =>
    inputProps(unbound(id, '', value, onChange));
  return (
    <search className={styles.bar} aria-label="検索結果の絞り込み">
      <div className={styles.line}>
        <b>{isNarrowed(narrowing) ? '絞り込み中' : '絞り込み'}</b>
        <Chip
          label="すべて"
          count={rows.length}
          isChosen={narrowing.status === ''}
          onChoose={() => onNarrow({ status: '' })}
        />
        {statusesShown(counts, narrowing).map((status) => (
          <Chip
            key={status}
            label={TOLD_WORDS[status]}
            count={counts.get(status) ?? 0}
            isToDo={TO_DO.includes(status)}
            isChosen={narrowing.status === status}
            onChoose={() => onNarrow({ status })}
          />
        ))}
        <span className={styles.count} role="status">
          {isArriving ? (
            <>
              読み込み中 {written(rows.length)} ／ {written(Math.max(rowCount, rows.length))} 件
            </>
          ) : (
            <>
              表示 <b>{written(shownCount)}</b> 件 ／ 検索結果 {written(rows.length)} 件
            </>
          )}
        </span>
      </div>
      <div className={styles.line}>
        <label className={styles.field}>
          カナ氏名 <kbd>F2</kbd>
          <input
            {...input('narrow-kana', narrowing.kana, (kana) => onNarrow({ kana }))}
            type="search"
            ref={kanaInput}
          />
        </label>
        <label className={styles.field}>
          氏名
          <input {...input('narrow-name', narrowing.name, (name) => onNarrow({ name }))} type="search" />
        </label>
        <label className={styles.field}>
          受付時間
          <select {...input('narrow-slot', narrowing.slotCode, (slotCode) => onNarrow({ slotCode }))}>
            <option value="">すべて</option>
            {choices.slots.map(({ slotCode, name }) => (
              <option key={slotCode} value={slotCode}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          CSV出力
          <select
            {...input('narrow-download', narrowing.downloadStatus, (value) =>
              onNarrow({ downloadStatus: value as DownloadStatus | '' }),
            )}
          >
            <option value="">すべて</option>
            {Object.entries(DOWNLOAD_WORDS).map(([status, word]) => (
              <option key={status} value={status}>
                {word}
              </option>
            ))}
          </select>
        </label>
        {isNarrowed(narrowing) && (
          <Button kind="plain" onClick={() => onNarrow(EVERYTHING)}>
            絞り込みを解除
          </Button>
        )}
        <span className={styles.hint}>入力と同時に反映</span>
      </div>
    </search>
  );
}

/** The six that staff know, and what was replaced where it was searched for, or is still narrowed to. */
function statusesShown(counts: ReadonlyMap<ToldStatus, number>, { status }: Narrowing): ToldStatus[] {
  return counts.has('replaced') || status === 'replaced' ? [...STAFF_STATUSES, 'replaced'] : [...STAFF_STATUSES];
}

interface ChipProps {
  label: string;
  count: number;
  isToDo?: boolean;
  isChosen: boolean;
  onChoose(): void;
}

function Chip({ label, count, isToDo = false, isChosen, onChoose }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isChosen}
      data-todo={isToDo ? '' : undefined}
      onClick={onChoose}
    >
      {label} <b>{written(count)}</b>
    </button>
  );
}
