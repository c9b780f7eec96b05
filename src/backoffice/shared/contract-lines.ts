// The answer of a call that gives a CSV file: its finished lines as text, of which the browser makes bytes.
import { many } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const csvLines = record({
  fileName: text('fileName', 'ファイル名'),
  header: text('header', '見出しの行'),
  lines: many('bodyList', 'データの行', text('line', '行')),
});
