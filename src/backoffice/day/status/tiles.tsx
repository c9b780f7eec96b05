// What else the day holds, below what waits for staff: what no CSV file has yet, and who of today has come.

import type { ReactNode } from 'react';
import { openSearch } from '#backoffice/shared/open-search.ts';
import { OFFICE } from '#web/addresses.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Reply } from '#wire/call.ts';
import type { openStatus } from './contract.ts';
import styles from './tiles.module.css';

type Counts = Pick<Reply<typeof openStatus>, 'csvCount' | 'arrivedCount' | 'todayCount'>;

interface TilesProps {
  counts: Counts;
}

/** The server counts one more than this, and stops. */
const MOST = 9_999;

const written = (count: number) => count.toLocaleString('ja-JP');

export function Tiles({ counts }: TilesProps) {
  const { csvCount, arrivedCount, todayCount } = counts;
  return (
    <section aria-label="CSV未出力と当日受付">
      <ul className={styles.tiles}>
        {csvCount !== null && (
          <Tile icon="save" label="CSV未出力" to={OFFICE.extraction} onOpen={() => openSearch({ isPending: true })}>
            {csvCount === 0 ? 'なし' : <CsvCount count={csvCount} />}
          </Tile>
        )}
        <Tile icon="check" label="当日受付" to={OFFICE.reception}>
          <b>{written(arrivedCount)}</b> ／ {written(todayCount)} 名
        </Tile>
      </ul>
    </section>
  );
}

function CsvCount({ count }: { count: number }) {
  return (
    <>
      <b>{written(Math.min(count, MOST))}</b> {count > MOST ? '件以上' : '件'}
    </>
  );
}

interface TileProps {
  icon: IconName;
  label: string;
  to: string;
  onOpen?(): void;
  children: ReactNode;
}

function Tile({ icon, label, to, onOpen, children }: TileProps) {
  return (
    <li>
      <Link to={to} onClick={onOpen}>
        <Icon name={icon} />
        <span>{label}</span>
        <span className={styles.count}>{children}</span>
        <Icon name="right" />
      </Link>
    </li>
  );
}
