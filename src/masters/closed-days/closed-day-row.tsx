// A date of the closed-day master: its weekday, holiday and reservations, and the choice of open or closed.

import { memo } from 'react';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { namesOf } from '#web/names-of.ts';
import { Row } from '#web/ui/layout.tsx';
import { isUnsaved, type RowDraftOf, type Rows, useRow } from '#web/ui/rows.ts';
import type { Reply } from '#wire/call.ts';
import styles from './closed-day-row.module.css';
import type { closedDayRows, openClosedDays } from './contract.ts';

export const KINDS = { open: '診療日', closed: '休診日' } as const;

interface DayRowProps {
  rows: Rows<unknown, RowDraftOf<typeof closedDayRows>>;
  id: string;
  day: Reply<typeof openClosedDays>['days'][number];
  weekday: string;
  /** Of the days one is the stop of Tab. */
  tabIndex: 0 | -1;
}

/** Drawn alone when its own choice changes. Up and down lead from day to day; left and right choose, as in every group of radios. */
export const DayRow = memo(function DayRow({ rows, id, day, weekday, tabIndex }: DayRowProps) {
  const row = useRow(rows, id);
  if (!row) return null;
  const name = formatOfficeDate(day.date);
  const field = rows.bind(row, 'kind', `${name}の区分`);
  const isRest = day.dayOfWeek === 1 || day.holidayName !== '';
  return (
    <tr className={styles.row} data-kind={field.value} data-edited={isUnsaved(row) ? '' : undefined}>
      <th scope="row" data-day={isRest ? 'sunday' : day.dayOfWeek === 7 ? 'saturday' : undefined}>
        {name}（{weekday}）{day.holidayName && <span className={styles.holiday}>{day.holidayName}</span>}
      </th>
      <td>
        <div className={styles.choices} role="radiogroup" aria-label={field.label}>
          {namesOf(KINDS).map((kind) => (
            <Row key={kind} as="label" inline gap="2" noBreak className={styles.choice}>
              <input
                type="radio"
                data-date={day.date}
                tabIndex={tabIndex}
                name={field.id}
                checked={field.value === kind}
                onChange={() => field.onChange(kind)}
                onBlur={field.onBlur}
              />
              {KINDS[kind]}
            </Row>
          ))}
        </div>
      </td>
      <td className={styles.count}>{day.reservationCount > 0 && `${day.reservationCount} 件`}</td>
      <td className={styles.state}>{isUnsaved(row) && '変更'}</td>
    </tr>
  );
});
