// One person who was found: who it is, and their reservations, three of them at first.
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Flag, Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isClosed } from '#domain/reservation/reservation-status.ts';
import { reservationAt } from '#web/addresses.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Grid, Row, Text } from '#web/ui/layout.tsx';
import { type FoundPerson, MOST_ROWS } from './contract.ts';
import styles from './person-block.module.css';
import { placeInResults } from './words.ts';

/** Who called mostly means one of the next or the last. */
export const FIRST_ROWS = 3;

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

export function PersonBlock({ person, sought, isUnfolded, onUnfold, onLeave, onBook, onSeeAll }: PersonBlockProps) {
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
