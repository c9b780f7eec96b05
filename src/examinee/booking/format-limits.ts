// Says that the age on the day of the visit lets somebody book something only from or until a day.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeDay } from '#examinee/parts/words.ts';

interface Limits {
  bookableFrom: PlainDate | null;
  bookableTo: PlainDate | null;
}

export function formatLimits({ bookableFrom: from, bookableTo: to }: Limits): string | null {
  if (!from && !to) return null;
  const days = [from && `${writeDay(from)}以降`, to && `${writeDay(to)}まで`].filter(Boolean).join('、');
  return `${days}の受診日で予約できます`;
}
