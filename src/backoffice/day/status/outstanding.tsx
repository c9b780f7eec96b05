// How much waits for staff; each count leads to the list of what it counts.

import { openSearch } from '#backoffice/shared/open-search.ts';
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Row } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './outstanding.module.css';

interface OutstandingProps {
  counts: { newCount: number; changeCount: number; cancelCount: number };
}

export function Outstanding({ counts }: OutstandingProps) {
  const entry = (status: ReservationStatus, icon: 'plus' | 'swap' | 'close', count: number) => (
    <li>
      <Link
        to={OFFICE.extraction}
        onClick={() => openSearch({ statuses: [status] })}
        data-none={count === 0 ? '' : undefined}
      >
        <Row as="span" wrap={false} gap="1" noBreak className={styles.name}>
          <Icon name={icon} />
          {STATUS_WORDS[status]}
        </Row>
        <span className={styles.count}>
          <b>{count.toLocaleString('ja-JP')}</b> 件
        </span>
        <Icon name="right" />
      </Link>
    </li>
  );
  return (
    <section aria-label="未確認の予約">
      <Grid as="ul" columns="3" className={styles.outstanding}>
        {entry('new', 'plus', counts.newCount)}
        {entry('changed', 'swap', counts.changeCount)}
        {entry('cancelled', 'close', counts.cancelCount)}
      </Grid>
    </section>
  );
}
