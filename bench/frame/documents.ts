// The tables of docs/performance.md and docs/scaling.md, written from bench/results between markers: text and figures can't differ.

import { readFileSync, writeFileSync } from 'node:fs';
import { isMissed, type Results, readResults } from './results.ts';
import { scalingText } from './scaling.ts';

const VERDICTS = { met: '', missed: ' **missed**', unsettled: ' (unsettled, not judged)' };

const count = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));

export function describeResults({ date, commit, machine, reservations, minutes }: Results): string {
  const { cores, cpu, memoryGb, node } = machine;
  return (
    `${date} UTC, commit ${commit}, ${cores} cores (${cpu}), ${memoryGb} GB, Node ${node}; ` +
    `${reservations.many.toLocaleString('en')} reservations beside ${reservations.few.toLocaleString('en')}; ` +
    `${minutes.toFixed(0)} minutes.`
  );
}

export function rowTable({ rows }: Results): string {
  const head =
    '| act | of | ratio | rounds from to | at least | CPU of the service | of the database |\n|---|---|---|---|---|---|---|';
  const lines = rows.flatMap(({ name, ratios, serviceMicros, databaseMicros }) =>
    ratios.map(({ to, ratio, low, high, least, verdict }, at) => {
      const cpu = at === 0 ? `${count(serviceMicros)} µs | ${count(databaseMicros)} µs` : ' | ';
      const limit = `${least.toFixed(2)}${VERDICTS[verdict]}`;
      return `| ${at === 0 ? name : ''} | ${to} | ${ratio.toFixed(2)} | ${low.toFixed(2)} to ${high.toFixed(2)} | ${limit} | ${cpu} |`;
    }),
  );
  return [head, ...lines].join('\n');
}

function figureTable({ figures }: Results): string {
  const lines = figures.map((figure) => {
    const { name, value, unit, most } = figure;
    const limit = most === undefined ? '' : `${most} ${unit}${isMissed(figure) ? ' **missed**' : ''}`;
    return `| ${name} | ${Number(value.toPrecision(3))} ${unit} | ${limit} |`;
  });
  return ['| what | measured | at most |\n|---|---|---|', ...lines].join('\n');
}

const NONE = 'Not measured yet.';

function growthText(all: ReadonlyMap<string, Results>): string {
  const growth = [...all].filter(([name]) => name.startsWith('growth-')).map(([, results]) => results);
  const tables = growth
    .toSorted((a, b) => a.reservations.many - b.reservations.many)
    .map((results) => [describeResults(results), rowTable(results), figureTable(results)].join('\n\n'));
  return tables.join('\n\n') || NONE;
}

/** What stands between the markers of each name. */
export function textsOf(all: ReadonlyMap<string, Results>): Record<string, string> {
  const latest = all.get('latest');
  return {
    run: latest ? describeResults(latest) : NONE,
    rows: latest ? rowTable(latest) : NONE,
    figures: latest ? figureTable(latest) : NONE,
    growth: growthText(all),
    scaling: latest ? scalingText(latest) : NONE,
  };
}

/** Puts each text between `<!-- bench name -->` and `<!-- end -->`. */
export function fillIn(document: string, texts: Record<string, string>): string {
  return document.replace(/(<!-- bench (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`nobody measures ${name}`);
    return `${begin}\n${text}\n\n${end}`;
  });
}

const ROOT = new URL('../../', import.meta.url);
const DOCUMENTS = ['docs/performance.md', 'docs/scaling.md'];

/** Each document as it is with what the kept results say. */
export function measuredDocuments(): Record<string, string> {
  const texts = textsOf(readResults());
  return Object.fromEntries(DOCUMENTS.map((file) => [file, fillIn(readFileSync(new URL(file, ROOT), 'utf8'), texts)]));
}

export function writeDocuments(): void {
  for (const [file, text] of Object.entries(measuredDocuments())) writeFileSync(new URL(file, ROOT), text);
}
