// What a clerk should know about what is chosen: it stops nobody, since on the telephone more is possible than on the web.
import { today as dateOf, localTime } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { daysBetween, type PlainDate } from '#domain/calendar/plain-date.ts';
import { parseTime } from '#domain/calendar/time-of-day.ts';
import type { Visit } from './choices.ts';
import type { CourseRow } from './course-offer.ts';

export interface Chosen {
  course: Pick<CourseRow, 'state' | 'registrationFrom' | 'registrationTo'> | null;
  visit: Visit | null;
  /** How many days ahead examinees may book; null while that is not known. */
  web: { bookableFromDays: number; bookableToDays: number } | null;
  fiscalYear: number;
  othersInYear: number;
  /** What is sent before the visit, where no address stands; else empty. */
  unaddressed: string;
}

function aboutDay(date: PlainDate, today: PlainDate, web: NonNullable<Chosen['web']>): string[] {
  const days = daysBetween(today, date);
  if (days < web.bookableFromDays) {
    const until = days === 0 ? '受診日は本日です' : `受診日まで${days}日です`;
    return [`${until}。Webでの受付は${web.bookableFromDays}日前までですが、電話では予約できます。`];
  }
  return days > web.bookableToDays ? [`Webで予約できる期間（今日から${web.bookableToDays}日）より先の日です。`] : [];
}

const aboutCourse = ({ state, registrationFrom, registrationTo }: NonNullable<Chosen['course']>): string[] => {
  if (state === 'private') return ['非公開のコースです。'];
  return state === 'period'
    ? [`受付期間外のコースです（${formatOfficeDate(registrationFrom)}〜${formatOfficeDate(registrationTo)}）。`]
    : [];
};

function aboutTime({ date, slot }: Visit, now: Date): string[] {
  const start = slot && parseTime(slot.startTime);
  if (start === null || date !== dateOf(now)) return [];
  const { hour, minute } = localTime(now);
  return start < Number(hour) * 60 + Number(minute) ? [`受付時間（${slot?.startTime}）を過ぎています。`] : [];
}

const writeOthers = (fiscalYear: number, count: number) => `${fiscalYear}年度はすでに${count}件あります。`;

export function warningsFor(chosen: Chosen, now: Date): string[] {
  const { course, visit, web, fiscalYear, othersInYear, unaddressed } = chosen;
  return [
    ...(visit && web ? aboutDay(visit.date, dateOf(now), web) : []),
    ...(course ? aboutCourse(course) : []),
    ...(visit ? aboutTime(visit, now) : []),
    ...(unaddressed ? [`${unaddressed}の発送があります。住所を入力してください。`] : []),
    ...(othersInYear > 0 ? [writeOthers(fiscalYear, othersInYear)] : []),
  ];
}
