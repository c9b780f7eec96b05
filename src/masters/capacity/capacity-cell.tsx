// A cell of the capacity calendar: how full it is, how many are booked, and the field for how many places there are.
import { memo } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { parsePlaces } from '#domain/offer/capacity.ts';
import { Gauge } from '#web/ui/gauge.tsx';
import { cellAt, onEscape } from '#web/ui/grid-keys.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack, Text } from '#web/ui/layout.tsx';
import { useRow } from '#web/ui/rows.ts';
import styles from './capacity-cell.module.css';
import type { CellRows } from './capacity-rows.ts';

interface CellProps {
  rows: CellRows;
  id: string;
  /** 10月21日 9:00 */
  name: string;
  taken: number;
  isPast: boolean;
  /** Somebody else has changed it under what was typed. */
  isStale: boolean;
  date: PlainDate;
  slotCode: string;
  row: number;
  column: number;
}

/** Drawn alone when its own number changes. */
export const CapacityCell = memo(function CapacityCell(props: CellProps) {
  const { rows, id, name, taken, isPast, isStale } = props;
  const row = useRow(rows, id);
  if (!row) return null;
  const field = rows.bind(row, 'count', `${name}の枠数、予約${taken}`);
  const count = parsePlaces(field.value) ?? 0;
  const state = field.error ? 'wrong' : field.edited ? 'edited' : count === 0 ? 'none' : undefined;
  return (
    <Stack gap="1" align="center" className={styles.cell} data-state={state}>
      {field.error ? (
        <span className={styles.mark}>
          <Icon name="alert" />
          <span className="visually-hidden" id={`${field.id}-error`}>
            {field.error}
          </span>
        </span>
      ) : field.edited ? (
        <span className={styles.mark}>
          {isStale ? '他者' : '前'} {row.start.count}
        </span>
      ) : (
        <Gauge taken={taken} capacity={count} isPast={isPast} />
      )}
      <Text as="span" noBreak>
        {state !== 'none' && `${taken} /`}
      </Text>
      <input
        {...cellAt(props.row, props.column)}
        data-date={props.date}
        data-part={props.slotCode}
        id={field.id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={field.label}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? `${field.id}-error` : undefined}
        value={field.value}
        onChange={({ target }) => field.onChange(target.value)}
        onBlur={field.onBlur}
        onFocus={({ target }) => target.select()}
        onKeyDown={onEscape(() => rows.revert(id, 'count'))}
      />
    </Stack>
  );
});
