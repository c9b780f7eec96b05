// Searches that overtake each other, fail, or go on inside of names.
import { expect, test } from 'vitest';
import { CallFailed, type send } from '#web/send.ts';
import type { Call } from '#wire/call.ts';
import { type FoundPeople, findInside, findPeople, nobodyFoundBy } from './contract.ts';
import { createFinder, type Finding } from './finder.ts';

interface Asked {
  call: Call;
  text: string;
  answer(found: FoundPeople): void;
  fail(error: unknown): void;
}

const FOUND: FoundPeople = { number: 0, kind: 'kana', isMore: false, people: [] };
const nobody = (kind: 'kana' | 'date') =>
  new CallFailed(200, {
    names: ['NoData'],
    sentences: ['該当する方が見つかりません。'],
    details: [],
    body: { ...nobodyFoundBy(kind) },
  });

/** A finder whose questions are answered by hand, in whatever order. */
function open() {
  const asked: Asked[] = [];
  const shown: Finding[] = [];
  const ask = (call: Call, { text }: { text: string }) =>
    new Promise((answer, fail) => asked.push({ call, text, answer, fail }));
  const finder = createFinder((finding) => shown.push(finding), ask as unknown as typeof send);
  return { asked, shown, finder, last: () => shown.at(-1) };
}

const booking = () => new Promise((resolve) => setTimeout(resolve));
const steps = (shown: readonly Finding[]) => shown.map(({ step, asked }) => `${asked.text} ${step}`);

test('an older answer never overtakes a newer one', async () => {
  const { asked, shown, finder } = open();
  finder.look({ text: 'さとう', round: 1 });
  finder.look({ text: 'すずき', round: 2 });
  asked[1]?.answer(FOUND);
  await booking();
  asked[0]?.answer({ ...FOUND, isMore: true });
  await booking();
  expect(steps(shown)).toEqual(['さとう looking', 'すずき looking', 'すずき found']);
});

test('nor does an older failure, nor the look inside that would follow it', async () => {
  const { asked, shown, finder } = open();
  finder.look({ text: 'さとう', round: 1 });
  finder.look({ text: 'すずき', round: 2 });
  asked[0]?.fail(nobody('kana'));
  await booking();
  asked[1]?.answer(FOUND);
  await booking();
  asked[2]?.answer(FOUND);
  await booking();
  expect(steps(shown)).toEqual(['さとう looking', 'すずき looking', 'すずき found']);
});

test('where nobody begins with kana or a name, it is looked for inside; where a date finds nobody, that is all', async () => {
  const { asked, shown, finder, last } = open();
  finder.look({ text: 'はなこ', round: 1 });
  asked[0]?.fail(nobody('kana'));
  await booking();
  expect(asked.map(({ call }) => call.path)).toEqual([findPeople.path, findInside.path]);
  expect(last()).toMatchObject({ step: 'looking', isInside: true });
  asked[1]?.answer(FOUND);
  await booking();
  expect(last()).toMatchObject({ step: 'found', isInside: true });

  finder.look({ text: 'S49.3.8', round: 2 });
  asked[2]?.fail(nobody('date'));
  await booking();
  expect(asked).toHaveLength(3);
  expect(last()).toMatchObject({ step: 'refused', sentences: ['該当する方が見つかりません。'] });
  expect(shown).toHaveLength(5);
});

test('what is lost on the way can be asked for again', async () => {
  const { asked, finder, last } = open();
  finder.look({ text: 'さとう', round: 1 });
  asked[0]?.fail(new CallFailed());
  await booking();
  expect(last()).toMatchObject({ step: 'failed' });
});
