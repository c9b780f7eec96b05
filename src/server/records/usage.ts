// Says by what a master record is still used, and how often, before it is deleted.

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { formatOfficeDays } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { inUse } from '#wire/failure.ts';

interface Use {
  /** What the person knows it as. */
  by: string;
  table: keyof Tables & string;
  where: Readonly<Record<string, string | number>>;
  and?: RawBuilder<boolean>;
  /** The column with the day of each use: the days are told then. */
  day?: string;
}

/** One statement, whatever the number of uses. */
export async function refuseIfUsed(db: Db, what: string, uses: readonly Use[]): Promise<void> {
  const counts = uses.map(({ table, where, and, day }, index) => {
    const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    if (and) conditions.push(and);
    const days = day ? sql`, min(${sql.ref(day)}), count(distinct ${sql.ref(day)})` : sql``;
    return sql`(select json_build_array(count(*)${days}) from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}) as ${sql.ref(`u${index}`)}`;
  });
  const { rows } = await sql<
    Record<string, [count: number, first?: PlainDate, days?: number]>
  >`select ${sql.join(counts)}`.execute(db);
  const found = uses.flatMap(({ by }, index) => {
    const [count, first, days = 0] = rows[0]?.[`u${index}`] ?? [0];
    return count > 0
      ? [`${by} ${count.toLocaleString('ja-JP')}件${first ? `：${formatOfficeDays(first, days)}` : ''}`]
      : [];
  });
  if (found.length > 0) throw inUse(`${what}は使用中のため削除できません（${found.join('、')}）。`);
}
