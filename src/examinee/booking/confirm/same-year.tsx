// Says that the account has booked for the same person in the same fiscal year already. It stops nobody.

import { formatDate } from '#domain/calendar/japanese-dates.ts';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './same-year.module.css';
import type { Preview } from './submit.ts';

interface SameYearProps {
  booked: Preview['sameYear'];
  fiscalYear: number;
  myPage: string;
}

export function SameYear({ booked, fiscalYear, myPage }: SameYearProps) {
  if (booked.length === 0) return null;
  return (
    <Notice className={styles.box}>
      <p>{`${fiscalYear}年度は、すでにご予約があります。`}</p>
      <ul>
        {booked.map(({ number, visitDate, startTime, courseName }) => (
          <li key={number}>{`${formatDate(visitDate)}${startTime}　${courseName}（予約番号${number}）`}</li>
        ))}
      </ul>
      <p>
        {`このまま進むと${booked.length + 1}件目のご予約になります。日程の変更は、`}
        <Link to={myPage}>マイページ</Link>
        の「変更」からお手続きいただけます。
      </p>
    </Notice>
  );
}
