// The other reservations of a person, for whoever looks at one of theirs or is about to book for them.
import { birthDate } from '#wire/booking.ts';
import { officeCalls } from '#wire/call.ts';
import { integer, reservationNumber } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { noteShown } from './contract-note.ts';
import { patientNumber } from './contract-person.ts';
import { reservationRow } from './contract-rows.ts';

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
