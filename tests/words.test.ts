// One thing has one word: what docs/words.md rules out stands nowhere in the source and in the staff guide.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const rows = readFileSync(`${root}docs/words.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '));
const ruledOut = rows.flatMap((row) =>
  [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word!),
);
const sources = globSync(['src/**/*.{ts,tsx}', 'docs/staff-guide/*.md'], { cwd: root })
  // What the demo's institution writes is its own.
  .filter((path) => !path.includes('.test.') && !path.startsWith('src/app/demo/'))
  .map((path) => [path, readFileSync(`${root}${path}`, 'utf8')] as const);

test('the list rules words out, and they are looked for in the sources', () => {
  expect(ruledOut).toContain('ご注意');
  expect(sources.filter(([, text]) => text.includes('コースの説明')).length).toBeGreaterThan(3);
});

test.each(ruledOut)('%s is called otherwise', (word) => {
  expect(sources.filter(([, text]) => text.includes(word)).map(([path]) => path)).toEqual([]);
});
