// What staff write about the person of a reservation, for whoever meets them next.
import { isPrinted, noteShown, noteVersion, personNote } from '#backoffice/shared/contract-note.ts';
import { officeCalls } from '#wire/call.ts';
import { orNone, reservationNumber } from '#wire/fields.ts';
import { record } from '#wire/record.ts';

const { write } = officeCalls('Desk', { least: 'reception' });

const edited = { note: personNote, isPrinted };

/** What the form edits. */
export const noteForm = record(edited);

export const savedNote = record(noteShown);

/** From a reservation only, so that none is of nobody; an empty text ends it. */
export const saveNote = write('SaveNote', {
  request: record({
    number: reservationNumber('ukno', '予約番号'),
    ...edited,
    /** Left out, it is not compared. */
    noteVersion: orNone(noteVersion, ''),
  }),
  reply: savedNote,
  refusal: savedNote,
  failures: { Refused: 14 },
  log: { act: 'change', subject: (sent: { number: number }) => String(sent.number), note: '申し送りの更新' },
});
