// Where lines of Japanese may end: a text as its phrases (文節), each a word with the particles that hang on it.

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

/** Put together they are the text. */
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
