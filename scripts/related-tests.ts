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

/** The nearest first: what stands beside it, what imports it, what imports that. How many were left out is told, too. */
export function relatedTests(changed: readonly string[], isLeftOut: (file: string) => boolean): [string[], number] {
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests');
  const importers = importersOf(sources.filter((file) => /\.tsx?$/.test(file) && existsSync(file)));
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const folders = changed.map((file) => posix.dirname(file));
  // Tests go through the HTTP server, which leads everywhere: those beside what was changed mean it, however far it is.
  const isBeside = (file: string) => folders.some((folder) => posix.dirname(file).startsWith(folder));
  const tests = [...reached].filter((file) => /\.test\.tsx?$/.test(file) && !isLeftOut(file));
  const sorted = [...tests.filter(isBeside), ...tests.filter((file) => !isBeside(file))];
  return [sorted.slice(0, MOST), Math.max(0, tests.length - MOST)];
}
