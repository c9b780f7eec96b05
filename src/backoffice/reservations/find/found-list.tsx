// The people who were found, each with their reservations, gone through by keys: from row to row, into one, and to a booking for its person.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { Flag, Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { openSearchByKana } from '#backoffice/shared/open-search.ts';
import { resultContext, setResultContext } from '#backoffice/shared/reservation-link.tsx';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isClosed } from '#domain/reservation/reservation-status.ts';
import { OFFICE, reservationAt } from '#web/addresses.ts';
import type { FindText } from '#web/find-box.tsx';
import { useMay } from '#web/session.ts';
import { createStore } from '#web/store.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx';
import { type FoundPeople, type FoundPerson, MOST_ROWS } from './contract.ts';
import styles from './found-list.module.css';
import { placeInResults } from './words.ts';

/** Where the cursor begins: at the row one comes back from, or at the first; and whose rows are all shown for that. */
function beginAt({ people }: FoundPeople, round: number) {
  const place = findPlace.get();
  if (place.round !== round) return { isBack: false, row: null, unfolded: [] };
  const { seen } = resultContext.get();
  const whose = (number: unknown) => people.find(({ rows }) => rows.some((row) => row.number === number));
  const left = place.isOpened ? [seen, place.left] : [place.left];
  const row = place.left === null ? undefined : left.find(whose);
  const person = whose(row);
  const folded = person?.rows.slice(FIRST_ROWS).some(({ number }) => number === row) ? [person.number] : [];
  return {
    isBack: true,
    row: row ?? null,
    unfolded: [...place.unfolded, ...folded],
  };
}

/** Who types the next search already is left alone. */
const isTyping = (text: string) => {
  const { activeElement: at } = document;
  return at instanceof HTMLInputElement && at.type === 'search' && at.value !== text;
};

interface FoundListProps {
  asked: FindText;
  found: FoundPeople;
  sought: Sought;
}

export function FoundList({ asked: { text, round }, found, sought }: FoundListProps) {
  const navigate = useNavigate();
  const mayBook = useMay('reception');
  const list = useRef<HTMLDivElement>(null);
  const [begin] = useState(() => beginAt(found, round));
  const [unfolded, setUnfolded] = useState<readonly number[]>(begin.unfolded);

  function leaveFor(number: number) {
    findPlace.set({ round, left: number, isOpened: true, unfolded });
    const numbers = found.people.flatMap(({ rows }) => rows.map((row) => row.number));
    setResultContext({ numbers, list: { name: '受診者検索', path: OFFICE.find, rows: '検索結果' } });
  }

  function book(personOf: number, row: number | undefined) {
    findPlace.set({ round, left: row ?? null, isOpened: false, unfolded });
    startPhoneBooking({ personOf });
    navigate(OFFICE.phoneBooking, { state: STARTED });
  }

  function seeAll({ kana }: FoundPerson) {
    openSearchByKana(kana);
    navigate(OFFICE.extraction);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are there
  useEffect(() => {
    findPlace.set({ round, left: null, unfolded });
    // In place of this page: the browser's way back leads to where the number was typed, and not into it again.
    if (found.number > 0 && !begin.isBack) {
      leaveFor(found.number);
      void navigate(reservationAt(found.number), { replace: true });
      return;
    }
    const row = list.current?.querySelector<HTMLElement>(begin.row ? `[data-row="${begin.row}"]` : '[data-row]');
    if (!isTyping(text)) row?.focus();
  }, []);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      rows[at < 0 ? 0 : at + step]?.focus();
    } else if (event.key === 'b' && at >= 0 && mayBook) {
      event.preventDefault();
      book(Number(rows[at]?.dataset.person), Number(rows[at]?.dataset.row));
    }
  }

  return (
    <Stack gap="3" ref={list} onKeyDown={press}>
      {found.people.map((person) => (
        <PersonBlock
          key={person.number}
          person={person}
          sought={sought}
          isUnfolded={unfolded.includes(person.number)}
          onUnfold={() => setUnfolded([...unfolded, person.number])}
          onLeave={leaveFor}
          onBook={mayBook ? () => book(person.number, person.rows[0]?.number) : null}
          onSeeAll={() => seeAll(person)}
        />
      ))}
    </Stack>
  );
}

interface FindPlace {
  /** The search that was shown last: another one begins at its first row. */
  round: number;
  left: number | null;
  /** To the reservation itself: from there, others may have been looked at since. */
  isOpened: boolean;
  unfolded: readonly number[];
}

const findPlace = createStore<FindPlace>('office/find-place', {
  round: 0,
  left: null,
  isOpened: false,
  unfolded: [],
});

/** Who called mostly means one of the next or the last. */
const FIRST_ROWS = 3;

export interface Sought {
  kana: readonly string[];
  names: readonly string[];
  isInside: boolean;
}

interface PersonBlockProps {
  person: FoundPerson;
  sought: Sought;
  isUnfolded: boolean;
  onUnfold(): void;
  onLeave(number: number): void;
  onBook: (() => void) | null;
  /** There are more than were returned: the extraction has all of them. */
  onSeeAll(): void;
}

function Tinted({ text, place }: { text: string; place: readonly [number, number] | null }) {
  if (!place) return withNarrowBlanks(text);
  const [from, to] = place;
  return (
    <>
      {withNarrowBlanks(text.slice(0, from))}
      <mark className={styles.match}>{withNarrowBlanks(text.slice(from, to))}</mark>
      {withNarrowBlanks(text.slice(to))}
    </>
  );
}

function PersonBlock({ person, sought, isUnfolded, onUnfold, onLeave, onBook, onSeeAll }: PersonBlockProps) {
  const { name, kana, rows, rowCount } = person;
  const shown = isUnfolded ? rows : rows.slice(0, FIRST_ROWS);
  const label = withNarrowBlanks(name);
  const block = useRef<HTMLElement>(null);

  /** On to the first of those that come with it. */
  function unfold(): void {
    flushSync(onUnfold);
    const links = block.current?.querySelectorAll<HTMLElement>('a[data-row]');
    links?.[shown.length]?.focus({ preventScroll: true });
  }

  return (
    <article className={styles.person} aria-label={label} ref={block}>
      <Grid as="header" columns="2" gap="4" lines="1" align="center" className={styles.head}>
        <div className={styles.who}>
          <h2>
            <Tinted text={name} place={placeInResults(name, sought.names, sought.isInside)} />
          </h2>
          <span>
            <Tinted text={kana} place={placeInResults(kana, sought.kana, sought.isInside)} />
          </span>
        </div>
        <div>
          <span>{`${formatOfficeDate(person.birthDate)}（${person.age}歳）`}</span>
          <span>{SEX_WORDS[person.sex]}</span>
        </div>
        <div>
          <span>{person.phone}</span>
          <span data-none={person.mail === '' ? '' : undefined}>{person.mail || 'メールなし'}</span>
        </div>
        <div>
          <span>患者番号 {person.patientNumber || EMPTY_MARK}</span>
          <span>{person.clientName}</span>
        </div>
        {person.note !== '' && (
          <Text cut className={styles.note} title={person.note}>
            <Flag name="hasNote" /> {person.note}
          </Text>
        )}
        {person.matched.length > 0 && <p className={styles.matched}>検索に一致：{person.matched.join('、')}</p>}
        {onBook && (
          <Button icon="phone" onClick={onBook} aria-label={`この方の予約をとる（${label}）`}>
            この方の予約をとる
          </Button>
        )}
      </Grid>
      <ul className={styles.rows} data-ruled aria-label={`${label}の予約 新しい順`}>
        {shown.map((row) => (
          <li key={row.number} data-off={isClosed(row.status) ? '' : undefined}>
            <span>{row.number}</span>
            <span>{formatOfficeDay(row.visitDate)}</span>
            <span>{row.startTime}</span>
            <span title={row.courseName}>{row.courseName}</span>
            <span title={row.optionNames.join('・')}>
              {row.optionNames.join('・') || <i className={styles.none}>なし</i>}
            </span>
            <span title={row.clientName}>{row.clientName}</span>
            <span>
              <StatusBadge status={row.status} />
            </span>
            <span>
              <Flags row={row} />
            </span>
            <LinkButton
              className={styles.open}
              data-row={row.number}
              data-person={person.number}
              aria-label={`詳細（${row.number} ${label}）`}
              to={reservationAt(row.number)}
              onFollow={() => onLeave(row.number)}
            >
              詳細
            </LinkButton>
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <Row gap="3" lines="0" className={styles.more}>
          <Button kind="plain" onClick={unfold}>{`ほか ${rows.length - shown.length} 件を表示`}</Button>
        </Row>
      )}
      {shown.length === rows.length && rowCount > MOST_ROWS && (
        <Row gap="3" lines="0" className={styles.more}>
          <span>{`全 ${rowCount.toLocaleString('ja-JP')} 件のうち新しい ${rows.length} 件です。`}</span>
          <Button kind="plain" onClick={onSeeAll}>
            受診者抽出で見る
          </Button>
        </Row>
      )}
    </article>
  );
}
