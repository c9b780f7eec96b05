// Gives the next code of a kind of record within an institution; one that was given is not given again. And the next number to sort by.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import type { Administrator } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import { keyed } from './masters.ts';

export const categoryScope = (clientCode: string) => `categories:${clientCode}`;

const raise = query<{ scope: string; last: number }>(`
  insert into code_counters as c (institution_code, scope, last_number)
  select $1, scope, count from unnest($2::text[], $3::integer[]) as wanted(scope, count)
  on conflict (institution_code, scope) do update set last_number = c.last_number + excluded.last_number
  returning scope, last_number as last`);

export async function nextCodes(
  db: Db,
  institutionCode: string,
  wanted: ReadonlyMap<string, number>,
  write: (number: number) => string | null,
): Promise<Map<string, string[]>> {
  const raised = await raise(db, institutionCode, [...wanted.keys()], [...wanted.values()]);
  return new Map(
    raised.map(({ scope, last }) => {
      const count = wanted.get(scope) ?? 0;
      return [scope, Array.from({ length: count }, (_, at) => codeOf(last - count + 1 + at, write))];
    }),
  );
}

function codeOf(number: number, write: (number: number) => string | null): string {
  const code = write(number);
  if (code === null) throw refused('登録できる件数の上限に達しました。');
  return code;
}

/** The access log gets it too, since nobody has sent it. */
export async function nextCode(
  db: Db,
  { institutionCode, trace }: Pick<Administrator, 'institutionCode' | 'trace'>,
  scope: string,
  write: (number: number) => string | null,
): Promise<string> {
  const [raised] = await raise(db, institutionCode, [scope], [1]);
  trace.code = codeOf(raised?.last ?? 1, write);
  return trace.code;
}

type Sorted = { [T in keyof Tables]: 'sort' extends keyof Tables[T] ? T : never }[keyof Tables] & string;

const LAST = 99;

/** Among the records with these columns: the highest and one, 99 at the most, 1 where there is none. */
export async function nextSort(db: Db, table: Sorted, where: Readonly<Record<string, string>>): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select least(coalesce(max(sort), 0) + 1, ${LAST})::integer as next from ${sql.table(table)}
     where ${keyed(where)}`.execute(db);
  return rows[0]?.next ?? 1;
}
