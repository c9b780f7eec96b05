// Entries of the access log about failed log-ins and locks. Only ids of the staff have one: others belong to no institution.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS, type Act } from '#domain/staff/acts.ts';
import { tellRows } from '../access-log/lines.ts';
import type { Asking } from '../service.ts';

const insert = query<{ entry: object }>(`
  insert into access_log as l (institution_code, at, actor_kind, user_id, display_name, role, address, act, details, outcome)
  select a.institution_code, $2, 'staff', a.user_id, a.display_name, a.role, $3, t.act, t.details, 'failed'
    from administrator_directory d
    join administrators a on a.institution_code = d.institution_code and a.user_id = d.user_id,
         jsonb_to_recordset($4::jsonb) as t(act text, details jsonb)
   where d.user_id = $1 returning to_jsonb(l) as entry`);

/** Nothing is written where nobody has this id. */
export async function logTries(db: Db, who: Asking, userId: string, tries: readonly (readonly [Act, string])[]) {
  const rows = tries.map(([act, note]) => ({ act: ACTS[act][0], details: note ? { note } : {} }));
  if (rows.length === 0) return;
  const written = await insert(db, userId, who.now, who.address, JSON.stringify(rows));
  tellRows(written.map(({ entry }) => entry));
}

export const inARow = (count: number) => `連続${count}回`;
