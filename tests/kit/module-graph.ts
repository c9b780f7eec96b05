// Reads from sources, by path and text, who imports whom: what is reached at run time, circles, and names that meet.
import { posix } from 'node:path';

export type Sources = ReadonlyMap<string, string>;

export interface Import {
  path: string;
  /** Gone at run time. */
  isType: boolean;
}

const IMPORT = /(?<!['"`])\b(?:from|import|require)\s*\(?\s*(['"`])(.+?)\1/g;
const WORKER = /\bnew Worker\(\s*new URL\(\s*(['"`])(.+?)\1/g;
const TYPE_HEAD = /\b(?:import|export)\s+type\s[^'"`;]*$/;

/** What a file imports, as written: by any kind of import, of code, types or styles. */
export const importsOf = (text: string): Import[] =>
  [...text.matchAll(IMPORT)].map(({ index, 2: path = '' }) => ({
    path,
    isType: TYPE_HEAD.test(text.slice(Math.max(0, index - 3000), index)),
  }));

function resolve(file: string, path: string): string {
  if (path.startsWith('#')) return path.slice(1);
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path;
}

/** The same as paths below src/; packages as they are called. */
export const targetsOf = (file: string, text: string): Import[] =>
  importsOf(text).map(({ path, isType }) => ({ path: resolve(file, path), isType }));

/** Workers are started, and know their starter: that is no circle. */
const workersOf = (file: string, text: string) =>
  [...text.matchAll(WORKER)].map(({ 2: path = '' }) => resolve(file, path));

/** All that is loaded, at the latest when it is used, once these are: files and packages. */
export function reachedFrom(sources: Sources, ...doors: string[]): ReadonlySet<string> {
  const reached = new Set(doors);
  for (const file of reached) {
    const text = sources.get(file) ?? '';
    for (const { path, isType } of targetsOf(file, text)) if (!isType) reached.add(path);
    for (const path of workersOf(file, text)) reached.add(path);
  }
  return reached;
}

/** Files that come back to themselves through what they import, types included; each with one way round. */
export function findCircles(sources: Sources): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  function walk(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
    if (way.includes(file) || done.has(file)) return;
    for (const { path } of targetsOf(file, sources.get(file) ?? '')) {
      if (sources.has(path)) walk(path, [...way, file]);
    }
    done.add(file);
  }
  for (const file of sources.keys()) walk(file, []);
  return circles;
}

const EXPORT = /^export (?:abstract |async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;
const NAMED_IMPORT = /\bimport\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*['"](.+?)['"]/g;

/** Names that one file takes from two others, or takes from another and exports for something else. */
export function findMeetings(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const places = new Map([...text.matchAll(EXPORT)].map(([, name = '']) => [name, [file]]));
    for (const [, names = '', path = ''] of text.matchAll(NAMED_IMPORT)) {
      for (const each of names.split(',')) {
        const name = /^\s*(?:type\s+)?(\w+)/.exec(each)?.[1];
        if (name) places.set(name, [...(places.get(name) ?? []), path]);
      }
    }
    return [...places].filter(([, from]) => from.length > 1).map(([name, from]) => `${file}: ${name} of ${from}`);
  });
}
