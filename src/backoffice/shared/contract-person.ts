// A person as staff write them down, at the telephone and where they correct a reservation, under the names of the reservation calls; and
// their other reservations, for whoever looks at one of theirs or is about to book for them.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { ENTRY_LABELS } from '#domain/reservation/entry-form.ts';
import { normalizeCode } from '#domain/text/normalize.ts';
import { birthDate, entries, inPageOrder } from '#wire/booking.ts';
import { officeCalls } from '#wire/call.ts';
import { SEX, YES } from '#wire/choices.ts';
import { dateSelects } from '#wire/dates.ts';
import type { Field } from '#wire/field.ts';
import { choice, flag, integer, orNone, reservationNumber } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { noteShown } from './contract-note.ts';
import { reservationRow } from './contract-rows.ts';

/** The card's insurer number is the client's, and remarks are the person's own words: a correction has neither. */
const { insurerNumber: _insurer, remarks, acceptsMail: _asked, ...typed } = entries;
/** Nobody on the telephone has to answer. */
const acceptsMail = flag('dmkb', ENTRY_LABELS.acceptsMail, YES, { empty: false });

const LAST: PlainDate = '9999-12-31';
const parts = dateSelects({ year: 'inputBtdyYear', month: 'inputBtdyMonth', day: 'inputBtdyDate' }, '生年月日');
const { label, meanings, put, sample } = parts;
/** On the wire in its three parts; typed as one text, as people write it (S55.1.2). What is no day is refused; whether it lies before today, the server says. */
const writtenBirthDate: Field<PlainDate | null, string> = {
  label,
  meanings,
  required: false,
  blank: '',
  take(wire) {
    const { year, month, day } = parts.take(wire, () => {});
    return [year, month, day].every((part) => part === '0') ? '' : `${year}/${month}/${day}`;
  },
  parse(draft, report) {
    if (draft.trim() === '') return null;
    const value = parseBirthDate(draft, LAST);
    if (!value) report(`${label}が正しい日付ではありません。`);
    return value;
  },
  draft: (value) => (value ? formatOfficeDate(value) : ''),
  put,
  sample,
};

/** What staff may correct, in the order of the page. */
export const correctable = inPageOrder({
  ...typed,
  birthDate: writtenBirthDate,
  sex: orNone(choice('inputSex', '性別', SEX), 'Z'),
});

export const patientNumber = text('trno', '患者番号', {
  max: 10,
  tidy: normalizeCode,
  like: [/^[0-9A-Za-z-]*$/, '患者番号は半角英数字とハイフンで入力してください。'],
});

export const staffMemo = text('stmm', 'スタッフメモ', { max: 500, multiline: true });

export const caller = { ...correctable, patientNumber, acceptsMail, remarks, staffMemo };

const { read } = officeCalls('Desk', { least: 'viewer' });

const count = (code: string, label: string) => integer(code, label, { max: 999_999_999 });
const kana = (code: string, label: string) => text(code, label, { max: 30 });

/** Of the person of a reservation, or, where no number is given, of a person as they are being written down. */
export const findSamePerson = read('SamePerson', {
  log: { act: 'look', subject: ({ number, exceptNumber }) => String(number || exceptNumber || '') },
  request: record({
    /** 0 = none. */
    number: reservationNumber('ukno', '予約番号', 0),
    familyKana: kana('ryk1', 'カナ氏名（セイ）'),
    givenKana: kana('ryk2', 'カナ氏名（メイ）'),
    birthDate,
    patientNumber,
    /** A reservation brings its own. */
    fiscalYear: integer('nend', '年度', { max: 9999, empty: 0 }),
    /** Left out of the answer: the one that is being changed; 0 = none. */
    exceptNumber: reservationNumber('exceptUkno', '除く予約の番号', 0),
  }),
  reply: record({
    ...noteShown,
    /** The newest visits first, 20 at the most. */
    rows: list('reserveList', '同じ方の予約', reservationRow),
    rowCount: count('rowCount', '件数'),
    /** Other live ones of the year; none where the reservation itself is no longer live, since it is no second one then. */
    yearCount: count('nendCount', '同じ年度の件数'),
  }),
});
