// Everything names the columns that it reads and writes: a column that a newer server adds must harm no running one.
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestService } from '#tests/kit/service.ts';

const SRC = new URL('../', import.meta.url).pathname;
// A subquery may: what leaves the statement is named around it.
const WHOLE_ROWS = /selectAll\(|returningAll\(|(?<!\(\s*)\bselect\s+\*|jsonb?_populate_record|returning\s+\*/i;

/** All columns of a subquery are those that it names. */
const takesWholeRows = (text: string) =>
  WHOLE_ROWS.test(text) ||
  [...text.matchAll(/\bselect\s+(\w+)\.\*/gi)].some(([, name]) => !text.includes(`) as ${name}`));

test('no statement of the service takes whole rows', () => {
  const wrong = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    // Reads JSON with a row's types, once, and names what it inserts.
    .filter((file) => file !== 'app/template/catalogue.ts')
    .filter((file) => takesWholeRows(readFileSync(SRC + file, 'utf8')));
  expect(wrong).toEqual([]);
});

test('no function of the database does', async () => {
  const service = await startTestService();
  try {
    const { rows } = await sql<{ name: string; body: string }>`
      select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`.execute(
      service.db,
    );
    expect(rows.length).toBeGreaterThan(10);
    const views = await sql<{
      name: string;
    }>`select viewname as name from pg_views where schemaname = 'public'`.execute(service.db);
    // A view names its columns.
    const names = views.rows.map(({ name }) => name).join('|');
    const intoView = new RegExp(`insert into (${names})[a-z\\s]*select \\* from jsonb_populate_recordset`, 'g');
    const wrong = rows.filter(({ body }) => takesWholeRows(body.replace(intoView, '')));
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const taking = await sql<{ name: string }>`
      select p.proname as name from pg_proc p join pg_class c on c.reltype = any(p.proargtypes) or c.reltype = p.prorettype
       where p.pronamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(service.db);
    expect(taking.rows).toEqual([]);
  } finally {
    await service.close();
  }
});
