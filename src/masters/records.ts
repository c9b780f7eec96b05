// What the server halves of masters share: columns by the names of the contracts' fields (`nameKana` is name_kana), a record as its form
// gets it, and what several masters list.
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { type ColumnName, columnOf } from '#domain/reservation/person.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { lockMaster, updateMaster, type Versioned } from '#server/records/masters.ts';
import type { Administrator } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import type { AnyRecord } from '#wire/record.ts';

/** The fields of a record, for a select list that is put together once. */
export const selectFields = ({ fields }: Pick<AnyRecord, 'fields'>, alias = '') =>
  Object.keys(fields)
    .map((name) => `${alias}${columnOf(name)} as "${name}"`)
    .join(', ');

export const toColumns = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnOf(name), value])) as {
    [N in keyof T & string as ColumnName<N>]: T[N];
  };

/** The columns that name a record of the administrator's institution. */
export const ownKey = <K extends object>(who: Administrator, key: K) => ({
  institution_code: who.institutionCode,
  ...toColumns(key),
});

export const fourDigits = (number: number) => decimalCode(number, 4);

export function opened<R extends { version: string }>([found]: readonly R[]) {
  if (!found) throw notFound();
  const { version, ...record } = found;
  return { record, version };
}

/** What is undefined is left to the database. */
export async function insertMaster<T extends Versioned>(db: Db, table: T, values: Insertable<Tables[T]>) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => sql.ref(column));
  const row = given.map(([, value]) => sql`${value}`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(row)})`.execute(db);
}

/** An update where nothing but the version speaks against it. */
export async function saveMaster<T extends Versioned>(
  db: Db,
  who: Administrator,
  table: T,
  own: Readonly<Record<string, string | number>>,
  version: string | null,
  values: Updateable<Tables[T]>,
) {
  await lockMaster(db, who, table, own, version);
  return updateMaster(db, table, own, values);
}

export const readClients = query<{ clientCode: string; name: string }>(`
  select client_code as "clientCode", name from clients where institution_code = $1 order by client_code`);

interface Frame {
  institutionCode: string;
  frameCode: string;
  name: string;
  managedBy: 'day' | 'time';
  countedAs: 'persons' | 'parts';
}

export const readFrames = query<Frame>(`
  select institution_code as "institutionCode", frame_code as "frameCode", name, managed_by as "managedBy",
         counted_as as "countedAs"
    from frames where institution_code = $1 order by frame_code`);
