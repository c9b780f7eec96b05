// A reservation as a row of a list: of the extraction, and of whatever else of the desk lists reservations.
import { ORIGIN, RECEPTION, RESERVATION_STATUS, SEX, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many, reservationNumber, versionAnswered } from '#wire/fields.ts';
import { record, type Value } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const MOST_SELECTED = 500;

export const DOWNLOAD_STATUS = { new: '01', changed: '02', done: '03' } as const;

export const foundRow = record({
  number: reservationNumber('ukno', '予約番号'),
  visitDate: date('ykdy', '受診日'),
  startTime: text('yktm', '受付時間'),
  slotCode: text('tmzn', '受付時間', { max: 2 }),
  slotName: text('znnm', '受付時間名称'),
  name: text('name', '氏名'),
  kana: text('ryak', 'カナ氏名'),
  clientName: text('jgnm', 'クライアント'),
  courseName: text('ksNbnm', 'コース'),
  optionNames: many('opkmNbnms', 'オプション', text('opkmNbnms', 'オプション')),
  createdOn: date('crdt', '予約登録日'),
  updatedOn: date('updt', '予約更新日'),
  status: choice('ykst', '予約状況', RESERVATION_STATUS),
  statusWord: text('strYkst', '予約状況'),
  downloadStatus: choice('csst', 'CSV出力', DOWNLOAD_STATUS),
  downloadWord: text('strCsst', 'CSV出力'),
  ...versionAnswered,
  origin: choice('ykrt', '予約経路', ORIGIN),
  hasNote: flag('issn', '申し送りあり', YES),
  hasMemo: flag('ismm', 'スタッフメモあり', YES),
  hasRemarks: flag('isrm', '備考あり', YES),
  /** The person has another live reservation in the same fiscal year. */
  isDuplicate: flag('isdp', '重複の疑い', YES),
  reception: choice('rvst', '受付状況', RECEPTION),
  hasMail: flag('hasMail', 'メールアドレスあり', YES),
});

/** The same with who it is for, where rows of one person stand together. */
export const reservationRow = record({
  ...foundRow.fields,
  sex: choice('sex', '性別', SEX),
  age: integer('age', '年齢', { max: 999 }),
  clientCode: text('jgcd', 'クライアントコード'),
  fiscalYear: integer('nend', '年度', { max: 9999 }),
});

export type FoundRow = Value<typeof foundRow>;
export type ListedRow = Value<typeof reservationRow>;
