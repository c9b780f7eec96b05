// A day's number on a calendar of the status page, which opens the list of what is counted there.
import { searchAt } from '#backoffice/shared/open-search.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { dateParts, dayOfWeek } from '#domain/calendar/plain-date.ts';
import { ALL_FRAMES } from '#domain/offer/sentinels.ts';
import { LIVE } from '#domain/reservation/reservation-status.ts';
import type { DayKeys } from '#web/ui/day-keys.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './day-number.module.css';
import type { DayView } from './month-view.ts';

const tone = ({ date, holidayName }: DayView) => {
  const weekday = dayOfWeek(date);
  return weekday === 1 || holidayName ? 'sunday' : weekday === 7 ? 'saturday' : undefined;
};

export function DayNumber({ day, frameCode, keys }: { day: DayView; frameCode: string; keys: DayKeys }) {
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
