// The extraction of examinees: what reservations are searched by, and the rows that are found.
import { cancelReasons } from '#backoffice/reservations/contract-edit.ts';
import { rangeFields } from '#backoffice/shared/contract-ranges.ts';
import { foundRow } from '#backoffice/shared/contract-rows.ts';
import { normalizeCode } from '#domain/text/normalize.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { RESERVATION_STATUS } from '#wire/choices.ts';
import { choice, integer, many, orNone } from '#wire/fields.ts';
import { list, record, type Value } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

const { bigRead } = officeCalls('MasterWIGA1', { least: 'viewer' });

const NOT_A_YEAR = '年度は整数で入力してください。';

const words = (code: string, label: string) => text(code, label, { max: 120 });

/** Empty, and 0 for the year and for parts of dates, is not searched by. Where a number is given, nothing else is. */
export const conditions = record({
  ...rangeFields,
  clientCode: orNone(digits('jgcd', 'クライアント', { exact: 8 }), ''),
  insurerName: words('jgnm', 'クライアント名'),
  companyName: words('cmnm', '会社名'),
  cardSymbol: text('hkkg', '被保険者等記号', { max: 15 }),
  patientNumber: text('trno', '患者番号', { max: 10, tidy: normalizeCode }),
  frameCode: orNone(text('waku', '予約枠', { exact: 4 }), '0000'),
  number: orNone(foundRow.fields.number, ''),
  fiscalYear: integer('nend', '年度', { max: 9999, empty: 0, sentence: NOT_A_YEAR, rangeSentence: NOT_A_YEAR }),
  groupCode: text('opbr', 'オプション分類', { max: 4 }),
  optionCode: text('opcd', 'オプション項目', { max: 4 }),
  statuses: many('ykst', '予約状況', orNone(choice('ykst', '予約状況', RESERVATION_STATUS), '')),
  downloadStatuses: many('csst', 'CSV出力', orNone(foundRow.fields.downloadStatus, '')),
  origin: orNone(foundRow.fields.origin, ''),
  kana: words('ryak', 'カナ氏名'),
  name: words('name', '氏名'),
  slotCode: foundRow.fields.slotCode,
}).rule(({ groupCode, number, optionCode }, report) => {
  if (optionCode !== '' && groupCode === '' && number === null)
    report('groupCode', 'オプション項目を指定する場合はオプション分類を選択してください。');
});

/** What is refused here is a range that ends before it starts. */
const failures = { Refused: 14 };

/** How many rows there are, so that a list that is still arriving can say how much of it is there. */
const rowCount = integer('rowCount', '件数', { max: 999_999_999 });
const rows = list('searchList', '検索結果', foundRow);

export const openExtraction = bigRead('FirstDisplay', {
  log: { act: 'search' },
  request: conditions,
  failures,
  reply: record({
    visitFrom: rangeFields.visitFrom,
    visitTo: rangeFields.visitTo,
    fiscalYear: integer('nend', '年度', { max: 9999 }),
    /** Where examinees book, for who has no reservation at all yet; else empty. */
    routeParam: text('pram', '受診者画面のパラメータ'),
    clients: list('jgyoList', 'クライアント', {
      clientCode: text('jgcd', 'クライアントコード'),
      name: text('jgnm', '名称'),
      shortName: text('jgry', '略称'),
    }),
    years: many('yearList', '選べる年', integer('yearList', '選べる年', { max: 9999 })),
    slots: list('tmznList', '受付時間', { slotCode: text('tmzn', '受付時間コード'), name: text('znnm', '名称') }),
    groups: list('opbrList', 'オプション分類', {
      groupCode: text('opbr', 'オプション分類コード'),
      name: text('nbnm', '名称'),
    }),
    options: list('opkmList', 'オプション項目', {
      groupCode: text('opbr', 'オプション分類コード'),
      optionCode: text('opcd', 'オプションコード'),
      name: text('nbnm', '名称'),
    }),
    frames: list('wakuList', '予約枠', { frameCode: text('waku', '予約枠コード'), name: text('wknm', '名称') }),
    patterns: list('csvPtList', 'CSVパターン', {
      patternCode: text('ptcd', 'パターンコード'),
      name: text('ptnm', 'パターン名'),
    }),
    firstPattern: text('firstChoicePtcd', '初期表示のパターン'),
    cancelReasons,
    rowCount,
    /** Why there are no rows although there is something to be found. */
    notice: text('notice', 'お知らせ'),
    rows,
  }),
});

export const searchReservations = bigRead('Search', {
  log: { act: 'search' },
  request: conditions,
  failures,
  reply: record({ rowCount, rows }),
});

export const NO_ROWS = { searchList: [] };

export type Conditions = Value<typeof conditions>;

const blank = conditions.read(conditions.blank);
if (!blank.ok) throw new Error('without any condition nothing can be wrong');
export const NO_CONDITIONS: Conditions = blank.value;

export type Choices = Omit<Reply<typeof openExtraction>, 'rows'>;
