// Gives the next code of a kind of record within an institution; a code that was given once is not given again.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { refused } from '#wire/failure.ts';

export async function nextCode(
  db: Db,
  institutionCode: string,
  scope: string,
  write: (number: number) => string | null,
): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    insert into code_counters as c (institution_code, scope, last_number) values (${institutionCode}, ${scope}, 1)
    on conflict (institution_code, scope) do update set last_number = c.last_number + 1
    returning last_number as number`.execute(db);
  const code = write(rows[0]?.number ?? 1);
  if (code === null) throw refused('登録できる件数の上限に達しました。');
  return code;
}
