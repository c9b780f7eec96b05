// Everybody who is booked, by time and name, with what can be done about each.
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { ReservationLink, type ReservationLinkProps } from '#backoffice/shared/reservation-link.tsx';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import type { Reception } from '#domain/reservation/reservation-status.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import styles from './day-list.module.css';
import { isAllHere, nameOfSlot, type ShownSlot, writeBirth } from './desk.ts';

const COLUMNS = [
  '予約番号',
  '氏名',
  'カナ氏名',
  '性',
  '生年月日（齢）',
  '患者番号',
  'コース',
  'オプション',
  '印',
  '受付',
];

interface DayListProps {
  slots: readonly ShownSlot[];
  found: readonly number[];
  chosen: number | null;
  flashing: ReadonlySet<number>;
  /** Null for who may not, and before the day. */
  onMark: ((row: ReceptionRow, to: Reception) => void) | null;
  /** Opens the change of somebody's options; null for who may not, and on days that are not open to it. */
  onAmend: ((row: ReceptionRow) => void) | null;
  /** What stands above the list, and moves it where it gets longer. */
  above: unknown;
  onFold(key: string): void;
  listed: ReservationLinkProps['found'];
}

export function DayList({ slots, above, onFold, ...rows }: DayListProps) {
  const order = slots.flatMap(({ shown }) => shown.map(({ number }) => number)).join();
  const isMeant = useMisclickGuard(order, above);
  return (
    <div className={styles.scroll}>
      <TableFrame
        caption="受付の一覧"
        labels={COLUMNS}
        hasActions={rows.onMark !== null}
        head="plain"
        className={styles.table}
      >
        {slots.map((slot) => (
          <tbody key={slot.key}>
            <SlotHead slot={slot} onFold={onFold} width={COLUMNS.length + (rows.onMark ? 1 : 0)} />
            {slot.shown.map((row) => (
              <DayRow key={row.number} row={row} isMeant={isMeant} {...rows} />
            ))}
          </tbody>
        ))}
      </TableFrame>
    </div>
  );
}

function SlotHead({ slot, width, onFold }: { slot: ShownSlot; width: number; onFold(key: string): void }) {
  const { arrived, booked, noShow, folded } = slot;
  return (
    <tr className={styles.slot}>
      <th colSpan={width} scope="colgroup">
        {nameOfSlot(slot)}
        <span>
          {arrived} ／ {booked} 名
        </span>
        {noShow > 0 && <span>未受診 {noShow}</span>}
        {isAllHere(slot) && <span>そろいました</span>}
        {folded !== null && (
          <Button kind="link" className={styles.fold} aria-expanded={folded === 0} onClick={() => onFold(slot.key)}>
            {folded > 0 ? `来院した ${folded} 名を表示` : '来院した方を隠す'}
          </Button>
        )}
      </th>
    </tr>
  );
}

interface DayRowProps extends Pick<DayListProps, 'found' | 'chosen' | 'flashing' | 'onMark' | 'onAmend' | 'listed'> {
  row: ReceptionRow;
  isMeant(event: MouseEvent): boolean;
}

function DayRow({ row, isMeant, found, chosen, flashing, onMark, onAmend, listed }: DayRowProps) {
  const { number, reception } = row;
  const isFound = found.includes(number);
  const isChosen = number === chosen;
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const options = row.optionNames.join('・');
  const texts = [row.staffMemo, row.remarks].filter(Boolean).join('　');
  return (
    <tr
      ref={line}
      data-reception={reception}
      data-found={isFound ? '' : undefined}
      data-chosen={isChosen ? '' : undefined}
      data-flash={flashing.has(number) ? '' : undefined}
    >
      <td className={styles.number}>
        <ReservationLink number={number} found={listed} />
      </td>
      <td className={styles.name}>
        <span className={styles.long}>{withNarrowBlanks(row.name)}</span>
      </td>
      <td>
        <span className={styles.long}>{withNarrowBlanks(row.kana)}</span>
      </td>
      <td>{SHORT_SEX_WORDS[row.sex]}</td>
      <td className={styles.birth}>{writeBirth(row)}</td>
      <td className={styles.patient}>{row.patientNumber}</td>
      <td className={classes(styles.cut, styles.course)} title={`${row.courseName}（${row.clientName}）`}>
        {row.courseName}
      </td>
      <td className={classes(styles.cut, styles.options)} title={options}>
        {onAmend && reception !== 'no_show' ? (
          <button
            type="button"
            className={styles.amend}
            aria-label={`${options || 'なし'}　${withNarrowBlanks(row.name)} 様のオプションを変更`}
            onClick={() => onAmend(row)}
          >
            {options || 'なし'}
          </button>
        ) : (
          options || <span className={styles.faint}>なし</span>
        )}
      </td>
      {/* That somebody did not come stands beside it in words. */}
      <td className={styles.marks}>
        <Flags row={{ ...row, reception: 'none' }} />
        {texts && <small className={styles.texts}>{texts}</small>}
      </td>
      <td className={styles.state}>
        {isChosen && onMark ? <b className={styles.enter}>Enter で来院</b> : <State row={row} />}
      </td>
      {onMark && (
        <td className={styles.acts}>
          <Acts row={row} isMeant={isMeant} onMark={onMark} />
        </td>
      )}
    </tr>
  );
}

function State({ row: { reception, receivedTime, status } }: { row: ReceptionRow }) {
  if (reception === 'arrived') {
    return (
      <Row as="b" inline gap="1" tone="done">
        <Icon name="check" />
        来院 {receivedTime}
      </Row>
    );
  }
  if (reception === 'no_show') return '未受診';
  return status === 'confirmed' ? <span className={styles.faint}>{EMPTY_MARK}</span> : <StatusBadge status={status} />;
}

interface ActsProps extends Pick<DayRowProps, 'row' | 'isMeant'> {
  onMark(row: ReceptionRow, to: Reception): void;
}

function Acts({ row, isMeant, onMark }: ActsProps) {
  const of = `${withNarrowBlanks(row.name)} 様`;
  const isMeantHere = useMisclickGuard(row.reception);
  const markAs = (to: Reception) => (event: MouseEvent) => {
    if (isMeant(event) && isMeantHere(event)) onMark(row, to);
  };
  if (row.reception !== 'none') {
    return (
      <Button kind="quiet" aria-label={`${of}の受付を取り消す`} onClick={markAs('none')}>
        取り消す
      </Button>
    );
  }
  return (
    <>
      <Button aria-label={`${of}を来院にする`} onClick={markAs('arrived')}>
        来院
      </Button>
      <Button kind="quiet" aria-label={`${of}を未受診にする`} onClick={markAs('no_show')}>
        未受診
      </Button>
    </>
  );
}

/** So long nobody can have seen what is there now. */
const UNSEEN_MS = 400;

/** The second press of a double click is not meant, nor is one that comes right after another button has got under the pointer. */
export class MisclickGuard {
  #shown: readonly unknown[] | null = null;
  #since = Number.NEGATIVE_INFINITY;

  see(shown: readonly unknown[], now: number): void {
    if (this.#shown?.some((one, at) => !Object.is(one, shown[at]))) this.#since = now;
    this.#shown = shown;
  }

  /** `detail` is the event's count of clicks in a row; 0 for a key, which goes to what has the focus and not to a place. */
  isMeant({ detail }: Pick<MouseEvent, 'detail'>, now: number): boolean {
    return detail === 0 || (detail === 1 && now - this.#since >= UNSEEN_MS);
  }
}

/** Whether a press is meant, where these decide what stands at which place. */
function useMisclickGuard(...shown: readonly unknown[]): (event: MouseEvent) => boolean {
  const [steady] = useState(() => new MisclickGuard());
  useLayoutEffect(() => steady.see(shown, performance.now()));
  return (event) => steady.isMeant(event, performance.now());
}
