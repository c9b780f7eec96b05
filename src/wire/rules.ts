// Rules that look at several fields of a record at once, and what fields and rules find wrong.
import type { Path, Problem } from './field.ts';

/**
 * A rule over a whole record. It sees what the fields hold even where that breaks their own rules, so that all problems are
 * told at once; but where it looks at a field that holds no value at all (a row that could not be read, nothing chosen),
 * it ends there, since nothing can be said about that.
 */
export type Rule<T> = (value: T, say: (field: string, sentence: string, path?: Path) => void) => void;

/** What is wrong, one sentence for each place. */
export class Problems {
  readonly all: Problem[] = [];
  readonly #told = new Set<string>();

  add(field: string, sentence: string, path?: Path): void {
    const place = JSON.stringify([field, path]);
    // Of a list with wrong rows, nothing more is said as a whole.
    if (this.#told.has(place) || (!path && this.#told.has(field))) return;
    this.#told.add(place).add(field);
    this.all.push(path ? { field, sentence, path } : { field, sentence });
  }
}

const UNREAD = new Error('A rule has looked at a field without a value.');

export function applyRules<T extends object>(rules: readonly Rule<T>[], value: T, problems: Problems): void {
  const readable = { ...value };
  for (const name of Object.keys(value) as (keyof T)[]) {
    if (value[name] !== undefined) continue;
    Object.defineProperty(readable, name, {
      enumerable: true,
      get: () => {
        throw UNREAD;
      },
    });
  }
  for (const rule of rules) {
    try {
      rule(readable, (field, sentence, path) => problems.add(field, sentence, path));
    } catch (error) {
      if (error !== UNREAD) throw error;
    }
  }
}
