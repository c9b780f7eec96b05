// A month with one count a day: of all frames with a bar for each, or of one frame that is managed by day.
import { Badge } from '#web/ui/badge.tsx';
import type { DayKeys } from '#web/ui/day-keys.ts';
import { Gauge, isFull } from '#web/ui/gauge.tsx';
import { Row } from '#web/ui/layout.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import styles from './day-calendar.module.css';
import { DayNumber } from './day-number.tsx';
import type { DayView, MonthView, StatusMonth } from './month-view.ts';

interface DayCalendarProps {
  month: StatusMonth;
  view: MonthView;
  frameCode: string;
  keys: DayKeys;
}

export function DayCalendar({ month, view, frameCode, keys }: DayCalendarProps) {
  return (
    <div className={styles.calendar}>
      <MonthCalendar
        year={month.year}
        month={month.month}
        keys={keys}
        dayClass={(date) => (view.days.get(date)?.isClosed ? styles.closed : styles.day)}
        day={(date) => {
          const day = view.days.get(date);
          return (
            day && (
              <div className={styles.cell} data-past={day.isPast ? '' : undefined}>
                <span className={styles.head}>
                  <DayNumber day={day} frameCode={frameCode} keys={keys} />
                  {isFull(day) && !day.isPast && <Badge tone="full">満</Badge>}
                </span>
                <Counted day={day} view={view} />
              </div>
            )
          );
        }}
      />
    </div>
  );
}

const describe = ({ name, taken, capacity }: DayView['frames'][number]) =>
  `${name} ${capacity > 0 ? `${taken}/${capacity}` : '枠なし'}`;

function Counted({ day, view }: { day: DayView; view: MonthView }) {
  const { count, taken, capacity, isPast } = day;
  const closed = day.isClosed && (
    <span className={styles.shut}>
      休診日 <span>{day.holidayName}</span>
    </span>
  );
  if (count === 0 && (day.isClosed || (capacity === 0 && day.frames.length === 0))) return closed;
  return (
    <>
      {closed || (
        <span className={styles.holiday} data-hide="narrow">
          {day.holidayName}
        </span>
      )}
      <Row wrap={false} gap="2" align="end" className={styles.bottom}>
        {day.frames.length > 0 && (
          <ul className={styles.frames}>
            {day.frames.map((frame) => (
              <li key={frame.name} title={describe(frame)}>
                <Gauge taken={frame.taken} capacity={frame.capacity} isPast={isPast} upright />
                <span className="visually-hidden">
                  {describe(frame)}
                  {isFull(frame) && ' 満'}
                </span>
              </li>
            ))}
          </ul>
        )}
        <span className={styles.count}>
          <b>{count.toLocaleString('ja-JP')}</b>
          {view.hasCapacity && !day.isClosed ? <span>/{capacity}</span> : <span className="visually-hidden">名</span>}
        </span>
      </Row>
      {day.frames.length === 0 && <Gauge taken={taken} capacity={capacity} isPast={isPast} />}
    </>
  );
}
