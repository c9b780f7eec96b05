// What counts as said by a test, and what does not.
import { expect, test } from 'vitest';
import { ANYTHING, readTestsOf } from './read-tests.ts';

const textsOf = (text: string, title: string) => [...(readTestsOf(text).get(title)?.texts ?? [])];

test('texts, patterns and templates of a test, and of what it uses', () => {
  const file = `
    const USED = '使う';
    const UNUSED = '使わない';
    const ask = (page) => page.getByText(USED);
    test('a title', () => { expect(ask()).toMatch(/^形\\/$/); expect(\`\${1}行目\`).toBe('文'); });`;
  expect(textsOf(file, 'a title')).toEqual(expect.arrayContaining(['使う', '^形/$', `${ANYTHING}行目`, '文']));
  expect(textsOf(file, 'a title')).not.toContain('使わない');
});

test('a comment, what is denied, and a test that is skipped say nothing', () => {
  const file = `
    test('says', () => {
      // コメント
      expect(page).not.toContainText('否定');
      expect(page.getByText('ない')).toHaveCount(0);
      expect(page.getByText('ある')).toHaveCount(1);
    });
    test.skip('skipped', () => { expect(1).toBe('飛ばす'); });
    test.todo('later');
    describe.skip('a group', () => { test('inside', () => { expect(1).toBe('飛ばす'); }); });`;
  expect([...readTestsOf(file).keys()]).toEqual(['says']);
  expect(textsOf(file, 'says')).toEqual(['says', 'ある']);
});

test('tests of a table, of a loop and of a group have what these hold', () => {
  const file = `
    test.each([['行', 1]])('%s and $name', (word) => { expect(word).toBe(1); });
    for (const word of ['輪']) test(\`in \${word}\`, () => {});
    describe('a group', () => {
      const OWN = '組';
      test('inside', () => { expect(1).toBe(OWN); });
    });`;
  expect(textsOf(file, `${ANYTHING} and ${ANYTHING}`)).toContain('行');
  expect(textsOf(file, `in ${ANYTHING}`)).toContain('輪');
  expect(textsOf(file, 'inside')).toContain('組');
});

test('calls at the same time, timers and random values of a test and of what it uses are named', () => {
  const file = `
    const both = () => Promise.all([1, 2]);
    test('a race', async () => { await both(); });
    test('a guess', () => { setTimeout(() => Math.random()); fc.assert(1); });
    test('certain', async () => { expect(await Promise.resolve(1)).toBe(1); });`;
  const uncertain = [...readTestsOf(file)].map(([title, test]) => [title, [...test.uncertain]]);
  expect(uncertain).toEqual([
    ['a race', ['Promise.all']],
    ['a guess', ['setTimeout', 'Math.random', 'fc.assert']],
    ['certain', []],
  ]);
});

test('what comes from elsewhere in the product is no proof of itself', () => {
  const file = `
    import { SENTENCE } from '#domain/text/characters.ts';
    import { invalidAnswer } from '#tests/kit/guards.ts';
    test('a title', () => { expect(SENTENCE).toEqual(invalidAnswer()); });`;
  expect(textsOf(file, 'a title')).toEqual(['a title']);
});
