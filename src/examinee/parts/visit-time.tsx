// When a visit is, as people read it.
import { writeDate } from '#domain/calendar/japanese-dates.ts';
import { Whole } from './texts.tsx';

/** 2026年11月18日（水）9:00 */
export function VisitTime({ visit }: { visit: { date: string; startTime: string } }) {
  return (
    <>
      <Whole>{writeDate(visit.date)}</Whole> <Whole>{visit.startTime}</Whole>
    </>
  );
}
