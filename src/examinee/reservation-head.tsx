// The head of a reservation's card: its number and when the visit is; over or not can be seen at a glance.
import type { ReactNode } from 'react';
import styles from './reservation-head.module.css';
import { VisitTime } from './visit-time.tsx';

interface ReservationHeadProps {
  id: string;
  number: number;
  visitDate: string;
  startTime: string;
  isOver?: boolean;
  /** A word or two on its state, above all else. */
  tag?: ReactNode;
  as?: 'h2' | 'h3';
}

export function ReservationHead(props: ReservationHeadProps) {
  const { id, number, visitDate, startTime, isOver = false, tag, as: Heading = 'h2' } = props;
  return (
    <div className={styles.head} data-over={isOver ? '' : undefined}>
      {tag}
      <p className={styles.number}>予約番号 {number}</p>
      <Heading className={styles.date} id={id}>
        <VisitTime visit={{ date: visitDate, startTime }} />
      </Heading>
    </div>
  );
}
