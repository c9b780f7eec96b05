// What staff write down about a reservation that stays the same reservation: corrections of its person, and their own memo.
import { isPrinted, noteVersion, personNote, shownNote } from '#backoffice/shared/contract-note.ts';
import { correctable, staffMemo } from '#backoffice/shared/contract-person.ts';
import { ENTRY_LABELS } from '#domain/reservation/entry-form.ts';
import { requireEntriesOf } from '#wire/booking.ts';
import { officeCalls } from '#wire/call.ts';
import type { Wire } from '#wire/field.ts';
import { choice, many, orNone, reservationNumber, versionAnswered, versionSent } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';

const { write } = officeCalls('Desk', { least: 'reception' });

const number = reservationNumber('ukno', '予約番号');
const log = { act: 'change', subject: (sent: { number: number }) => String(sent.number) } as const;

/** A postal code is there as a whole or not at all. */
const wholePostalCode: Rule<{ postalCode1: string; postalCode2: string }> = ({ postalCode1, postalCode2 }, report) => {
  if (postalCode1 === '' && postalCode2 !== '') report('postalCode1', `${ENTRY_LABELS.postalCode1}は必須入力です。`);
  if (postalCode2 === '' && postalCode1 !== '') report('postalCode2', `${ENTRY_LABELS.postalCode2}は必須入力です。`);
};

/** What has to be there is the same whoever pays. */
const rules = [...requireEntriesOf(correctable, { origin: 'desk', payer: 'individual' }), wholePostalCode];

export const personForm = record(correctable, rules);

export const WRONG_BIRTH_DATE = '生年月日が正しい日付ではありません。';

type Correctable = keyof typeof correctable;
const FIELD_CODES = Object.fromEntries(
  Object.entries(correctable).map(([name, { meanings }]) => [name, meanings[0]?.code ?? name]),
) as Record<Correctable, string>;

export const correctPerson = write('CorrectPerson', {
  request: record(
    {
      number,
      ...correctable,
      /** Only these; none named = all. */
      fields: many('fields', '訂正する項目', choice('fields', '訂正する項目', FIELD_CODES)),
      ...versionSent,
    },
    rules,
  ),
  reply: record({ ...versionAnswered, ...correctable }),
  failures: { Refused: 14 },
  log,
});

const FIELDS_CODE = 'errorFieldList';

/** Where course, options or frames would be others: what stands beside the refusal, and how its sentences end. */
export const refusedFields = record({
  fields: many(
    FIELDS_CODE,
    '訂正できない項目',
    choice(FIELDS_CODE, '項目', { birthDate: 'inputBtdy', sex: 'inputSex' }),
  ),
});
/** Which they are; none where it was refused for something else. */
export const readRefusedFields = (body: Wire) => (FIELDS_CODE in body ? refusedFields.receive(body).fields : []);
export const USE_PHONE_BOOKING = '「電話予約」で変更してください。';

export const memoForm = record({ staffMemo });

export const saveMemo = write('SaveMemo', {
  request: record({ number, staffMemo, ...versionSent }),
  reply: record(versionAnswered),
  failures: { Refused: 14 },
  log: { ...log, note: 'スタッフメモの更新' },
});

const edited = { note: personNote, isPrinted };

export const noteForm = record(edited);

/** From a reservation only, so that none is of nobody; an empty text ends it. */
export const saveNote = write('SaveNote', {
  request: record({
    number,
    ...edited,
    /** Left out, it is not compared. */
    noteVersion: orNone(noteVersion, ''),
  }),
  reply: shownNote,
  refusal: shownNote,
  failures: { Refused: 14 },
  log: { ...log, note: '申し送りの更新' },
});
