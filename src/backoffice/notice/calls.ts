// The telephone list of a notice: in which order it is worked through, and how its moments are written.
import { slashed } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Telephoned } from './contract.ts';

const isOver = ({ isCalled, isNeedless }: Telephoned) => isCalled || isNeedless;

/** Whoever is still to be called comes first. The row at which somebody is stays where it was, so that it does not slip away. */
export function inOrder(calls: readonly Telephoned[], held: ReadonlySet<number>): Telephoned[] {
  const isDown = (call: Telephoned) => isOver(call) && !held.has(call.number);
  return [...calls.filter((call) => !isDown(call)), ...calls.filter(isDown)];
}

/** 10:51 of today, 11/16 10:51 of other days; from 2026/11/16 10:51. */
export function shortMoment(moment: string, today: PlainDate): string {
  const [day = '', time = ''] = moment.split(' ');
  const short = time.replace(/^0/, '').slice(0, 5).replace(/:$/, '');
  return day === slashed(today) ? short : `${day.slice(5)} ${short}`.trim();
}

/** 11/18 9:00 日帰り人間ドック */
export const writeVisit = ({
  visitDate,
  startTime,
  courseName,
}: Pick<Telephoned, 'visitDate' | 'startTime' | 'courseName'>) =>
  [slashed(visitDate).slice(5), startTime, courseName].filter(Boolean).join(' ');
