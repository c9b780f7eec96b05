// The lists by examination of a day: which are ticked, who stands on each, and how they look on the screen and out of the printer.
import type { ReactNode } from 'react';
import type { ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { FlagLegend, Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet, PaperTable, TickBox } from '#backoffice/shared/print-page.tsx';
import { ReservationLink, type ReservationLinkProps } from '#backoffice/shared/reservation-link.tsx';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import { createPreference } from '#web/preferences.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { PrintSheet, usePrinting } from '#web/ui/print-sheet.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import type { Room, RoomDay } from './contract.ts';
import { nameOfSlot, textsOf } from './desk.ts';
import { LEGEND, marksOf } from './print-list.tsx';
import styles from './rooms-paper.module.css';

export interface RoomSheet {
  key: string;
  room: Room;
  rows: ReceptionRow[];
  /** Options by which somebody is on it: all of a group's. Of a frame and an examination it is not known. */
  ownOptions: ReadonlySet<string>;
}

const keyOf = ({ kind, code }: Pick<Room, 'kind' | 'code'>) => `${kind} ${code}`;

function ownOptionsOf({ kind, code }: Room, rooms: readonly Room[]): string[] {
  const isOwn = kind === 'group' || kind === 'option';
  const options = rooms.filter((other) => isOwn && other.kind === 'option' && other.code.startsWith(code));
  return options.map(({ name }) => name);
}

/** Who did not come is awaited nowhere. */
export function sheetsOf({ rows, rooms }: Pick<RoomDay, 'rows' | 'rooms'>, onlyArrived: boolean): RoomSheet[] {
  const expected = rows.filter(({ reception }) => reception === 'arrived' || (!onlyArrived && reception === 'none'));
  const byNumber = new Map(expected.map((row) => [row.number, row]));
  return rooms.map((room) => ({
    key: keyOf(room),
    room,
    rows: room.numbers.flatMap((number) => byNumber.get(number) ?? []),
    ownOptions: new Set(ownOptionsOf(room, rooms)),
  }));
}

const BETWEEN = '\n';

/** What a clerk prints every morning; what nobody is booked for on a day stays ticked for the next. */
const stored = createPreference<string>('room-lists', '');

const readTicked = (text: string) => new Set(text.split(BETWEEN).filter(Boolean));

export function useTicked() {
  const ticked = readTicked(stored.use());
  const tick = (key: string, isTicked: boolean) => {
    const next = readTicked(stored.get());
    if (isTicked) next.add(key);
    else next.delete(key);
    stored.set([...next].join(BETWEEN));
  };
  return { ticked, tick };
}

const COLUMNS = [
  ['時間', 4.5],
  ['済', 3],
  ['氏名／カナ', 16],
  ['性', 3],
  ['生年月日', 8.5],
  ['番号', 9],
  ['コース', 13],
  ['オプション', 16],
  ['印・申し送り・メモ・備考', 17],
  ['受付', 10],
] as const;
const LABELS = COLUMNS.map(([label]) => label);

interface PaperProps {
  day: RoomDay;
  sheet: RoomSheet;
}

interface ShownPaperProps extends PaperProps {
  place: string;
  listed: ReservationLinkProps['found'];
}

export function ShownPaper({ day, sheet, place, listed }: ShownPaperProps) {
  return (
    <article className={styles.paper} aria-label={sheet.room.name}>
      <Row as="header" gap="4" lines="1" align="baseline" className={styles.head}>
        <Title day={day} sheet={sheet} />
        <Row as="span" gap="4" push tone="soft">
          <span>{day.institutionName}</span>
          <span>{place}</span>
        </Row>
      </Row>
      <TableFrame caption={`${sheet.room.name}の一覧`} labels={LABELS} className={styles.table}>
        <tbody>
          <People
            sheet={sheet}
            number={({ number }) => <ReservationLink number={number} found={listed} />}
            marks={(row) => <Flags row={{ ...row, reception: 'none', personNote: '', staffMemo: '', remarks: '' }} />}
          />
        </tbody>
      </TableFrame>
      <p className={styles.legend}>
        <FlagLegend without="isNoShow" />
      </p>
    </article>
  );
}

/** What Ctrl+P prints: a sheet begins for each list, with its head on every page. */
export function PrintedRooms({ day, sheets }: { day: RoomDay; sheets: readonly RoomSheet[] }) {
  if (!usePrinting()) return null;
  const printedAt = `${formatMinute(new Date())} 印刷`;
  return (
    <PrintSheet>
      <div>
        {sheets.map((sheet) => (
          <PaperSheet key={sheet.key} paper="landscape" label={sheet.room.name}>
            <PaperTable
              columns={COLUMNS}
              isDense
              head={
                <div>
                  <Title day={day} sheet={sheet} />
                  <span data-end>{day.institutionName}</span>
                  <span>{printedAt}</span>
                </div>
              }
              foot={<div>{LEGEND}</div>}
            >
              <People sheet={sheet} number={({ number }) => number} marks={marksOf} />
            </PaperTable>
          </PaperSheet>
        ))}
      </div>
    </PrintSheet>
  );
}

const Title = ({ day, sheet: { room, rows } }: PaperProps) => (
  <>
    <h2>{room.name}</h2>
    <b>{formatOfficeDay(day.date)}</b>
    <span>{rows.length} 名</span>
  </>
);

interface PeopleProps {
  sheet: RoomSheet;
  number(row: ReceptionRow): ReactNode;
  marks(row: ReceptionRow): ReactNode;
}

function People({ sheet: { rows, ownOptions }, number, marks }: PeopleProps) {
  return rows.map((row, place) => (
    <tr key={row.number} data-first={rows[place - 1]?.startTime !== row.startTime ? '' : undefined}>
      {/* On each row, as any may be the first of a page. */}
      <td className={styles.time}>{nameOfSlot(row)}</td>
      <td>
        <TickBox isTicked={false} />
      </td>
      <td>
        <b>{withNarrowBlanks(row.name)}</b>
        <small>{withNarrowBlanks(row.kana)}</small>
      </td>
      <td>{SHORT_SEX_WORDS[row.sex]}</td>
      <td className={styles.whole}>
        {formatOfficeDate(row.birthDate)}
        <small>{row.age}歳</small>
      </td>
      <td className={styles.whole}>
        {row.patientNumber}
        <small>{number(row)}</small>
      </td>
      <td>{row.courseName}</td>
      <td>
        {row.optionNames.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have an option of the same name
          <span key={at}>
            {at > 0 && '・'}
            {ownOptions.has(name) ? <b>{name}</b> : name}
          </span>
        ))}
      </td>
      <td>
        {marks(row)}
        {textsOf(row).map(([name, text]) => (
          <small key={name}>{`${name}：${text}`}</small>
        ))}
      </td>
      <td className={styles.state}>
        {row.reception === 'arrived' && (
          <Row as="span" inline gap="1" tone="done">
            <Icon name="check" />
            来院 {row.receivedTime}
          </Row>
        )}
      </td>
    </tr>
  ));
}
