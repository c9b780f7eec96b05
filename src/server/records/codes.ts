// Gives the next code of a kind of record within an institution; a code that was given once is not given again.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { refused } from '#wire/failure.ts';
import type { Administrator } from '../service.ts';

const raise = query<{ number: number }>(`
  insert into code_counters as c (institution_code, scope, last_number) values ($1, $2, 1)
  on conflict (institution_code, scope) do update set last_number = c.last_number + 1
  returning last_number as number`);

/** The access log is told it too, since nobody has sent it. */
export async function nextCode(
  db: Db,
  { institutionCode, trace }: Pick<Administrator, 'institutionCode' | 'trace'>,
  scope: string,
  write: (number: number) => string | null,
): Promise<string> {
  const [raised] = await raise(db, institutionCode, scope);
  const code = write(raised?.number ?? 1);
  if (code === null) throw refused('登録できる件数の上限に達しました。');
  trace.code = code;
  return code;
}
