// The provider's command that removes an institution: closed first, then emptied table by table.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { LIVE } from '#domain/reservation/reservation-status.ts';
import { closeInstitution } from '#server/records/institutions.ts';
import { beginRemoval, removeInstitution } from '#server/records/remove-institution.ts';
import { inTransaction } from '#server/transaction.ts';
import { logOperator } from './operator-log.ts';
import { CODE, type Commands, NAME, Refused, readOptions } from './operator-options.ts';

const find = query<{ name: string; isBegun: boolean; live: number }>(`
  select i.name, exists (select from removed_institutions r where r.institution_code = i.institution_code) as "isBegun",
         (select count(*) from reservations r
           where r.institution_code = i.institution_code and r.visit_date >= $2::date and r.status = any($3::text[])) as live
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
  const [institution] = await find(db, code, today(now), LIVE);
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

export const removalCommands: Commands = {
  'remove-institution': async (args) => {
    const options = readOptions(args, { code: CODE, name: NAME }, {}, ['with-reservations']);
    const { code, name, 'with-reservations': withReservations } = options;
    return async (db) => {
      await inTransaction(db, (transaction) => close(transaction, code, name, Boolean(withReservations)));
      const counts = await removeInstitution(db, code);
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return `Institution ${code} (${name}) is removed: ${counts.reservations ?? 0} reservations, ${rows} rows in all.`;
    };
  },
};
