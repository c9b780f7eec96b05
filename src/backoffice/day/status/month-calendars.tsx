// The months of the status page: with one count a day, or with the slots of a frame that is managed by time.
import { searchAt } from '#backoffice/shared/open-search.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ALL_FRAMES } from '#domain/offer/sentinels.ts';
import { LIVE } from '#domain/reservation/reservation-status.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { DayKeys } from '#web/ui/day-keys.ts';
import { Gauge, isFull } from '#web/ui/gauge.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinedMonth, MonthCalendar } from '#web/ui/month-calendar.tsx';
import styles from './month-calendars.module.css';
import type { DayView, Filled, MonthView, StatusMonth } from './month-view.ts';

interface CalendarProps {
  month: StatusMonth;
  view: MonthView;
  frameCode: string;
  keys: DayKeys;
}

/** Of all frames with a bar for each, or of one frame that is managed by day. */
export function DayCalendar({ month, view, frameCode, keys }: CalendarProps) {
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

const tone = ({ date, holidayName }: DayView) => {
  const weekday = dayOfWeek(date);
  return weekday === 1 || holidayName ? 'sunday' : weekday === 7 ? 'saturday' : undefined;
};

function DayNumber({ day, frameCode, keys }: { day: DayView; frameCode: string; keys: DayKeys }) {
  const { date } = day;
  const ofFrame = frameCode === ALL_FRAMES ? {} : { frameCode };
  return (
    <Link
      to={searchAt({ statuses: LIVE, visitFrom: date, visitTo: date, ...ofFrame })}
      {...keys.day(date)}
      className={styles.number}
      data-day={tone(day)}
      aria-current={day.isToday ? 'date' : undefined}
      aria-label={`${formatOfficeDay(date)}の予約一覧`}
    >
      {dateParts(date).day}
    </Link>
  );
}

/** A closed day on which nobody stands is one cell; what else is there has to be seen. */
const isShut = (day: DayView | undefined) => !day || (day.isClosed && day.count === 0 && day.taken === 0);

/** The times once at the left of each week, a bar for each of a day's. */
export function SlotCalendar({ month, view, frameCode, keys }: CalendarProps) {
  const dayOf = (date: PlainDate) => view.days.get(date);
  return (
    <LinedMonth
      caption={`${month.year}年${month.month}月`}
      year={month.year}
      month={month.month}
      className={styles.slots}
      {...keys.grid}
      lines={view.slots.map(({ slotCode, startTime }) => ({ key: slotCode, name: startTime || '終日' }))}
      isClosed={(date) => dayOf(date)?.isClosed ?? false}
      isWhole={(date) => isShut(dayOf(date))}
      cell={(date, line) => {
        const day = dayOf(date);
        return day && <Slot filled={day.slots.get(view.slots[line]?.slotCode ?? '')} day={day} view={view} />;
      }}
      day={(date) => {
        const day = dayOf(date);
        return (
          day && (
            <span className={styles.slotHead}>
              <DayNumber day={day} frameCode={frameCode} keys={keys} />
              {day.isClosed ? (
                <span>
                  休診日 {day.holidayName} {!isShut(day) && day.count}
                </span>
              ) : (
                <Total day={day} view={view} />
              )}
            </span>
          )
        );
      }}
    />
  );
}

function Total({ day, view }: { day: DayView; view: MonthView }) {
  if (day.capacity === 0 && day.count === 0) return null;
  return (
    <span>
      {day.count}
      {view.hasCapacity && `/${day.capacity}`}
    </span>
  );
}

function Slot({ filled, day, view }: { filled: Filled | undefined; day: DayView; view: MonthView }) {
  if (!filled || (filled.capacity === 0 && filled.count === 0)) {
    return day.isClosed ? null : <span className={styles.none}>枠なし</span>;
  }
  const full = isFull(filled) && !day.isPast;
  return (
    <Stack
      as="span"
      gap="1"
      align="center"
      className={styles.slot}
      data-full={full ? '' : undefined}
      data-past={day.isPast ? '' : undefined}
    >
      {full ? <b>満</b> : <Gauge taken={filled.taken} capacity={filled.capacity} isPast={day.isPast} />}
      <span>
        {filled.count}
        {view.hasCapacity && !day.isClosed && `/${filled.capacity}`}
      </span>
    </Stack>
  );
}
