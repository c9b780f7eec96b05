// Which tests of rules and calls lie nearest to what was changed, by who imports whom: for the minutes between (npm run test:quick).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { targetsOf } from '#tests/kit/module-graph.ts';

/** As many as two idle cores run in well under a minute: each takes them about two seconds, with its share of the start. */
const MOST = 30;

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Since that commit, those included that nobody has added yet. */
export const changedSince = (base: string): string[] => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
];

const pathOf = (path: string) => (path.startsWith('tests/') ? path : `src/${path}`);

/** Who imports a file: of sources by their paths, whichever way they are written. */
function importersOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const { path } of targetsOf(file, readFileSync(file, 'utf8'))) {
      const target = /^(src|tests|bench|scripts)\//.test(path) ? path : pathOf(posix.normalize(path));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** All parts meet there, and tests start the service through it: beyond it everything leans on everything. */
const isRoot = (file: string) => file.startsWith('src/app/');

/**
 * The nearest first: what stands beside what was changed, then what leans on it, by its tests and by those in the folder of a source
 * that does. How many were left out comes with them.
 */
export function relatedTests(changed: readonly string[], isLeftOut: (file: string) => boolean): [string[], number] {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests');
  const sources = listed.filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  const tests = sources.filter((file) => isTest(file) && !isLeftOut(file));
  const importers = importersOf(sources);
  const reached = new Set(changed);
  for (const file of reached) {
    if (isRoot(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const isOf = (source: string, test: string) => !isTest(source) && posix.dirname(test) === posix.dirname(source);
  const isBeside = (test: string) => changed.some((file) => posix.dirname(test).startsWith(posix.dirname(file)));
  const leaning = [...reached].flatMap((file) => tests.filter((test) => test === file || isOf(file, test)));
  const sorted = [...new Set([...tests.filter(isBeside), ...leaning])];
  return [sorted.slice(0, MOST), Math.max(0, sorted.length - MOST)];
}
