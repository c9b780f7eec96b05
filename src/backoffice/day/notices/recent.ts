// Notices that went to the same people a moment ago: two clerks who hear of the same broken machine write to the same visits.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import type { Administrator } from '#server/service.ts';
import type { Draft } from './contract.ts';

/** $1 institution, $2 reservations, $3 since when, $4 the request that is none of them. */
const RECENT = `
  select n.notice_id as "noticeId", n.told_title as subject, n.at, count(*) as count,
         coalesce(max(a.display_name), n.administrator_id) as "byName"
    from notices n
    join notice_recipients m on m.institution_code = n.institution_code and m.notice_id = n.notice_id
    left join administrators a on a.institution_code = n.institution_code and a.user_id = n.administrator_id
   where n.institution_code = $1 and n.at > $3::timestamptz and n.request_id <> $4 and m.reservation_number = any($2::integer[])
   group by n.institution_code, n.notice_id
   order by n.at desc, n.notice_id`;
const read = query<Omit<Draft['recent'][number], 'at'> & { at: Date }>(RECENT);

const DAY_MS = 24 * 60 * 60_000;

export async function readRecent(
  db: Db,
  { institutionCode, now }: Administrator,
  numbers: readonly number[],
  requestId = '',
): Promise<Draft['recent']> {
  const notices = await read(db, institutionCode, numbers, new Date(now.getTime() - DAY_MS), requestId);
  return notices.map((notice) => ({ ...notice, at: formatMinute(notice.at) }));
}
