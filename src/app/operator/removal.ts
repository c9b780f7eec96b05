// The provider's command that removes an institution: closed first, then emptied table by table.

import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { readConfig } from '#server/config.ts';
import { beginRemoval, closeInstitution, removeInstitution } from '#server/records/institutions.ts';
import { inTransaction } from '#server/transaction.ts';
import { logOperator } from './log.ts';
import { CODE, type Commands, NAME, Refused, readOptions } from './options.ts';

const find = query<{ name: string; isBegun: boolean; live: number }>(`
  select i.name, exists (select from removed_institutions r where r.institution_code = i.institution_code) as "isBegun",
         (select count(*) from reservations r
           where r.institution_code = i.institution_code and r.visit_date >= $2::date and is_live(r.status)) as live
    from institutions i where i.institution_code = $1 for update of i`);

const findRemoved = query<{ isCode: boolean }>(`
  select institution_code = $1 as "isCode" from removed_institutions
   where institution_code = $1 or lower(route_param) = lower($2)`);

/** What people know an institution by that is gone is given to no other. */
export async function refuseRemoved(db: Db, code: string, route: string): Promise<void> {
  const [removed] = await findRemoved(db, code, route);
  if (!removed) return;
  const what = removed.isCode ? 'institution code' : 'route parameter';
  throw new Refused(`This ${what} was that of an institution which is removed.`);
}

/** Looks once whether it is meant; what was begun before only goes on. */
async function close(db: Db, code: string, name: string, withReservations: boolean): Promise<void> {
  const now = new Date();
  const [institution] = await find(db, code, today(now));
  if (!institution) throw new Refused('There is no such institution.');
  if (institution.name !== name) throw new Refused(`Institution ${code} has another name.`);
  if (institution.isBegun) return;
  if (institution.live > 0 && !withReservations) {
    const count = institution.live === 1 ? '1 reservation stands' : `${institution.live} reservations stand`;
    throw new Refused(`${count} from today on: --with-reservations removes them all the same.`);
  }
  await closeInstitution(db, code, now);
  await beginRemoval(db, code, now);
  await logOperator(db, code, '医療機関の削除', code);
}

const readLog = query<{ at: string; id: string; line: string }>(`
  select at::text, entry_id as id, jsonb_build_object(
           'at', at, 'actorKind', actor_kind, 'userId', user_id, 'displayName', display_name, 'role', role, 'address', address,
           'act', act, 'subject', subject, 'numbers', numbers, 'details', details, 'outcome', outcome)::text as line
    from access_log where institution_code = $1 and (at, entry_id) > ($2::timestamptz, $3::uuid) order by at, entry_id limit 1000`);

/** Who has seen whose data must stay known for years, also when the institution is gone: a line of JSON for each entry, whole before any is deleted. */
async function saveAccessLog(db: Db, code: string): Promise<string> {
  const { dir } = readConfig(process.env).backups;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, `access-log-${code}-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}.jsonl`);
  const handle = await open(file, 'wx', 0o600);
  let count = 0;
  try {
    let [at, id] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const entries = await readLog(db, code, at, id);
      const last = entries.at(-1);
      if (!last) break;
      await handle.write(entries.map(({ line }) => `${line}\n`).join(''));
      count += entries.length;
      ({ at, id } = last);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return `\nIts access log (${count} entries) is in ${file}: keep it for as long as logs are to be kept.`;
}

export const removalCommands: Commands = {
  'remove-institution': async (args) => {
    const options = readOptions(args, { code: CODE, name: NAME }, {}, ['with-reservations']);
    const { code, name, 'with-reservations': withReservations } = options;
    return async (db) => {
      await inTransaction(db, (transaction) => close(transaction, code, name, Boolean(withReservations)));
      const log = await saveAccessLog(db, code);
      const counts = await removeInstitution(db, code);
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return `Institution ${code} (${name}) is removed: ${counts.reservations ?? 0} reservations, ${rows} rows in all.${log}`;
    };
  },
};
