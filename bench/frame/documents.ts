// The tables of docs/performance.md and docs/scaling.md, written from bench/results between marks: text and figures can't differ.
import { fillIn, readDocument, writeInto } from '../../scripts/fill-in.ts';
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
export function textsOf(all: ReadonlyMap<string, Results>) {
  const latest = all.get('latest');
  return {
    run: latest ? describeResults(latest) : NONE,
    rows: latest ? rowTable(latest) : NONE,
    figures: latest ? figureTable(latest) : NONE,
    growth: growthText(all),
    scaling: latest ? scalingText(latest) : NONE,
  };
}

const PLACES = {
  'docs/performance.md': ['run', 'rows', 'figures', 'growth'],
  'docs/scaling.md': ['scaling'],
} as const;

/** What belongs into each document. */
function textsByDocument(): [string, Record<string, string>][] {
  const texts = textsOf(readResults());
  return Object.entries(PLACES).map(([file, names]) => [
    file,
    Object.fromEntries(names.map((name) => [name, texts[name]])),
  ]);
}

/** Each document as it is with what the kept results say. */
export const measuredDocuments = (): Record<string, string> =>
  Object.fromEntries(textsByDocument().map(([file, texts]) => [file, fillIn(readDocument(file), texts)]));

export function writeDocuments(): void {
  for (const [file, texts] of textsByDocument()) writeInto(file, texts);
}
