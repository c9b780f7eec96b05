// What became of each mail of a notice.
import { Link } from 'react-router';
import { Badge } from '#web/ui/badge.tsx';
import { narrowBlank } from '../names.ts';
import { writeVisit } from './calls.ts';
import type { NoticeDetail } from './contract.ts';
import styles from './mail-list.module.css';
import type { ReservationLink } from './paths.ts';

type Mailed = NoticeDetail['mails'][number];

const COLUMNS = ['予約番号', '氏名', '受診', '宛先', '送信'];

export function MailList({ mails, reservation }: { mails: readonly Mailed[]; reservation: ReservationLink }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">メールの一覧</caption>
        <thead>
          <tr>
            {COLUMNS.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mails.map((mailed) => (
            <tr key={mailed.number}>
              <td className={styles.number}>
                <Link to={reservation.path} onClick={() => reservation.choose(mailed.number)}>
                  {mailed.number}
                </Link>
              </td>
              <td className={styles.name}>{narrowBlank(mailed.name)}</td>
              <td className={styles.visit}>{writeVisit(mailed)}</td>
              <td className={styles.mail}>{mailed.mail}</td>
              <td className={styles.state}>
                <State state={mailed.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function State({ state }: { state: string }) {
  if (state.startsWith('送信済')) {
    return (
      <Badge tone="done" icon="check">
        {state}
      </Badge>
    );
  }
  if (state.startsWith('不達')) {
    return (
      <Badge tone="wrong" icon="alert">
        {state}
      </Badge>
    );
  }
  return <span className={styles.soft}>{state}</span>;
}
