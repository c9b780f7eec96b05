// The head of a reservation's card: its number, and when the visit is.
import type { ReactNode } from 'react';
import { VisitHead } from '#examinee/parts/visit-head.tsx';
import styles from './reservation-head.module.css';

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
  const { id, number, visitDate, startTime, isOver, tag, as = 'h2' } = props;
  return (
    <VisitHead visit={{ date: visitDate, startTime }} isOver={isOver} as={as} id={id}>
      {tag}
      <p className={styles.number}>予約番号 {number}</p>
    </VisitHead>
  );
}
