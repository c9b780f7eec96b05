// What became of each mail of a notice.
import { Link } from 'react-router';
import { today } from '#domain/calendar/clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { narrowBlank } from '../names.ts';
import { shortMoment, writeVisit } from './calls.ts';
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
              <td className={styles.visit} title={writeVisit(mailed)}>
                {writeVisit(mailed)}
              </td>
              <td className={styles.mail}>{mailed.mail}</td>
              <td className={styles.state}>
                <State mailed={mailed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function State({ mailed: { state, outcome, sentAt } }: { mailed: Mailed }) {
  if (outcome === 'sent') {
    return (
      <Badge tone="done" icon="check">
        {`${state} ${shortMoment(sentAt, today(new Date()))}`}
      </Badge>
    );
  }
  if (outcome === 'failed') {
    return (
      <Badge tone="wrong" icon="alert">
        {state}　電話連絡に入れました
      </Badge>
    );
  }
  return <span className={styles.soft}>{state}</span>;
}
