// `query<Row>(text)` is a claim about what the database gives: here the database says itself what it is, and whose rows it reads. And a
// fixed text is one.
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as Query from '#db/query.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { ACROSS_INSTITUTIONS } from './across-institutions.ts';
import { type Claim, filesWithStatements, readStatements, type Statements } from './claimed-rows.ts';
import { Describer } from './described-rows.ts';
import { readTenantTables, unboundTables } from './tenant-scans.ts';
import { findUnnamedChains, findUnnamedInFunctions } from './unnamed-institutions.ts';

/** The texts of the statements, by the place where they are declared. */
const declared: Map<string, string[]> = vi.hoisted(() => new Map());
vi.mock('#db/query.ts', async (original) => {
  const real = await original<typeof Query>();
  const query = (text: string) => {
    const at = /(\/\S+:\d+:\d+)\)?$/.exec(new Error('declared here').stack?.split('\n')[2] ?? '')?.[1] ?? '';
    declared.set(at, [...(declared.get(at) ?? []), text]);
    return real.query(text);
  };
  return { ...real, query };
});

const ROOT = new URL('../../', import.meta.url).pathname;
const FIXTURE = `${ROOT}tests/statements/false-claims.ts`;
const short = (at: string) => at.replace(ROOT, '').replace(/:\d+$/, '');

let service: TestService;
let client: pg.Client;
let describer: Describer;
let statements: Statements;
beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client(service.connection);
  await client.connect();
  describer = new Describer(client);
  await describer.learn();
  const files = [...filesWithStatements(), FIXTURE];
  statements = readStatements(files);
  for (const file of files) await import(file);
}, 180_000);
afterAll(async () => {
  await client.end();
  await service.close();
});

async function problemsOf({ columns }: Claim, text: string): Promise<string[]> {
  let described: Awaited<ReturnType<Describer['describe']>>;
  try {
    described = await describer.describe(text);
  } catch (error) {
    return [String(error)];
  }
  if (!columns) return [];
  const names = new Set(described.map(({ name }) => name));
  return [
    ...[...columns].flatMap(([name, { isOptional }]) =>
      names.has(name) || isOptional ? [] : [`${name} is not given`],
    ),
    ...described.flatMap(({ name, kind, isNullable }) => {
      const claimed = columns.get(name)?.kinds;
      if (!claimed) return [`${name} is not claimed`];
      const others = claimed.filter((each) => each !== 'null' && each !== kind);
      const isWrong = kind !== 'anything' && others.some((each) => each !== 'anything');
      if (isWrong) return [`${name} is ${kind}, not ${others.join(' | ')}`];
      return isNullable && !claimed.includes('null') && !claimed.includes('anything') ? [`${name} may be null`] : [];
    }),
  ];
}

async function problemsIn(ones: readonly Claim[]): Promise<string[]> {
  const found: string[] = [];
  for (const claim of ones) {
    const texts = declared.get(claim.at);
    if (!texts) found.push(`${short(claim.at)}: is not declared when its file is loaded`);
    for (const text of texts ?? []) {
      found.push(...(await problemsOf(claim, text)).map((problem) => `${short(claim.at)}: ${problem}`));
    }
  }
  return found;
}

test('a renamed column, another type, a null and a table that is not there are found, and nothing else', async () => {
  const found = await problemsIn(statements.claims.filter(({ at }) => at.startsWith(FIXTURE)));
  expect(found.map((problem) => problem.replace(/^\S+ /, ''))).toEqual([
    'frameTitle is not given',
    'frameName is not claimed',
    'version is number, not string',
    'created is Date, not string',
    'sex may be null',
    'frameCode may be null',
    'error: relation "framez" does not exist',
  ]);
});

test('every statement gives the rows that it claims', async () => {
  const ours = statements.claims.filter(({ at }) => !at.startsWith(FIXTURE));
  expect(ours.length).toBeGreaterThan(80);
  expect(await problemsIn(ours)).toEqual([]);
}, 120_000);

test('every statement names the institution whose rows it reads, but for those that are known to read of all', async () => {
  const tables = await readTenantTables(client);
  expect(tables).toContain('reservations');
  // So that what is looked up is planned as it is in a full table.
  await client.query('set enable_seqscan = off');
  const unbound = (text: string) => unboundTables(client, tables, text);
  const joined = 'select o.name from option_items o join frames f using (institution_code, frame_code) where';
  expect(await unbound(`${joined} o.institution_code = $1`)).toEqual([]);
  expect(await unbound(`${joined} o.option_code = $1`)).not.toEqual([]);
  expect(await unbound('delete from frames where frame_code = $1')).toEqual(['frames']);

  const found = [...findUnnamedChains(tables), ...findUnnamedInFunctions(tables)];
  for (const { at } of statements.claims.filter((each) => !each.at.startsWith(FIXTURE))) {
    for (const text of declared.get(at) ?? []) {
      found.push(...(await unbound(text)).map((table) => `${short(at)}: ${table}`));
    }
  }
  const fileOf = (place: string) => place.replace(/:.*/, '');
  expect(found.filter((place) => !(fileOf(place) in ACROSS_INSTITUTIONS))).toEqual([]);
  expect([...new Set(found.map(fileOf))].sort()).toEqual(Object.keys(ACROSS_INSTITUTIONS).sort());
}, 120_000);

test('a text that is always the same is a query; what is run as put together has a piece put into it', () => {
  const isOurs = (at: string) => !at.startsWith(FIXTURE);
  expect(statements.unclaimed.filter((at) => !isOurs(at)).map(short)).toHaveLength(2);
  expect(statements.unclaimed.filter(isOurs).map(short)).toEqual([]);
});
