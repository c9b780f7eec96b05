// The state of reservations: what staff have yet to look at, how full a month is, and how many there are in each frame.
import { rangeFields } from '#backoffice/shared/contract-ranges.ts';
import { shortenings } from '#backoffice/shared/shortenings.ts';
import {
  calendarRangeField,
  dayKind,
  holidayName,
  layoutField,
  monthFields,
  nowField,
  yearsField,
} from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { COUNTED_AS, MAIL_KIND, MANAGED_BY, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import type { Field } from '#wire/field.ts';
import { choice, flag, ifSent, integer } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read } = officeCalls('AdminReserveStatusCheck', { least: 'viewer' });

const count = (code: string, label: string) => integer(code, label, { max: 999_999_999 });

/** Null where there is none to show, and then not sent. */
const ifKnown = <T, D>(field: Field<T, D>): Field<T | null, D | null> => ({
  ...ifSent(field),
  meanings: field.meanings.map((meaning) => ({ ...meaning, type: `${meaning.type}; left out = unknown` })),
});

const frameCode = text('waku', '予約枠コード');
const visitDate = date('reserveDate', '受診日');
const counted = {
  count: count('sumCount', '数'),
  capacity: ifKnown(count('capacity', '枠数')),
};

/** One for a frame managed by day, one for each slot of the others. */
const cells = (code: string, label: string) =>
  list(
    code,
    label,
    record({
      date: visitDate,
      frameCode,
      slotCode: text('tmzn', '受付時間コード'),
      startTime: text('sthm', '受付時間'),
      ...counted,
    }),
  );

const monthShown = {
  years: yearsField,
  now: nowField,
  ...monthFields,
  layout: layoutField,
  reach: calendarRangeField('calmDate'),
  days: list('calmData', '日の区分', { date: date('date', '日付'), kind: dayKind, holidayName }),
  frames: list('listWaku', '予約枠', {
    frameCode,
    name: text('wknm', '名称'),
    managedBy: choice('krkb', '枠管理', MANAGED_BY),
    countedAs: choice('ccd1', '人数の数え方', COUNTED_AS),
  }),
  /** Live reservations; those of the code of all frames, in which each counts once, come first on each day. */
  heads: cells('listReserveCountOfHead', '予約登録人数'),
  places: cells('listReserveCountOfWaku', '使用中の枠数'),
};

/** Reservations, not places: one that uses a frame twice counts once. */
const results = list('listResultCountOfWaku', '枠別の件数', {
  frameCode,
  name: text('wknm', '名称'),
  count: count('count', '件数'),
});

export const openStatus = read('AdminReserveStatusCheckFirstDisplay', {
  /** Where mails are named that did not arrive. */
  log: { act: 'search' },
  reply: record({
    newCount: count('newCount', '新規未確認'),
    changeCount: count('changeCount', '変更未確認'),
    cancelCount: count('cancelCount', '取消未確認'),
    /** What no CSV file has yet, counted up to 10,000; left out for those who make no files. */
    csvCount: ifKnown(count('csvCount', 'CSV未出力')),
    /** What is to be sent before the next open day, counted up to 1,000. */
    sendCount: count('sendCount', '発送'),
    /** Today's live reservations, and those of them that have come. */
    arrivedCount: count('arrivedCount', '当日受付の来院人数'),
    todayCount: count('todayCount', '当日受付の人数'),
    /** Mails of the last days that were given up, the newest first and not all of them. */
    failedMailCount: count('failedMailCount', '届けられなかったメールの数'),
    failedMails: list('failedMailList', '届けられなかったメール', {
      mailId: text('mlid', 'メール'),
      /** 0 where it is about no reservation. */
      number: integer('ukno', '予約番号', { max: 999_999_999 }),
      name: text('name', '氏名'),
      mail: text('email', 'メール'),
      kind: choice('mlbr', '分類', MAIL_KIND),
      writtenOn: date('date', '日付'),
    }),
    /** Mails that should be out by now, for managers; and since when the oldest of them waits. */
    waitingMailCount: integer('waitMailCount', '送信を待ち続けているメールの数', { max: 999_999_999, empty: 0 }),
    waitingMailSince: text('waitMailDate', '最も古い送信待ちのメールの日時'),
    /** From when on reservations are made anonymous that are older than so many years; empty where nobody need know. */
    anonymiseFrom: text('anonymiseDate', '匿名化の開始日'),
    reserveYears: count('reserveYears', '予約データを保存する年数'),
    ...shortenings,
    /** The day of the last good backup, where that is too long ago; empty where nobody need know. */
    backupSince: text('backupDate', '最後のバックアップの日'),
    /** The day of the release of the PostgreSQL that comes along, where that is too long ago; empty where nobody need know. */
    postgresqlReleased: text('postgresqlDate', '付属のPostgreSQLの公開日'),
    /** Nightly backups are not encrypted, and nobody has said that this is meant; for managers. */
    isBackupPlain: flag('isBackupPlain', 'バックアップが暗号化されていない', YES),
    /** Invitations are wanted, but there is no address of the institution to send them from. */
    isNobodyInvited: flag('isNoAddress', '住所が未登録で予約促進メールを送信していない', YES),
    /** Of the examinees' page, for those who hand it out; else empty. */
    examineeUrl: text('url', '受診者画面のアドレス'),
    results,
    ...monthShown,
    /** Today and tomorrow, of which the latter may lie in the next month. */
    near: list('nearList', '今日と明日', {
      date: visitDate,
      kind: dayKind,
      holidayName,
      count: counted.count,
      frames: list('wakuList', '予約枠ごとの使用中の枠数', { frameCode, ...counted }),
    }),
  }),
});

export const changeStatusMonth = read('ChangeCalender', {
  request: record(monthFields),
  reply: record(monthShown),
});

export const summaryRanges = record(rangeFields);

export const searchSummary = read('SearchSummaryResults', {
  request: summaryRanges,
  reply: record({ results }),
  failures: { Refused: 14 },
});
