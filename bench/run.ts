// `npm run bench`: every row as a ratio within one run, since absolute times mean nothing on other machines. It takes 25 minutes at the
// most, writes bench/results/latest.json and what docs/performance.md and docs/scaling.md tell of it.
// `-- quick` does the same with fewer calls in 3 minutes and writes nothing; `-- rows month booking` measures the rows that are called so;
// `-- growth 10000000` measures them once among so many reservations, and keeps that; `-- beside PATH` measures another checkout too.
// Parts of their own: `-- rush 2000`, `-- mail 400`, `-- start`, `-- pages`, `-- plans 1000000`, `-- backup 1000000`, `-- notice 500`,
// `-- timing 5000`, `-- forget 300000`, `-- reception 300 400`, `-- access-log 10000 10`.
import { benchAccessLog } from './access-log.ts';
import { benchBackup } from './backup.ts';
import { benchBeside } from './beside.ts';
import { benchForget } from './forget.ts';
import { writeDocuments } from './frame/documents.ts';
import { describeRun, type Found, isMet, keepResults, type Results } from './frame/results.ts';
import { QUICK, WHOLE } from './frame/row.ts';
import { report } from './kit.ts';
import { measureMail } from './mail.ts';
import { benchNotice } from './notice.ts';
import { benchPages } from './pages.ts';
import { benchPlans } from './plans.ts';
import { benchReception } from './reception.ts';
import { measureRush } from './rush.ts';
import { measureStart } from './start.ts';
import { benchTiming } from './timing.ts';
import { measureRows, type Sizes } from './whole.ts';

const FEW = 10_000;
const MANY = 1_000_000;
/** Of reservations, people in a rush and in a wave of mails, and visits to each page, in a quick run. */
const [SOME, SOME_PEOPLE, SOME_MAILS, ONE_PAGE] = [50_000, 100, 80, 1];

const [part, ...rest] = process.argv.slice(2);
const numbers = rest.map(Number);

async function pagesOf(rounds?: number): Promise<Found> {
  const isGood = await benchPages(rounds);
  return { rows: [], figures: [{ name: 'pages that miss a goal', value: isGood ? 0 : 1, unit: '', most: 0 }] };
}

async function measureAll(sizes: Sizes, parts: readonly (() => Promise<Found>)[]): Promise<Results> {
  const began = performance.now();
  const found: Found[] = [];
  for (const measure of parts) found.push(await measure());
  return {
    ...describeRun(),
    reservations: sizes,
    minutes: (performance.now() - began) / 60_000,
    rows: found.flatMap(({ rows }) => rows),
    figures: found.flatMap(({ figures }) => figures),
  };
}

async function runWhole(): Promise<boolean> {
  const sizes = { many: MANY, few: FEW };
  const results = await measureAll(sizes, [
    () => measureStart(WHOLE),
    () => measureRows(sizes, WHOLE),
    () => measureMail(WHOLE),
    () => measureRush(WHOLE),
    () => pagesOf(),
  ]);
  keepResults('latest', results);
  writeDocuments();
  console.log(`${results.minutes.toFixed(1)} minutes; written to bench/results/latest.json and the documents`);
  return isMet(results);
}

async function runQuick(): Promise<boolean> {
  const sizes = { many: SOME, few: FEW };
  const results = await measureAll(sizes, [
    () => measureStart(QUICK),
    () => measureRows(sizes, QUICK),
    () => measureMail(QUICK, SOME_MAILS),
    () => measureRush(QUICK, SOME_PEOPLE),
    () => pagesOf(ONE_PAGE),
  ]);
  console.log(`${results.minutes.toFixed(1)} minutes`);
  return isMet(results);
}

async function runGrowth(many = MANY): Promise<boolean> {
  const sizes = { many, few: FEW };
  const results = await measureAll(sizes, [() => measureRows(sizes, WHOLE)]);
  keepResults(`growth-${many}`, results);
  writeDocuments();
  return isMet(results);
}

const found = async (measuring: Promise<Found>) => isMet(await measuring);

const PARTS: Record<string, () => Promise<boolean>> = {
  quick: runQuick,
  growth: () => runGrowth(numbers[0]),
  rows: () => found(measureRows({ many: MANY, few: FEW }, WHOLE, rest)),
  start: () => found(measureStart(WHOLE)),
  rush: () => found(measureRush(numbers[0] ? { ...WHOLE, rounds: numbers[1] ?? 1 } : WHOLE, numbers[0])),
  mail: () => found(measureMail(WHOLE, numbers[0])),
  pages: () => benchPages(...numbers),
  plans: () => benchPlans(...numbers),
  backup: () => benchBackup(...numbers),
  notice: () => benchNotice(...numbers),
  timing: () => benchTiming(...numbers),
  forget: () => benchForget(...numbers),
  reception: async () => report(await benchReception(...numbers)),
  'access-log': async () => report(await benchAccessLog(...numbers)),
  async beside() {
    await benchBeside(rest[0] ?? '', numbers[1], rest.slice(2));
    return true;
  },
};

const run = part === undefined ? runWhole : PARTS[part];
if (!run) throw new Error(`there is no part ${part}; there are ${Object.keys(PARTS).join(', ')}`);
process.exitCode = (await run()) ? 0 : 1;
