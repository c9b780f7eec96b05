// docs/spec-coverage.md: everything that the specification names, with the test that shows it; and what has none.
import type { Call } from '#wire/call.ts';
import type { Meaning } from '#wire/field.ts';
import {
  answerOf,
  type CallEntry,
  type Entry,
  type LimitEntry,
  nameTest,
  type Part,
  type RouteEntry,
  type TextEntry,
  toTheLetter,
} from './list.ts';
import { ANYTHING, readTests } from './read-tests.ts';

type Calls = ReadonlyMap<string, Call>;

/** A sentence may stand within one of the test's texts, a word must be all of it; what differs may be anything. */
function holdsText({ value }: TextEntry, texts: ReadonlySet<string>): boolean {
  const within = value.length > 10 || /[。？]$/.test(value);
  const pattern = value
    .split(/(?<!\{)\{[^{}]*\}(?!\})/)
    .map(toTheLetter)
    .join('.+');
  const meant = new RegExp(within ? pattern : `^${pattern}$`, 's');
  return [...texts].some((text) => meant.test(text));
}

/** The address as a whole: neither a longer one nor a call of the same name. */
function holdsRoute({ value }: RouteEntry, texts: ReadonlySet<string>): boolean {
  const [, name = '', param] = value.split('/');
  const meant = new RegExp(`(?<![A-Za-z0-9])(?<!\\w/)${toTheLetter(name)}${param ? '/' : '(?![A-Za-z0-9/])'}`);
  return [...texts].some((text) => meant.test(text));
}

/** The code of a field stands among what a record carries, at whatever depth. */
const meaningsOf = (meanings: readonly Meaning[], field: string) =>
  meanings.filter(({ code }) => code.split(/[.[\]]+/).includes(field));

function wrongFields({ value, sends = [], reads = [], unheeded = [] }: CallEntry, calls: Calls): string[] {
  const call = calls.get(value);
  if (!call) return ['there is no such call'];
  const { meanings } = call.request;
  return [
    ...sends.filter((field) => meaningsOf(meanings, field).length === 0).map((field) => `does not send ${field}`),
    ...reads
      .filter((field) => meaningsOf(call.reply.meanings, field).length === 0)
      .map((field) => `does not read ${field}`),
    ...unheeded.filter((field) => meaningsOf(meanings, field).length > 0).map((field) => `heeds ${field}`),
  ];
}

/** "1 = day, 2 = time" of the contract for "1, 2" of the list; any other form to the letter. */
function isLimit({ value, call, field, way }: LimitEntry, calls: Calls): boolean {
  const of = calls.get(call);
  const stated = of ? meaningsOf(way === 'sends' ? of.request.meanings : of.reply.meanings, field) : [];
  const values = /^\w+(, \w+)*$/.test(value) ? value.split(', ') : null;
  return stated.some(({ type }) => {
    if (!values) return type.includes(value);
    const had = [...type.matchAll(/(\w+) = /g)].map(([, one]) => one);
    return values.every((one) => had.includes(one));
  });
}

/** Null where the entry is shown. */
function faultOf(entry: Entry, calls: Calls): string | null {
  if (entry.kind === 'limit') return isLimit(entry, calls) ? null : 'its contract does not say so';
  if (entry.kind === 'call') {
    const wrong = wrongFields(entry, calls);
    if (wrong.length > 0) return wrong.join(', ');
  }
  if (!entry.test) return 'no test shows it';
  const { file, title } = nameTest(entry.test);
  const test = readTests(file).get(title.replaceAll('…', ANYTHING));
  if (!test) return `there is no test "${entry.test}" that runs`;
  const { texts, uncertain } = test;
  // Which of two comes first is the machine's to decide: an answer that a race gives on one machine it does not give on another.
  if (answerOf(entry) && uncertain.size > 0)
    return `"${entry.test}" has no certain answer (${[...uncertain].join(', ')})`;
  // What calls answer is held against the list when the test runs: see setup.ts.
  if (entry.kind === 'text' && !holdsText(entry, texts)) return `"${entry.test}" does not hold this text`;
  if (entry.kind === 'route' && !holdsRoute(entry, texts)) return `"${entry.test}" does not go there`;
  return null;
}

const nameOf = (entry: Entry) => {
  if (entry.kind === 'code') return `${entry.call} ${entry.value}`;
  return entry.kind === 'limit' ? `${entry.call} ${entry.field}: ${entry.value}` : entry.value;
};

/** A line for each entry that nothing shows. */
export function findGaps(parts: readonly Part[], all: readonly Call[]): string[] {
  const calls = new Map(all.map((call) => [call.path as string, call]));
  return parts.flatMap(({ title, entries }) =>
    entries.flatMap((entry) => {
      const fault = faultOf(entry, calls);
      return fault ? [`${title}, ${entry.section}: ${entry.kind} ${nameOf(entry)}: ${fault}.`] : [];
    }),
  );
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function rowOf(entry: Entry): string {
  const shown = entry.kind === 'limit' ? 'contract' : entry.test ? cell(showTest(entry.test)) : '**nothing**';
  return `| ${entry.kind} | \`${nameOf(entry)}\` | ${cell(entry.note ?? '')} | ${shown} |`;
}

function showTest(test: string): string {
  const { file, title } = nameTest(test);
  return `[${file.split('/').at(-1)}](../${file}): ${title}`;
}

const KINDS = ['route', 'call', 'code', 'text', 'limit'] as const;

function countRows(parts: readonly Part[]): string[] {
  const count = (entries: readonly Entry[]) =>
    [...KINDS.map((kind) => entries.filter((entry) => entry.kind === kind).length), entries.length].join(' | ');
  return [
    `| part | ${KINDS.map((kind) => `${kind}s`).join(' | ')} | all |`,
    `|---|${'---|'.repeat(KINDS.length + 1)}`,
    ...parts.map(({ title, entries }) => `| ${title} | ${count(entries)} |`),
    `| all | ${count(parts.flatMap(({ entries }) => entries))} |`,
  ];
}

/** The page; the same for the same list. */
export function drawCoverage(parts: readonly Part[], gaps: readonly string[]): string {
  const sections = parts.flatMap(({ title, entries }) => [
    `## ${title}`,
    ...[...Map.groupBy(entries, ({ section }) => section)].map(([section, own]) =>
      [`### ${section}`, '', '| kind | value | what it is | shown by |', '|---|---|---|---|', ...own.map(rowOf)].join(
        '\n',
      ),
    ),
  ]);
  const head = [
    '# What the specification names, and what shows it',
    'Written by `npm run generate` from the lists in `tests/spec/`: do not edit. [Decision 80](decisions/0080-specification-coverage.md) says what counts as shown.',
    countRows(parts).join('\n'),
    gaps.length === 0 ? 'Everything is shown.' : ['Not shown:', '', ...gaps.map((gap) => `- ${gap}`)].join('\n'),
  ];
  return `${[...head, ...sections].join('\n\n')}\n`;
}
