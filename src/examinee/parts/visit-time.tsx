// When a visit is, as people read it.
import { formatDate } from '#domain/calendar/japanese-dates.ts';
import { NoWrap } from './texts.tsx';

/** 2026年11月18日（水）9:00 */
export function VisitTime({ visit }: { visit: { date: string; startTime: string } }) {
  return (
    <>
      <NoWrap>{formatDate(visit.date)}</NoWrap> <NoWrap>{visit.startTime}</NoWrap>
    </>
  );
}
