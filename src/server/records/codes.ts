// Gives the next code of a kind of record within an institution; a code that was given once is not given again.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Administrator } from '#server/service.ts';
import { refused } from '#wire/failure.ts';

/** Each client counts its own. */
export const categoryScope = (clientCode: string) => `categories:${clientCode}`;

const raise = query<{ scope: string; last: number }>(`
  insert into code_counters as c (institution_code, scope, last_number)
  select $1, scope, count from unnest($2::text[], $3::integer[]) as wanted(scope, count)
  on conflict (institution_code, scope) do update set last_number = c.last_number + excluded.last_number
  returning scope, last_number as last`);

/** So many of each scope as are wanted, in one statement. */
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

/** The access log is told it too, since nobody has sent it. */
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
