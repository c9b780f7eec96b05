// The other reservations of a person, beside one of theirs or beside what is about to be booked. It comes after the page, and
// never holds it up.

import { useEffect } from 'react';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { OFFICE, reservationAt } from '#web/addresses.ts';
import { lookFor } from '#web/find-box.tsx';
import { useMay } from '#web/session.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Text } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { SEVERAL } from './contract-note.ts';
import { findSamePerson } from './contract-person.ts';
import { Flag } from './flags.tsx';
import { STARTED, startPhoneBooking } from './open-screens.ts';
import styles from './same-person-panel.module.css';

/** Of whom: of a reservation, under the name and birth date that it shows, or of a person as they are being written down. */
type SamePersonQuery =
  | { number: number; kana: string; birthDate: PlainDate | null }
  | { familyKana: string; givenKana: string; birthDate: PlainDate; patientNumber: string };

interface SamePersonProps {
  asked: SamePersonQuery;
  /** For which a second reservation is announced; a reservation's own. */
  fiscalYear: number;
  /** Left out: the one that is being changed; 0 = none. */
  exceptNumber?: number;
  /** It is asked again when this changes: the reservation's version. */
  newness?: string;
  /** How many other live ones there are in the year, as soon as that is known. */
  onYearCount?(count: number): void;
}

const SHOWN = 5;
const NOBODY = { number: 0, familyKana: '', givenKana: '', birthDate: null, patientNumber: '' };

export function SamePersonPanel({ asked, fiscalYear, exceptNumber = 0, newness, onYearCount }: SamePersonProps) {
  const person = 'number' in asked ? { ...NOBODY, number: asked.number } : { ...NOBODY, ...asked };
  const question = { ...person, fiscalYear, exceptNumber };
  const { data, isFailed, reload: retry } = useLoad(findSamePerson, question, { isQuiet: true, freshness: newness });
  const mayBook = useMay('reception');
  const yearCount = data?.yearCount;
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once for each count
  useEffect(() => {
    if (yearCount !== undefined) onYearCount?.(yearCount);
  }, [yearCount]);

  if (isFailed) {
    return (
      <Panel title={TITLE}>
        <LoadFailed onRetry={retry} />
      </Panel>
    );
  }
  if (!data) return null;
  // The detail has a panel for it.
  const note = 'number' in asked ? null : <NoteOfPerson data={data} />;
  if (data.rowCount === 0) return note;
  return (
    <>
      <Panel
        title={TITLE}
        aside={
          <>
            <span className={styles.count}>{`${data.rowCount.toLocaleString('ja-JP')} 件`}</span>
            {'number' in asked && mayBook && (
              <LinkButton
                kind="link"
                to={OFFICE.phoneBooking}
                state={STARTED}
                onFollow={() => startPhoneBooking({ personOf: asked.number })}
              >
                この方の予約をとる
              </LinkButton>
            )}
          </>
        }
        flush
      >
        {data.yearCount > 0 && (
          <Row as="p" gap="2" lines="0" className={styles.hint} role="note">
            <Icon name="alert" />
            <b>{`同じ年度に${data.yearCount + 1}件目です`}</b>
            <span>{`${fiscalYear}年度`}</span>
          </Row>
        )}
        <ul className={styles.rows} data-ruled>
          {data.rows.slice(0, SHOWN).map(({ number, visitDate, courseName, status }) => (
            <li key={number}>
              <LinkButton kind="link" to={reservationAt(number)}>
                {number}
              </LinkButton>
              <span>{formatOfficeDate(visitDate)}</span>
              <Text as="span" cut className={styles.course} title={courseName}>
                {courseName}
              </Text>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
        {data.rowCount > SHOWN && (
          <p className={styles.all}>
            <LinkButton kind="link" to={OFFICE.find} onFollow={() => lookFor(searchFor(asked))}>
              すべて見る
            </LinkButton>
          </p>
        )}
      </Panel>
      {note}
    </>
  );
}

/** What staff know of them; it is edited at a reservation of theirs. */
function NoteOfPerson({ data }: { data: Reply<typeof findSamePerson> }) {
  const { note, isSeveral, rows } = data;
  const [newest] = rows;
  const mayEdit = useMay('reception');
  if (isSeveral) return <Muted as="p">{`申し送り：${SEVERAL}`}</Muted>;
  if (note === '') return null;
  return (
    <section className={styles.note} aria-label="申し送り">
      <Row as="p" gap="2" lines="0" justify="between">
        <b>
          <Flag name="hasNote" isPlain /> 申し送り
        </b>
        {newest && mayEdit && (
          <LinkButton kind="link" aria-label="申し送りを編集" to={reservationAt(newest.number)}>
            編集
          </LinkButton>
        )}
      </Row>
      <p>{note}</p>
    </section>
  );
}

const TITLE = '同じ方の予約';

function searchFor(asked: SamePersonQuery): string {
  const kana = 'number' in asked ? asked.kana : `${asked.familyKana} ${asked.givenKana}`;
  return asked.birthDate ? `${kana} ${formatOfficeDate(asked.birthDate)}` : kana;
}
