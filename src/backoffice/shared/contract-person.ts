// A person as staff write them down: at the telephone, and where they correct a reservation. The names are those of the
// reservation calls.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { ENTRY_LABELS } from '#domain/reservation/entry-form.ts';
import { normalizeCode } from '#domain/text/normalize.ts';
import { entries } from '#wire/booking.ts';
import { SEX, YES } from '#wire/choices.ts';
import { dateSelects } from '#wire/dates.ts';
import type { Field } from '#wire/field.ts';
import { choice, flag, orNone } from '#wire/fields.ts';
import { inPageOrder } from '#wire/required-entries.ts';
import { text } from '#wire/texts.ts';

/** The card's insurer number is the client's, and remarks are the person's own words: a correction has neither. */
const { insurerNumber: _insurer, remarks, acceptsMail: _asked, ...typed } = entries;
/** Nobody on the telephone has to answer. */
const acceptsMail = flag('dmkb', ENTRY_LABELS.acceptsMail, YES, { empty: false });

const LAST: PlainDate = '9999-12-31';
const parts = dateSelects({ year: 'inputBtdyYear', month: 'inputBtdyMonth', day: 'inputBtdyDate' }, '生年月日');
const { label, meanings, put, sample } = parts;
/** On the wire in its three parts; typed as one text, as people write it (S55.1.2). What is no day is refused; whether it lies before today, the server says. */
const birthDate: Field<PlainDate | null, string> = {
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
  birthDate,
  sex: orNone(choice('inputSex', '性別', SEX), 'Z'),
});

export const patientNumber = text('trno', '患者番号', {
  max: 10,
  tidy: normalizeCode,
  like: [/^[0-9A-Za-z-]*$/, '患者番号は半角英数字とハイフンで入力してください。'],
});

export const staffMemo = text('stmm', 'スタッフメモ', { max: 500, multiline: true });

export const caller = { ...correctable, patientNumber, acceptsMail, remarks, staffMemo };
