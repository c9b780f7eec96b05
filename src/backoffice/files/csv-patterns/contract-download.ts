// The download of reservations as a CSV file: its finished lines as text; the browser makes bytes of them.
import { officeCalls } from '#wire/call.ts';
import { type Field, several } from '#wire/field.ts';
import { many } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const NO_PATTERN = 'CSVパターンが未選択です。';
export const NO_ROWS = '現在の検索条件で出力できるレコード数は0件です。';

const NUMBER = /^[1-9][0-9]{8}$/;
const NO_NUMBER = 0;

/** A list of 100,000 is nothing unusual. What is no reservation's number becomes 0, which no reservation has either. */
const reservationNumbers: Field<number[]> = {
  label: '予約番号',
  meanings: [{ code: 'uknos', label: '予約番号', type: 'list of reservation numbers' }],
  blank: [],
  take(wire) {
    const sent = several(wire, 'uknos');
    // One that is empty says that there are none.
    if (sent.every((one) => one === '')) return [];
    return sent.map((one) => (NUMBER.test(String(one)) ? Number(one) : NO_NUMBER));
  },
  parse(draft, report) {
    if (draft.length === 0) report(NO_ROWS);
    return draft;
  },
  draft: (value) => value,
  put(value, out) {
    out.uknos = value;
  },
  sample: { kind: 'list', of: { kind: 'integer', min: 100_000_000, max: 999_999_999, nullable: false } },
};

const { bigRead } = officeCalls('MasterWIGA1', { least: 'reception' });

export const downloadCsv = bigRead('CsvDownload', {
  isFresh: true,
  log: { act: 'csv', isFile: true },
  request: record({
    patternCode: text('ptcd', 'パターンコード', { required: true, sentences: { required: NO_PATTERN } }),
    numbers: reservationNumbers,
  }),
  reply: record({
    fileName: text('fileName', 'ファイル名'),
    header: text('header', '見出しの行'),
    lines: many('bodyList', 'データの行', text('line', '行')),
  }),
  failures: { Invalid: 13 },
  bodyLimit: 2 * 1024 * 1024,
});
