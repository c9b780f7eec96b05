// The telephone list of a notice: in which order it is worked through, and how its moments are written.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { CallState, Telephoned } from './contract.ts';

export const CALL_STATE_WORDS: Readonly<Record<CallState, string>> = {
  open: '未連絡',
  absent: '不在',
  callback: '折り返し待ち',
  called: '連絡済',
};

type Attempted = Pick<Telephoned, 'state' | 'attempts' | 'attemptedAt' | 'attemptedBy' | 'calledAt' | 'calledBy'>;

/** 10:51 佐藤; 不在 2回（11/18 10:12） 佐藤 */
export function writeCall(
  { state, attempts, attemptedAt, attemptedBy, calledAt, calledBy }: Attempted,
  today: PlainDate,
): string {
  if (state === 'open') return '';
  if (state === 'called') return `${shortMoment(calledAt, today)} ${calledBy}`;
  const at = shortMoment(attemptedAt, today);
  return state === 'absent' ? `不在 ${attempts}回（${at}） ${attemptedBy}` : `${at} ${attemptedBy}`;
}

/** As they were first seen, those that have come since at the end; without that, in the order of the answer: open ones first. */
export function inOrder(calls: readonly Telephoned[], seen: readonly number[]): Telephoned[] {
  const places = new Map(seen.map((number, at) => [number, at]));
  const placeOf = ({ number }: Telephoned) => places.get(number) ?? seen.length;
  return calls.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** 10:51 of today, 11/16 10:51 of other days; from 2026/11/16 10:51. */
export function shortMoment(moment: string, today: PlainDate): string {
  const [day = '', time = ''] = moment.split(' ');
  const short = time.replace(/^0/, '').slice(0, 5).replace(/:$/, '');
  return day === formatOfficeDate(today) ? short : `${day.slice(5)} ${short}`.trim();
}

/** 11/18 9:00 日帰り人間ドック */
export const writeVisit = ({
  visitDate,
  startTime,
  courseName,
}: Pick<Telephoned, 'visitDate' | 'startTime' | 'courseName'>) =>
  [formatOfficeDate(visitDate).slice(5), startTime, courseName].filter(Boolean).join(' ');
