// A day as those who receive its people see it, and the mark that somebody has come or not.
import { nowField, yearsField } from '#wire/calendar.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { RECEPTION, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, orNone, reservationNumber, versionAnswered } from '#wire/fields.ts';
import { list, record, type Value } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

import { personNote } from './contract-note.ts';
import { reservationRow } from './contract-rows.ts';

const { write } = officeCalls('Desk', { least: 'reception' });

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

const failures = { Refused: 14 };

const marked = record({
  /** It was so already, by this desk or another. */
  isAlready: flag('isAlready', 'すでにその状態', YES),
  ...receptionDay.fields,
});

const log = { act: 'change', subject: (sent: { number: number }) => String(sent.number) } as const;

const reception = (code: string, label: string) => choice(code, label, RECEPTION);

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

export type ReceptionDay = Value<typeof receptionDay>;
export type ReceptionRow = ReceptionDay['rows'][number];
export type Tally = ReceptionDay['tally'][number];
export type Marked = Reply<typeof markReception>;
