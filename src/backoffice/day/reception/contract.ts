// The day's reception: who is booked, who has come, and who has not.
import { personNote } from '#backoffice/shared/contract-note.ts';
import { reservationRow } from '#backoffice/shared/contract-rows.ts';
import { nowField, yearsField } from '#wire/calendar.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { RECEPTION, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import {
  choice,
  flag,
  ifSent,
  integer,
  many,
  orNone,
  reservationNumber,
  versionAnswered,
  versionKnown,
  versionSent,
} from '#wire/fields.ts';
import { flat, list, record, type Value } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('Desk', { least: 'reception' });

const day = date('receptDate', '受診日');
const number = reservationNumber('ukno', '予約番号');
const count = (code: string, label: string) => integer(code, label, { max: 99_999 });

const receptionRow = record({
  ...reservationRow.fields,
  /** 8:51; empty as long as nothing is marked. */
  receivedTime: text('rvtm', '受付の時刻'),
  birthDate: date('btdy', '生年月日'),
  patientNumber: text('trno', '患者番号'),
  phone: text('tel1', '電話番号'),
  personNote,
  staffMemo: text('stmm', 'スタッフメモ', { multiline: true }),
  remarks: text('mem1', '備考', { multiline: true }),
  /** The person has been here before. */
  isReturning: flag('issd', '2回目以降の受診', YES),
});

const tallyRow = record({
  /** ZZ = without a time, which comes first. */
  slotCode: text('tmzn', '受付時間'),
  startTime: text('sthm', '受付時間'),
  booked: count('reserveCount', '予約の人数'),
  arrived: count('arrivedCount', '来院の人数'),
  noShow: count('noShowCount', '未受診の人数'),
});

/** All that a desk sees of a day. */
export const receptionDay = record({
  institutionName: text('irnm', '医療機関名'),
  date: day,
  isClosed: flag('isClosed', '休診日', YES),
  /** Days on which the institution is open; none where there is none for months. */
  previous: orNone(date('prevDate', '前の診療日'), ''),
  next: orNone(date('nextDate', '次の診療日'), ''),
  now: nowField,
  years: yearsField,
  rows: list('reserveList', '予約', receptionRow),
  tally: list('tallyList', '受付時間ごとの人数', tallyRow),
  ...versionAnswered,
});

/** What a refusal carries that is about a reservation of ours. */
export const aboutReservation = record({ number, name: text('name', '氏名') });

/** What the state does not allow. */
const failures = { Refused: 14 };

/** What a desk has already is not sent again, and not logged again. */
export const openReceptionList = read('ReceptionList', {
  least: 'viewer',
  log: { act: 'search' },
  request: record({
    /** None = today. */
    date: orNone(day, ''),
    ...versionSent,
  }),
  reply: record({
    isSame: flag('isSame', '変更なし', YES),
    /** Null where it is the same. */
    day: ifSent(flat('受付の一覧', receptionDay)),
  }),
});

/** Asked by pages of 1.0.0 that are still open; it goes with the release after 1.1. */
export const watchReception = read('ReceptionWatch', {
  least: 'viewer',
  request: record({ date: day, ...versionKnown }),
  reply: record({ isSame: flag('isSame', '変更なし', YES) }),
});

const marked = record({
  /** It was so already, by this desk or another. */
  isAlready: flag('isAlready', 'すでにその状態', YES),
  ...receptionDay.fields,
});

const reception = (code: string, label: string) => choice(code, label, RECEPTION);
const log = { act: 'change', subject: (sent: { number: number }) => String(sent.number) } as const;

export const markReception = write('ReceptionMark', {
  log,
  request: record({
    number,
    reception: reception('rvst', '受付状況'),
    /** What whoever marks it saw. */
    before: reception('beforeRvst', '表示していた受付状況'),
  }),
  reply: marked,
  refusal: aboutReservation,
  failures,
});

/** Somebody is here with a number. */
export const scanReception = write('ReceptionScan', {
  log,
  request: record({ date: day, number }),
  reply: marked,
  refusal: aboutReservation,
  failures,
});

/** Whoever of these has no mark has not come; with `none`, whoever was marked so is awaited again. */
export const markRest = write('ReceptionRest', {
  log: { act: 'change', isOwn: true },
  request: record({
    date: day,
    numbers: many('uknos', '予約番号', number),
    /** Left out = that they have not come. */
    reception: ifSent(choice('rvst', '受付状況', { none: RECEPTION.none, no_show: RECEPTION.no_show })),
  }),
  reply: record({ count: count('updateCount', '変更した人数'), ...receptionDay.fields }),
  failures,
});

/** Of the shape of every CSV file of reservations; no file counts it as passed on to the hospital's system. */
export const downloadReception = write('ReceptionCsv', {
  isFresh: true,
  log: { act: 'csv' },
  request: record({ date: day }),
  reply: record({
    fileName: text('fileName', 'ファイル名'),
    header: text('header', '見出しの行'),
    lines: many('bodyList', 'データの行', text('line', '行')),
  }),
});

export type ReceptionDay = Value<typeof receptionDay>;
export type ReceptionRow = ReceptionDay['rows'][number];
export type Tally = ReceptionDay['tally'][number];
export type Marked = Reply<typeof markReception>;

export const NOBODY_BOOKED = 'この日の予約はありません。';
