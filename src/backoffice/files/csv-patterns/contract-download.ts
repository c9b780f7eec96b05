// The download of reservations as a CSV file, chosen ones or those of a file before: its finished lines as text; the browser makes bytes of them.

import { csvLines } from '#backoffice/shared/contract-lines.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { type Field, several } from '#wire/field.ts';
import { integer, many, orNone, reservationNumber } from '#wire/fields.ts';
import { list, mayBeAbsent, record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
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
  parse: (draft) => draft,
  draft: (value) => value,
  put(value, out) {
    out.uknos = value;
  },
  sample: { kind: 'list', of: { kind: 'integer', min: 100_000_000, max: 999_999_999, nullable: false } },
};

const downloadId = integer('downloadId', '前回のファイル', { min: 1, max: Number.MAX_SAFE_INTEGER });

interface Asked {
  numbers: readonly number[];
  downloadId: number | null;
}

const namesSome: Rule<Asked> = ({ numbers, downloadId }, report) => {
  if (numbers.length === 0 && downloadId === null) report('numbers', NO_ROWS);
};

const { read, bigRead } = officeCalls('MasterWIGA1', { least: 'reception' });

/** The newest that can be made once more. */
export const listFiles = read('CsvFiles', {
  reply: record({
    files: list('fileList', '前回のファイル', {
      downloadId,
      at: text('date', '日時'),
      byName: text('name', '出力した職員'),
      patternCode: text('ptcd', 'パターンコード'),
      patternName: text('ptnm', 'パターン名'),
      count: integer('count', '件数', { max: 999_999 }),
    }),
  }),
});

export type FormerFile = Reply<typeof listFiles>['files'][number];

export const downloadCsv = bigRead('CsvDownload', {
  isFresh: true,
  log: { act: 'csv', isFile: true },
  request: record(
    {
      patternCode: text('ptcd', 'パターンコード', { required: true, sentences: { required: NO_PATTERN } }),
      numbers: reservationNumbers,
      /** Of a file before, in place of numbers. */
      downloadId: orNone(downloadId, ''),
    },
    [namesSome],
  ),
  reply: record({
    ...csvLines.fields,
    /** Of a file before; empty where they were sent. */
    numbers: mayBeAbsent(many('uknos', '予約番号', reservationNumber('ukno', '予約番号'))),
  }),
  failures: { Invalid: 13 },
  bodyLimit: 2 * 1024 * 1024,
});
