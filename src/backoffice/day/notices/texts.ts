// The texts that a notice may begin with, and what was written over each of them.
import { NOTICE_TEXT_WORDS, noticeText } from '#domain/mail/notice-texts.ts';
import { namesOf } from '#web/names-of.ts';
import type { Pattern, WrittenText } from '#web/open-notice.ts';
import type { Draft } from './contract.ts';

type Known = Pick<Draft, 'frameName' | 'lastSubject' | 'lastBody'>;
type Texts = Readonly<Partial<Record<Pattern, WrittenText>>>;

const WORDS: Readonly<Record<Pattern, string>> = { ...NOTICE_TEXT_WORDS, last: '前回の文面' };

export const patternsFor = ({ lastBody }: Known) =>
  namesOf(WORDS)
    .filter((pattern) => pattern !== 'last' || lastBody !== '')
    .map((pattern) => ({ value: pattern, label: WORDS[pattern] }));

export const patternText = (pattern: Pattern, { frameName, lastSubject, lastBody }: Known): WrittenText =>
  pattern === 'last' ? { subject: lastSubject, body: lastBody } : noticeText(pattern, frameName);

const isSame = (one: WrittenText, other: WrittenText) => one.subject === other.subject && one.body === other.body;

export const textOf = (pattern: Pattern, texts: Texts, known: Known): WrittenText =>
  texts[pattern] ?? patternText(pattern, known);

/** Keeps what differs from the text that it began as. */
export function storeText(texts: Texts, pattern: Pattern, written: WrittenText, known: Known): Texts {
  const { [pattern]: _, ...others } = texts;
  return isSame(written, patternText(pattern, known)) ? others : { ...others, [pattern]: written };
}
