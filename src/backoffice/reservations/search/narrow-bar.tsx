// Narrows the list while one types or presses: statuses with their counts, kana, name, time, download.
import { type ReactNode, type Ref, useMemo } from 'react';
import { Chip } from '#backoffice/shared/chip.tsx';
import { Flag } from '#backoffice/shared/flags.tsx';
import {
  DOWNLOAD_WORDS,
  ORIGIN_WORDS,
  OUTSTANDING,
  SHOWN_STATUS_WORDS,
  SHOWN_STATUSES,
  type ShownStatus,
} from '#domain/reservation/reservation-status.ts';
import { entriesOf } from '#web/names-of.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { inputProps } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Row, Text } from '#web/ui/layout.tsx';
import type { useFocusTarget } from '#web/ui/use-focus-target.ts';
import type { Choices } from './contract.ts';
import { countByStatus, isNarrowed, type ListRow, type Narrowing } from './narrow.ts';
import styles from './narrow-bar.module.css';
import type { Found } from './use-extraction.ts';

interface NarrowBarProps {
  choices: Choices;
  found: Found;
  shownCount: number;
  narrowing: Narrowing;
  onNarrow(change: Partial<Narrowing>): void;
  onShowAll(): void;
  kanaInput: Ref<HTMLInputElement>;
  /** Of the count: after a search the reader is put there. */
  reader: ReturnType<typeof useFocusTarget<HTMLSpanElement>>['place'];
}

const TO_DO: readonly ShownStatus[] = OUTSTANDING;
const written = (count: number) => count.toLocaleString('ja-JP');

export function NarrowBar({
  choices,
  found,
  shownCount,
  narrowing,
  onNarrow,
  onShowAll,
  kanaInput,
  reader,
}: NarrowBarProps) {
  const { rows, rowCount, isArriving } = found;
  const counts = useMemo(() => countByStatus(rows), [rows]);
  const input = (id: string, name: 'kana' | 'name' | 'slotCode' | 'downloadStatus' | 'origin') =>
    inputProps(unbound<string>(id, '', narrowing[name], (value) => onNarrow({ [name]: value })));
  return (
    <search className={styles.bar} data-sticky ref={publishHeight} aria-label="検索結果の絞り込み">
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
            label={SHOWN_STATUS_WORDS[status]}
            count={counts.get(status) ?? 0}
            isToDo={TO_DO.includes(status)}
            isChosen={narrowing.status === status}
            onChoose={() => onNarrow({ status })}
          />
        ))}
        <FlagChips rows={rows} narrowing={narrowing} onNarrow={onNarrow} />
        <span className={styles.count} role="status" {...reader}>
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
      <div className={classes(styles.line, styles.fields)}>
        <Labelled>
          カナ氏名 <kbd data-hide="narrow">F2</kbd>
          <input {...input('narrow-kana', 'kana')} type="search" ref={kanaInput} />
        </Labelled>
        <Labelled>
          氏名
          <input {...input('narrow-name', 'name')} type="search" />
        </Labelled>
        <Choice
          label="受付時間"
          {...input('narrow-slot', 'slotCode')}
          words={choices.slots.map(({ slotCode, name }) => [slotCode, name])}
        />
        <Choice label="CSV出力" {...input('narrow-download', 'downloadStatus')} words={entriesOf(DOWNLOAD_WORDS)} />
        <Choice label="予約経路" {...input('narrow-origin', 'origin')} words={entriesOf(ORIGIN_WORDS)} />
        {isNarrowed(narrowing) ? (
          <Button kind="plain" onClick={onShowAll}>
            絞り込みを解除
          </Button>
        ) : (
          <Text as="span" tone="faint" push>
            入力と同時に反映
          </Text>
        )}
      </div>
    </search>
  );
}

const Labelled = ({ children }: { children: ReactNode }) => (
  <Row as="label" inline gap="1-half" tone="soft" noBreak className={styles.field}>
    {children}
  </Row>
);

interface ChoiceProps extends ReturnType<typeof inputProps> {
  label: string;
  words: readonly (readonly [string, string])[];
}

function Choice({ label, words, ...select }: ChoiceProps) {
  return (
    <Labelled>
      {label}
      <select {...select}>
        <option value="">すべて</option>
        {words.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** Those that there are, and the one that is narrowed to. */
function statusesShown(counts: ReadonlyMap<ShownStatus, number>, { status }: Narrowing): ShownStatus[] {
  return SHOWN_STATUSES.filter((shown) => counts.has(shown) || shown === status);
}

/** Reports to the screen around how high its bar is, whatever its chips need: the table's head sticks below it. */
function publishHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const screen = bar.parentElement;
  const observer = new ResizeObserver(() => screen?.style.setProperty('--bar-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => observer.disconnect();
}

const CHIPS = [
  ['duplicate', 'isDuplicate', '重複の疑い'],
  ['note', 'hasNote', '申し送り'],
  ['memo', 'hasMemo', 'メモあり'],
] as const;

interface MarkChipsProps {
  rows: readonly ListRow[];
  narrowing: Narrowing;
  onNarrow(change: Partial<Narrowing>): void;
}

/** Chips for what rows are marked with; they hold beside the chosen status, and are pressed once more to end. */
function FlagChips({ rows, narrowing, onNarrow }: MarkChipsProps) {
  const counts = useMemo(() => CHIPS.map(([, mark]) => rows.filter((row) => row[mark]).length), [rows]);
  return (
    <Row as="span" inline wrap gap="2" align="stretch" className={styles.chips}>
      {CHIPS.map(([name, mark, label], at) => (
        <Chip
          key={name}
          label={
            <>
              <Flag name={mark} isPlain />
              {label}
            </>
          }
          count={counts[at] ?? 0}
          isChosen={narrowing[name] === 'only'}
          onChoose={() => onNarrow({ [name]: narrowing[name] === 'only' ? '' : 'only' })}
        />
      ))}
    </Row>
  );
}
