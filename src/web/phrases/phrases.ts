// Marks the ends of phrases (文節) in what elements say, where lines may end, for browsers that do not find them themselves
// (`word-break: auto-phrase`).
import { createElement, Fragment, type ReactNode } from 'react';

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

const ENDING = /[、。！？・]/u;
const OPENING = /[（「『【]/u;
const CLOSED = /[）」』】]/u;
/** Never begins a line. */
const HANGING = /[、。，．：；！？・）」』】〜～…]/u;
const HIRAGANA = /\p{Script=Hiragana}/u;
const LETTER = /[\p{L}\p{N}]/u;
/** Phrases that begin in hiragana: words with a polite prefix, and what asks for something. */
const POLITE = /^(?:[おご][\p{Script=Han}\p{Script=Katakana}]|ください|いただ)/u;
/** Words that begin with a verb, which browsers' dictionaries know in part: 受け取る, 混み合う, お勤め先. */
const VERB = /\p{Script=Han}[いきしちみりえけせめれ]$/u;
const GOES_ON = /^(?:[合込取付消出上直替換返扱続入渡]\p{Script=Hiragana}|[先方者物所口済](?!\p{Script=Han}))/u;
/** Most texts (names, numbers, single words) are one phrase, and need no closer look. */
const SEVERAL = /[\p{Script=Hiragana}、。！？・）」』】].|.[（「『【]/u;

/** For what looks like the end of a phrase and is within a word: 申し込み. Made when it is needed: its dictionary takes a while to open. */
let words: Intl.Segmenter | undefined;

function wordStartsOf(text: string): { has(at: number): boolean } {
  if (typeof Intl.Segmenter !== 'function') return { has: () => true };
  words ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return new Set(Array.from(words.segment(text), ({ index }) => index));
}

/** A text as its phrases, each a word with the particles that hang on it. Put together they are the text. */
export function phrasesOf(text: string): string[] {
  if (!SEVERAL.test(text)) return [text];
  const wordStarts = wordStartsOf(text);
  const phrases: string[] = [];
  let phrase = text.charAt(0);
  for (let at = 1; at < text.length; at += 1) {
    const [before, after, rest] = [text.charAt(at - 1), text.charAt(at), text.slice(at)];
    const isNew = HIRAGANA.test(after) ? POLITE.test(rest) : LETTER.test(after);
    const isEnd =
      ENDING.test(before) ||
      (CLOSED.test(before) && isNew) ||
      OPENING.test(after) ||
      (HIRAGANA.test(before) && isNew && wordStarts.has(at) && !(VERB.test(phrase) && GOES_ON.test(rest)));
    // A prefix is no phrase, and no line is a single letter.
    const isTooShort = /^[おご]$/.test(phrase) || /^.[。！？]?$/u.test(rest);
    if (isEnd && !isTooShort && !HANGING.test(after) && !OPENING.test(before) && !/\s/.test(before + after)) {
      phrases.push(phrase);
      phrase = '';
    }
    phrase += after;
  }
  return [...phrases, phrase];
}
