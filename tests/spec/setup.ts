// After each file of tests: what the list says that its tests show of calls was really answered.
import { relative } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { answersIn } from './answers.ts';
import { answerOf, type Entry, nameTest, PARTS, toTheLetter } from './list.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** As the test is called when it runs, within its groups; "…" is what differs among many. */
const isTest = (title: string) => new RegExp(`(^| > )${title.split('…').map(toTheLetter).join('.*')}$`, 's');

/** Of a file of which only some tests run, the others are not asked about. */
const ran = new Set<string>();
afterEach(() => {
  ran.add(expect.getState().currentTestName ?? '');
});

afterAll(() => {
  const { testPath = '' } = expect.getState();
  const file = relative(ROOT, testPath);
  const answers = answersIn(testPath);
  const missing = PARTS.flatMap(({ entries }: { entries: Entry[] }) => entries).flatMap((entry) => {
    const answer = answerOf(entry);
    if (!answer || entry.kind === 'limit' || !entry.test?.startsWith(`${file} > `)) return [];
    const pattern = isTest(nameTest(entry.test).title);
    const names = [...ran].filter((name) => pattern.test(name));
    if (names.length === 0 || names.some((name) => answers.get(name)?.has(answer))) return [];
    return [`${answer}: not answered in "${nameTest(entry.test).title}"`];
  });
  expect(missing, 'what tests/spec/ says that these tests show').toEqual([]);
});
