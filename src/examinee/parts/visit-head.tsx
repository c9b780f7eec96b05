// The head of a card about a visit: when it is, and what is said above that; over or not can be seen at a glance.
import type { ReactNode } from 'react';
import { formatDate } from '#domain/calendar/japanese-dates.ts';
import { NoWrap } from './texts.tsx';
import styles from './visit-head.module.css';

interface VisitHeadProps {
  visit: { date: string; startTime: string };
  isOver?: boolean;
  as?: 'h2' | 'h3' | 'p';
  id?: string;
  /** Above the day. */
  children: ReactNode;
}

export function VisitHead({ visit, isOver = false, as: Day = 'p', id, children }: VisitHeadProps) {
  return (
    <div className={styles.head} data-over={isOver ? '' : undefined}>
      {children}
      <Day className={styles.date} id={id}>
        <VisitTime visit={visit} />
      </Day>
    </div>
  );
}

/** 2026年11月18日（水）9:00 */
export function VisitTime({ visit }: { visit: { date: string; startTime: string } }) {
  return (
    <>
      <NoWrap>{formatDate(visit.date)}</NoWrap> <NoWrap>{visit.startTime}</NoWrap>
    </>
  );
}
