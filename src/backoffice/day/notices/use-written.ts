// What is written of a new notice and whom it leaves out, kept in the tab with every key.
import { useCallback, useEffect, useState } from 'react';
import { noticeDraft, type Pattern, type WantedNotice } from '#web/open-notice.ts';
import { useForm } from '#web/ui/form.ts';
import { type Draft, noticeText } from './contract.ts';
import { patternText, storeText, textOf } from './texts.ts';

export function useWritten(draft: Draft, wanted: WantedNotice) {
  const [stored] = useState(noticeDraft.get);
  const [pattern, setPattern] = useState<Pattern>(stored.pattern ?? wanted.text);
  const form = useForm(noticeText, textOf(pattern, stored.texts, draft));
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
    isRewritten: subject !== original.subject || body !== original.body,
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
