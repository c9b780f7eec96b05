// The step that asks for the applicant's data.
import { ENTRY_LABELS as LABELS, MAILS_DIFFER } from '#domain/reservation/entry-form.ts';
import {
  birthDate,
  categoryCode,
  courseCode,
  entries,
  entriesSent,
  fiscalYear,
  institution,
  lines,
  ownNumber,
  sex,
} from '#wire/booking.ts';
import { openCalls } from '#wire/call.ts';
import { date } from '#wire/dates.ts';
import { integer, many, orNone } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { inPageOrder, requireEntries } from '#wire/required-entries.ts';
import type { Rule } from '#wire/rules.ts';
import { mailAddress, text } from '#wire/texts.ts';

const clientCode = text('jgcd', 'クライアントコード', { required: true, exact: 8 });

export const openEntry = openCalls('CommonInputReserveInfo').read('FirstDisplay', {
  request: record({ ...institution, clientCode, fiscalYear, courseCode, ownNumber }),
  reply: record({
    birthYears: many('listBtdyYear', '生年', integer('listBtdyYear', '生年', { max: 9999 })),
    categories: list('listHfkb', '対象者区分', {
      categoryCode: text('hfkb', '対象者区分コード'),
      name: text('kbnm', '対象者区分名'),
    }),
    terms: text('cvtn', '利用規約・個人情報の取り扱い', { multiline: true }),
    notes: lines('mem3List', '入力前の注意事項'),
    clientName: text('jgnm', LABELS.clientName),
    ...entries,
    categoryCode,
    birthDate,
    age: integer('age', '年齢', { max: 999 }),
    /** The day at which the client counts ages; none = the day of the visit. */
    ageDate: orNone(date('ageDate', '年齢を数える日'), ''),
    sex,
  }),
});

const mailsAgree: Rule<{ mail: string; mailAgain: string }> = ({ mail, mailAgain }, report) => {
  if (mail !== mailAgain) report('mailAgain', MAILS_DIFFER);
};

/** The form as the screen holds it; which rows are required, `entryRows` of the user's kind says. */
export const entryForm = record(
  inPageOrder({ ...entries, categoryCode, birthDate, sex, mailAgain: mailAddress('email2', LABELS.mailAgain) }),
  [mailsAgree],
);

const checked = {
  ...institution,
  clientCode,
  fiscalYear,
  ownNumber,
  visitDate: orNone(date('reserveDate', '受診日'), ''),
  ...entryForm.fields,
  acceptsMail: entriesSent.acceptsMail,
};

export const checkEntry = openCalls('CommonInputReserveInfo').read('Check', {
  request: record(checked, [mailsAgree, ...requireEntries(checked, 'en-route')]),
  guestRequest: record(checked, [mailsAgree, ...requireEntries(checked, 'guest')]),
  reply: record({ age: integer('age', '年齢', { max: 999 }) }),
});
