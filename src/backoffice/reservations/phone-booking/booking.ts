// The booking as it is sent, what is missing for it, and what a clerk should know about what is chosen.

import { today as dateOf, localTime, parseTime } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { daysBetween, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { Input } from '#wire/call.ts';
import { raisedCells } from '../raise-list.tsx';
import type { Caller } from './caller-form.ts';
import type { Choices, Frame, Visit } from './choices.ts';
import type { reserveByPhone } from './contract.ts';
import { type ChosenOption, type CourseRow, codesOf } from './course-offer.ts';

export type Booking = Input<typeof reserveByPhone>;

/** Where the lines of the error dialog lead. */
export const PLACES = {
  theirPage: 'desk-their-page',
  category: 'desk-category',
  course: 'desk-courses',
  day: 'desk-day',
  slot: 'desk-slot',
} as const;

type Place = keyof typeof PLACES;

export const SENTENCES: Readonly<Record<Place, string>> = {
  theirPage: 'マイページへの表示を選択してください。',
  category: '対象者区分を選択してください。',
  course: 'コースを選択してください。',
  day: '受診日を選択してください。',
  slot: '受付時間を選択してください。',
};

interface Chosen {
  choices: Pick<Choices, 'categoryCode' | 'visit'>;
  course: CourseRow | null;
  hasCategories: boolean;
  /** It would show on somebody else's my page, and nobody has said whether it shall. */
  isPageOpen: boolean;
}

/** What has to be chosen beside the person's own fields, in the order of the page. */
export function findUnchosen({ choices, course, hasCategories, isPageOpen }: Chosen): Place[] {
  const { visit, categoryCode } = choices;
  const missing: [Place, boolean][] = [
    ['theirPage', isPageOpen],
    ['category', hasCategories && categoryCode === ''],
    ['course', !course],
    ['day', !visit],
    ['slot', visit !== null && !visit.slot],
  ];
  return missing.flatMap(([place, isMissing]) => (isMissing ? [place] : []));
}

export const placed = (field: Place) => ({ field, sentence: SENTENCES[field], inputId: PLACES[field] });

interface Ready extends Pick<Booking, 'total' | 'sendMail' | 'onTheirPage' | 'replaces' | 'version'> {
  caller: Caller;
  choices: Choices;
  course: CourseRow;
  options: readonly ChosenOption[];
  raised: readonly Frame[];
}

export function makeBooking({ caller, choices, course, options, raised, ...ready }: Ready): Omit<Booking, 'requestId'> {
  const { clientCode, fiscalYear, categoryCode, visit, isConfirmed, origin } = choices;
  const { courseCode, conditionCode } = course;
  const isChange = ready.replaces > 0;
  return {
    ...caller,
    ...ready,
    clientCode,
    fiscalYear,
    categoryCode: categoryCode || null,
    courseCode,
    conditionCode,
    options: codesOf(options),
    visitDate: visit?.date ?? '',
    slotCode: visit?.slot?.slotCode ?? '',
    status: isConfirmed ? 'confirmed' : isChange ? 'changed' : 'new',
    origin,
    sendMail: ready.sendMail && caller.mail !== '',
    version: isChange ? ready.version : null,
    raise: raised.length > 0,
    raised: raisedCells(raised),
  };
}

interface ChosenVisit {
  course: Pick<CourseRow, 'state' | 'registrationFrom' | 'registrationTo'> | null;
  visit: Visit | null;
  /** How many days ahead examinees may book; null while that is not known. */
  web: { bookableFromDays: number; bookableToDays: number } | null;
  fiscalYear: number;
  othersInYear: number;
  /** What is sent before the visit, where no address stands; else empty. */
  unaddressed: string;
}

function aboutDay(date: PlainDate, today: PlainDate, web: NonNullable<ChosenVisit['web']>): string[] {
  const days = daysBetween(today, date);
  if (days < web.bookableFromDays) {
    const until = days === 0 ? '受診日は本日です' : `受診日まで${days}日です`;
    return [`${until}。Webでの受付は${web.bookableFromDays}日前までですが、電話では予約できます。`];
  }
  return days > web.bookableToDays ? [`Webで予約できる期間（今日から${web.bookableToDays}日）より先の日です。`] : [];
}

const aboutCourse = ({ state, registrationFrom, registrationTo }: NonNullable<ChosenVisit['course']>): string[] => {
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

/** They stop nobody: on the telephone more is possible than on the web. */
export function warningsFor(chosen: ChosenVisit, now: Date): string[] {
  const { course, visit, web, fiscalYear, othersInYear, unaddressed } = chosen;
  return [
    ...(visit && web ? aboutDay(visit.date, dateOf(now), web) : []),
    ...(course ? aboutCourse(course) : []),
    ...(visit ? aboutTime(visit, now) : []),
    ...(unaddressed ? [`${unaddressed}の発送があります。住所を入力してください。`] : []),
    ...(othersInYear > 0 ? [writeOthers(fiscalYear, othersInYear)] : []),
  ];
}
