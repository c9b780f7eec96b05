// Parts of documents that programs write: each stands between `<!-- name -->` and `<!-- /name -->`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);

export const readDocument = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

/** The document with these texts, by name; one without a place for each of them is an error. */
export function fillIn(document: string, texts: Readonly<Record<string, string>>): string {
  let filled = document;
  for (const [name, text] of Object.entries(texts)) {
    const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [begin, end] = [filled.indexOf(from), filled.indexOf(to)];
    if (begin < 0 || end < begin) throw new Error(`there is no place for ${name}`);
    filled = `${filled.slice(0, begin + from.length)}\n\n${text}\n\n${filled.slice(end)}`;
  }
  return filled;
}

export function writeInto(file: string, texts: Readonly<Record<string, string>>): void {
  writeFileSync(new URL(file, ROOT), fillIn(readDocument(file), texts));
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** What was run: a commit, and whether anything was changed since. Without its history it is told so. */
export function commitNow(): string {
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', 'migrations', 'bench', 'tests') !== '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  } catch {
    return 'of no known commit';
  }
}
