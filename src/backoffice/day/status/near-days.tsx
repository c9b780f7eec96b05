// Today and tomorrow at a glance: how many people come, and how full each frame is.
import { searchAt } from '#backoffice/shared/open-search.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { LIVE } from '#domain/reservation/reservation-status.ts';
import { Gauge, isFull } from '#web/ui/gauge.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import type { Reply } from '#wire/call.ts';
import type { openStatus } from './contract.ts';
import type { StatusFrame } from './month-view.ts';
import styles from './near-days.module.css';

type NearDay = Reply<typeof openStatus>['near'][number];

const NAMES = ['今日', '明日'];

export function NearDays({ days, frames }: { days: readonly NearDay[]; frames: readonly StatusFrame[] }) {
  const shown = frames.filter(({ frameCode }) =>
    days.some((day) => day.frames.some((of) => of.frameCode === frameCode)),
  );
  return (
    <TableFrame caption="今日と明日の予約" className={styles.near}>
      <thead>
        <tr>
          <td />
          {days.map(({ date }, at) => (
            <th key={date} scope="col">
              {NAMES[at]}{' '}
              <Link to={searchAt({ statuses: LIVE, visitFrom: date, visitTo: date })}>{formatOfficeDay(date)}</Link>
            </th>
          ))}
        </tr>
        <tr className={styles.people}>
          <th scope="row">予約人数</th>
          {days.map((day) => (
            <td key={day.date} data-closed={day.kind === 'closed' ? '' : undefined}>
              {day.kind === 'closed' && <Muted as="span">休診日 {day.holidayName}</Muted>}
              {(day.kind !== 'closed' || day.count > 0) && (
                <>
                  <b>{day.count.toLocaleString('ja-JP')}</b> 名
                </>
              )}
            </td>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ frameCode, name }) => (
          <tr key={frameCode}>
            <th scope="row" title={name}>
              {name}
            </th>
            {days.map((day) => (
              <td key={day.date} data-closed={day.kind === 'closed' ? '' : undefined}>
                <Filled day={day} frameCode={frameCode} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function Filled({ day, frameCode }: { day: NearDay; frameCode: string }) {
  const found = day.frames.find((frame) => frame.frameCode === frameCode);
  if (!found) return null;
  const { count: taken, capacity } = found;
  return (
    <Stack as="span" gap="2" align="center" className={styles.filled}>
      <Gauge taken={taken} capacity={capacity ?? 0} />
      <span>
        {isFull({ taken, capacity: capacity ?? 0 }) && <b>満 </b>}
        {taken}
        {day.kind !== 'closed' && `/${capacity ?? 0}`}
      </span>
    </Stack>
  );
}
