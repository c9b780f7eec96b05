// Rules that look at several fields of a record at once, and what fields and rules find wrong.
import type { Path, Problem } from './field.ts';

/**
 * A rule over a whole record. It sees what the fields hold even where that breaks their own rules, so that all problems are
 * reported at once; but where it looks at a field that holds no value at all (a row that could not be read, nothing chosen),
 * it ends there, since nothing can be said about that.
 */
export type Rule<T> = (value: T, report: (field: string, sentence: string, path?: Path) => void) => void;

export class Problems {
  readonly all: Problem[] = [];
  #reported: Set<string> | undefined;

  add(field: string, sentence: string, path?: Path): void {
    this.#reported ??= new Set();
    const place = JSON.stringify([field, path]);
    // Of a list with wrong rows, nothing more is said as a whole.
    if (this.#reported.has(place) || (!path && this.#reported.has(field))) return;
    this.#reported.add(place).add(field);
    this.all.push(path ? { field, sentence, path } : { field, sentence });
  }
}

const UNREAD = new Error('A rule has looked at a field without a value.');

/** The same, but for the fields without a value: looking at one ends a rule. */
function guard<T extends object>(value: T, gaps: readonly (keyof T)[]): T {
  const guarded = { ...value };
  for (const name of gaps) {
    Object.defineProperty(guarded, name, {
      enumerable: true,
      get: () => {
        throw UNREAD;
      },
    });
  }
  return guarded;
}

export function applyRules<T extends object>(rules: readonly Rule<T>[], value: T, problems: Problems): void {
  const names = Object.keys(value) as (keyof T)[];
  const gaps = names.filter((name) => value[name] === undefined);
  const readable = gaps.length > 0 ? guard(value, gaps) : value;
  const report = problems.add.bind(problems);
  for (const rule of rules) {
    try {
      rule(readable, report);
    } catch (error) {
      if (error !== UNREAD) throw error;
    }
  }
}
