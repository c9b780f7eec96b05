// Lines of CSV files: quotes, line breaks and formulas.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCell, writeLine } from './csv-file.ts';

test.each([
  ['健診　花子', '健診　花子'],
  ['', ''],
  ['58300', '58300'],
  ['2026/11/18', '2026/11/18'],
  ['100-0001', '100-0001'],
  ['045-000-0123', '045-000-0123'],
  ['a,b', '"a,b"'],
  ['"引用"', '"""引用"""'],
  [' 前', '" 前"'],
  ['後　', '"後　"'],
  ['一行目\n二行目', '一行目 二行目'],
  ['一行目\r\n\r\n二行目\u2028三', '一行目 二行目 三'],
  ['終わり\n', '"終わり "'],
  ["it's", "it's"],
])('%j is written as %j', (value, cell) => {
  expect(writeCell(value)).toBe(cell);
});

test.each([
  '=1+1',
  '+81-45',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '−1',
  '＠SUM',
  '　=cmd',
  ' \u00a0-1',
  '\n=1',
  '\ufeff=1',
  '\ufe0f=1',
  '\u{e0100}=1',
  '\t1',
  '\r1',
])('%j is no formula any more', (value) => {
  const cell = writeCell(value);
  expect(cell.replace(/^"/, '')[0]).toBe("'");
});

/** As a spreadsheet reads it. */
function readLine(line: string): string[] {
  const cells = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",]*)(?=,|$)/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

test('whatever the values are, a reader finds as many, in one line, none of them a formula', () => {
  const unit = fc.constantFrom(...'=+-@＝",\' 　\t\n\rあ1\ufe0f');
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { minLength: 1, maxLength: 5 }), (values) => {
      const line = writeLine(values);
      expect(line).not.toMatch(/[\r\n]/);
      const cells = readLine(line);
      expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(
        values.map((value) => value.replace(/[\r\n]+/g, ' ').replace(/^'/, '')),
      );
      for (const cell of cells) expect(cell.replace(/\s|\ufe0f/g, '')).not.toMatch(/^[=+\-@＝]/);
    }),
  );
});
