// Each control still takes out what it says, and names a test that is there; `npm run guards` looks whether that test fails then.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUARDS } from './guards.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(GUARDS)('$guard', ({ file, out: [from, to], test: testFile, named }) => {
  expect(read(file).split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(read(testFile)).toContain(named.replaceAll("'", read(testFile).includes(named) ? "'" : "\\'"));
});
