// A new notice as it is written: the texts that it may begin with, what was written over them, and whom it goes to and how. It is kept
// in the tab with every key.
import { useCallback, useEffect, useState } from 'react';
import { NOTICE_TEXT_WORDS, noticeText } from '#domain/mail/notice-texts.ts';
import { namesOf } from '#web/names-of.ts';
import { noticeDraft, type Pattern, type WantedNotice, type WrittenText } from '#web/open-notice.ts';
import { useForm } from '#web/ui/form.ts';
import { type Draft, type Recipient, writtenText } from './contract.ts';

type Known = Pick<Draft, 'frameName' | 'lastSubject' | 'lastBody'>;
type Texts = Readonly<Partial<Record<Pattern, WrittenText>>>;

const WORDS: Readonly<Record<Pattern, string>> = { ...NOTICE_TEXT_WORDS, last: '前回の文面' };

export const patternsFor = ({ lastBody }: Known) =>
  namesOf(WORDS)
    .filter((pattern) => pattern !== 'last' || lastBody !== '')
    .map((pattern) => ({ value: pattern, label: WORDS[pattern] }));

const patternText = (pattern: Pattern, { frameName, lastSubject, lastBody }: Known): WrittenText =>
  pattern === 'last' ? { subject: lastSubject, body: lastBody } : noticeText(pattern, frameName);

const isSame = (one: WrittenText, other: WrittenText) => one.subject === other.subject && one.body === other.body;

export const textOf = (pattern: Pattern, texts: Texts, known: Known): WrittenText =>
  texts[pattern] ?? patternText(pattern, known);

/** Keeps what differs from the text that it began as. */
export function storeText(texts: Texts, pattern: Pattern, written: WrittenText, known: Known): Texts {
  const { [pattern]: _, ...others } = texts;
  return isSame(written, patternText(pattern, known)) ? others : { ...others, [pattern]: written };
}

export function useWritten(draft: Draft, wanted: WantedNotice) {
  const [stored] = useState(noticeDraft.get);
  const [pattern, setPattern] = useState<Pattern>(stored.pattern ?? wanted.text);
  const form = useForm(writtenText, textOf(pattern, stored.texts, draft));
  const [leftOut, leaveOut] = useNumbers('leftOut');
  const [calledToo, callToo] = useNumbers('calledToo');

  const { subject, body } = form.draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text takes its place together with its name
  useEffect(() => {
    const { texts } = noticeDraft.get();
    const next = storeText(texts, pattern, { subject, body }, draft);
    if (JSON.stringify(next) !== JSON.stringify(texts)) noticeDraft.set({ texts: next });
  }, [subject, body]);

  function choosePattern(next: Pattern) {
    noticeDraft.set({ pattern: next });
    setPattern(next);
    form.set(textOf(next, noticeDraft.get().texts, draft));
  }

  const original = patternText(pattern, draft);
  return {
    form,
    pattern,
    choosePattern,
    isRewritten: !isSame(form.draft, original),
    restore: () => form.set(original),
    leftOut,
    leaveOut,
    calledToo,
    callToo,
  };
}

function useNumbers(name: 'leftOut' | 'calledToo') {
  const [those, setThose] = useState<ReadonlySet<number>>(() => new Set(noticeDraft.get()[name]));
  // The same for every row, so that a key in the text draws none of a thousand.
  const set = useCallback(
    (numbers: readonly number[], isOn: boolean) => {
      const next = new Set(noticeDraft.get()[name]);
      for (const number of numbers) {
        if (isOn) next.add(number);
        else next.delete(number);
      }
      noticeDraft.set({ [name]: [...next] });
      setThose(next);
    },
    [name],
  );
  return [those, set] as const;
}

export type Written = ReturnType<typeof useWritten>;

export type Channel = 'mail' | 'phone';

export const channelOf = ({ mail }: Pick<Recipient, 'mail'>): Channel => (mail === '' ? 'phone' : 'mail');

export type Counts = Readonly<Record<Channel, number>>;

export function countChosen(
  recipients: readonly Recipient[],
  leftOut: ReadonlySet<number>,
  calledToo: ReadonlySet<number>,
): Counts {
  const chosen = recipients.filter(({ number }) => !leftOut.has(number));
  const isMail = (one: Recipient) => channelOf(one) === 'mail';
  const phone = chosen.filter((one) => !isMail(one) || calledToo.has(one.number)).length;
  return { mail: chosen.filter(isMail).length, phone };
}

export const askSentence = ({ mail, phone }: Counts) =>
  mail > 0 ? `メール ${mail} 人に送信します。取り消しはできません。` : `電話 ${phone} 人を電話連絡の一覧に入れます。`;

/** The neighbour of the one that is shown, in the order of the list; null at its ends. */
export function stepFrom(recipients: readonly Recipient[], number: number, by: 1 | -1): Recipient | null {
  const at = recipients.findIndex((one) => one.number === number);
  return (at >= 0 && recipients[at + by]) || null;
}
