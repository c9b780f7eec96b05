// A day's number on a calendar of the status page, which opens the list of its reservations.
import { Link } from 'react-router';
import { writeDate } from '#domain/japanese-dates.ts';
import { dateParts, dayOfWeek } from '#domain/plain-date.ts';
import { ALL_FRAMES } from '#domain/sentinels.ts';
import { openSearch } from '../open-search.ts';
import styles from './day-number.module.css';
import type { DayView } from './month-view.ts';

const tone = ({ date, holidayName }: DayView) => {
  const weekday = dayOfWeek(date);
  return weekday === 1 || holidayName ? 'sunday' : weekday === 7 ? 'saturday' : undefined;
};

export function DayNumber({ day, frameCode, to }: { day: DayView; frameCode: string; to: string }) {
  const { date } = day;
  const given = { visitFrom: date, visitTo: date, ...(frameCode === ALL_FRAMES ? {} : { frameCode }) };
  return (
    <Link
      to={to}
      className={styles.number}
      data-day={tone(day)}
      aria-current={day.isToday ? 'date' : undefined}
      aria-label={`${writeDate(date)}の予約一覧`}
      onClick={() => openSearch(given)}
    >
      {dateParts(date).day}
    </Link>
  );
}
