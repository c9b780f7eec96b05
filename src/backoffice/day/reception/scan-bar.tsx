// The field that numbers are scanned and names are typed into, and what came of the last one.
import { type KeyboardEvent, useId } from 'react';
import type { Finding } from '#backoffice/reservations/find/finder.ts';
import type { ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { receptionOn, STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { ReservationLink, type ReservationLinkProps } from '#backoffice/shared/reservation-link.tsx';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { OFFICE } from '#web/addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { inputProps } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailed } from '#web/ui/notice.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { findElsewhere, textsOf, writeBirth } from './desk.ts';
import styles from './scan-bar.module.css';
import { type Desk, type DeskMessage, hasTone } from './use-desk.ts';
import type { ScanField } from './use-field.ts';

interface ScanBarProps {
  field: ScanField;
  desk: Desk;
  onAmend(): void;
  date: PlainDate;
  listed: ReservationLinkProps['found'];
}

/** 佐藤 亜希子 様 ほか1名 */
const whose = ({ names }: NonNullable<Desk['undone']>) =>
  `${names[0]}${names.length > 1 ? ` ほか${names.length - 1}名` : ''}`;

export function ScanBar({ field, desk, onAmend, date, listed }: ScanBarProps) {
  const { input, text, change, enter, move } = field;
  const { message, undone, undo } = desk;
  const id = useId();
  const isLoud = hasTone.use();
  const given = inputProps(unbound(id, '', text, change));

  function press(event: KeyboardEvent) {
    // What chooses among kanji is no answer yet.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.shiftKey) onAmend();
    else if (event.key === 'Enter') enter();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') change('');
    else return;
    event.preventDefault();
  }

  return (
    <Row gap="3" lines="2" className={styles.bar} data-sticky>
      <Stack as="label" tone="soft" className={styles.label} htmlFor={id}>
        <b>受付</b>
        <span>予約番号（QR）・患者番号・カナ</span>
      </Stack>
      <input
        {...given}
        ref={input}
        className={classes(given.className, styles.field)}
        placeholder="読み取るか、入力して Enter"
        autoComplete="off"
        onKeyDown={press}
      />
      <div className={styles.message} role="status" aria-live="polite">
        {message?.kind === 'elsewhere' ? (
          <div className={styles.line}>
            <Elsewhere finding={message.finding} date={date} onAgain={enter} />
          </div>
        ) : (
          message && <Line message={message} listed={listed} />
        )}
      </div>
      <Row as="span" gap="2">
        <Switch label="音" isOn={isLoud} onPress={() => hasTone.set(!isLoud)} />
        {undone && (
          <Button
            kind="quiet"
            className={styles.undo}
            title={`${undone.names.join('、')}（Ctrl+Z）`}
            aria-label={`いまの${undone.what}を取り消す（${whose(undone)}）`}
            onClick={undo}
            icon="undo"
          >
            <span>
              いまの{undone.what}を取り消す
              <small>{whose(undone)}</small>
            </span>
          </Button>
        )}
      </Row>
    </Row>
  );
}

type LineMessage = Exclude<DeskMessage, { kind: 'elsewhere' }>;

function Line({ message, listed }: { message: LineMessage; listed: ScanBarProps['listed'] }) {
  if (message.kind === 'note')
    return (
      <Row as="p" gap="2" lines="0" className={styles.line} data-kind={message.isDone ? 'done' : undefined}>
        {message.isDone && <Icon name="check" />}
        {message.text}
      </Row>
    );
  if (message.kind === 'refused') {
    const { sentence, about } = message;
    return (
      <Row as="p" gap="2" lines="0" className={styles.line} data-kind="wrong">
        <Icon name="alert" />
        <b>{sentence}</b>
        {about && (
          <span>
            <ReservationLink number={about.number} found={listed} /> {withNarrowBlanks(about.name)} 様
          </span>
        )}
      </Row>
    );
  }
  return <Arrival row={message.row} isAlready={message.kind === 'already'} />;
}

function Arrival({ row, isAlready }: { row: ReceptionRow; isAlready: boolean }) {
  const { startTime, name, receivedTime, courseName, optionNames } = row;
  return (
    <Row gap="2" lines="0" className={styles.line} data-kind={isAlready ? 'already' : 'done'}>
      <Icon name={isAlready ? 'info' : 'check'} />
      <b>
        {startTime && `${startTime}　`}
        {withNarrowBlanks(name)} 様　{isAlready ? `すでに来院しています（${receivedTime}）。` : `来院 ${receivedTime}`}
      </b>
      <span>{writeBirth(row)}</span>
      <span>{[courseName, ...optionNames].join('・')}</span>
      {textsOf(row).map(([label, text]) => (
        <span key={label} className={styles.memo}>
          <b>{label}</b> {text}
        </span>
      ))}
    </Row>
  );
}

interface ElsewhereProps {
  finding: Finding;
  date: PlainDate;
  onAgain(): void;
}

const NOBODY = '該当する予約がありません。';

function Elsewhere({ finding, date, onAgain }: ElsewhereProps) {
  if (finding.step === 'looking') return <p>この日の予約はありません。ほかの日を探しています。</p>;
  if (finding.step === 'failed') {
    return (
      <p>
        <LoadFailed onRetry={onAgain} />
      </p>
    );
  }
  if (finding.step === 'refused') return <b>{finding.isNobody ? NOBODY : finding.sentences.join('')}</b>;
  const visits = finding.step === 'found' ? findElsewhere(finding.found.people, date) : [];
  if (visits.length === 0) return <b>{NOBODY}</b>;
  return (
    <ul>
      {visits.map(({ person, row: { number, visitDate, startTime } }) => (
        <Row key={number} as="li" gap="2" lines="0">
          <span>
            <b>{withNarrowBlanks(person.name)} 様</b>
            {`　${formatOfficeDate(person.birthDate)}　予約は${formatOfficeDay(visitDate)}${startTime}です。`}
          </span>
          <ReservationLink number={number}>詳細</ReservationLink>
          <Link to={receptionOn(OFFICE.reception, visitDate)}>この日の受付を開く</Link>
          <Link
            to={OFFICE.phoneBooking}
            state={STARTED}
            onFollow={() => startPhoneBooking({ personOf: person.number })}
          >
            この方の予約をとる
          </Link>
        </Row>
      ))}
    </ul>
  );
}
