// Narrows the list while one types or presses: statuses with their counts, kana, name, time, download.
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
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
import type { useFocusTarget } from '#web/ui/focus.ts';
import { unbound } from '#web/ui/form.ts';
import { Row, Text } from '#web/ui/layout.tsx';
import { inWords } from '../run.ts';
import type { Choices } from './contract.ts';
import { countByStatus, isNarrowed, MARKS } from './narrow.ts';
import styles from './narrow-bar.module.css';
import { extractionSession, type Found, narrow } from './use-extraction.ts';

interface NarrowBarProps {
  choices: Choices;
  found: Found;
  shownCount: number;
  onShowAll(): void;
  /** Of the count: after a search the reader is put there. */
  reader: ReturnType<typeof useFocusTarget<HTMLSpanElement>>['place'];
}

const TO_DO: readonly ShownStatus[] = OUTSTANDING;
const MARK_WORDS = { duplicate: '重複の疑い', note: '申し送り', memo: 'メモあり' } as const;

export function NarrowBar({ choices, found, shownCount, onShowAll, reader }: NarrowBarProps) {
  const { rows, rowCount, isArriving } = found;
  const { narrowing } = extractionSession.use();
  const kanaInput = useRef<HTMLInputElement>(null);
  const counts = useMemo(() => countByStatus(rows), [rows]);
  const marked = useMemo(
    () => entriesOf(MARKS).map(([name, mark]) => ({ name, mark, count: rows.filter((row) => row[mark]).length })),
    [rows],
  );
  const statuses = SHOWN_STATUSES.filter((status) => counts.has(status) || status === narrowing.status);
  const input = (id: string, name: 'kana' | 'name' | 'slotCode' | 'downloadStatus' | 'origin') =>
    inputProps(unbound<string>(id, '', narrowing[name], (value) => narrow({ [name]: value })));

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F2' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      kanaInput.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  return (
    <search className={styles.bar} data-sticky ref={publishHeight} aria-label="検索結果の絞り込み">
      <div className={styles.line}>
        <b>{isNarrowed(narrowing) ? '絞り込み中' : '絞り込み'}</b>
        <Chip
          label="すべて"
          count={rows.length}
          isChosen={narrowing.status === ''}
          onChoose={() => narrow({ status: '' })}
        />
        {statuses.map((status) => (
          <Chip
            key={status}
            label={SHOWN_STATUS_WORDS[status]}
            count={counts.get(status) ?? 0}
            isToDo={TO_DO.includes(status)}
            isChosen={narrowing.status === status}
            onChoose={() => narrow({ status })}
          />
        ))}
        <Row as="span" inline wrap gap="2" align="stretch" className={styles.chips}>
          {marked.map(({ name, mark, count }) => (
            <Chip
              key={name}
              label={
                <>
                  <Flag name={mark} isPlain />
                  {MARK_WORDS[name]}
                </>
              }
              count={count}
              isChosen={narrowing[name] === 'only'}
              onChoose={() => narrow({ [name]: narrowing[name] === 'only' ? '' : 'only' })}
            />
          ))}
        </Row>
        <span className={styles.count} role="status" {...reader}>
          {isArriving ? (
            <>
              読み込み中 {inWords(rows.length)} ／ {inWords(Math.max(rowCount, rows.length))} 件
            </>
          ) : (
            <>
              表示 <b>{inWords(shownCount)}</b> 件 ／ 検索結果 {inWords(rows.length)} 件
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
        {[['', 'すべて'] as const, ...words].map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** Reports to the screen around how high its bar is, whatever its chips need: the table's head sticks below it. */
function publishHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const screen = bar.parentElement;
  const observer = new ResizeObserver(() => screen?.style.setProperty('--bar-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => observer.disconnect();
}
