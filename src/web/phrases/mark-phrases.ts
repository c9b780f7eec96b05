// Marks the ends of phrases in what elements say, for browsers that do not find them themselves (`word-break: auto-phrase`).
import { createElement, Fragment, type ReactNode } from 'react';
import { phrasesOf } from './phrases.ts';

/** What is drawn ahead of the browser is for any of them. */
const isNeeded = typeof CSS === 'undefined' || !CSS.supports('word-break', 'auto-phrase');

/** Elements whose own text is read in lines; no options, titles or drawings. */
const READ = new Set<unknown>(
  'p li dt dd th td label legend button a h1 h2 h3 div span b strong em small caption summary'.split(' '),
).add(Fragment);

/** A part that draws its children as such an element does: they are marked where the screen writes them. */
export const drawsText = (part: unknown): void => void READ.add(part);

/** As many texts as the screens of an hour have; they are asked for again with every stroke of a key. Emptied when full: this is in every first load. */
const KNOWN_MAX = 2_000;
const marked = new Map<string, ReactNode>();

const END = createElement('wbr');

/** In an element of its own: beside a `wbr`, the text of a flex box would be several of its items. */
function mark(text: string): ReactNode {
  const known = marked.get(text);
  if (known !== undefined) return known;
  const [first, ...others] = phrasesOf(text);
  const made =
    others.length === 0
      ? text
      : createElement('text-phrases', null, first, ...others.flatMap((phrase) => [END, phrase]));
  if (marked.size === KNOWN_MAX) marked.clear();
  marked.set(text, made);
  return made;
}

const markText = (child: ReactNode) => (typeof child === 'string' ? mark(child) : child);

/** `isStatic`: children as the source lists them. A list that was put together needs keys, and is left as it is. */
export function markPhrases(type: unknown, props: { children?: ReactNode }, isStatic: boolean) {
  const { children } = props;
  if (!isNeeded || !READ.has(type) || children === undefined) return props;
  if (typeof children === 'string') return { ...props, children: mark(children) };
  return isStatic && Array.isArray(children) ? { ...props, children: children.map(markText) } : props;
}
