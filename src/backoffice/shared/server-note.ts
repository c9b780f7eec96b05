// The note about a person as statements read it, for a reservation or for somebody who is being written down.
import { fromNoteOf, type NotedPerson } from '#booking/records/person-note.ts';

/** What contracts show of it (noteShown). */
export interface ShownNote {
  note: string;
  isPrinted: boolean;
  noteVersion: string;
  noteBy: string;
  noteAt: string;
  isSeveral: boolean;
}

/** With the id, since another note may come in the place of one. */
export const noteOf = (person: NotedPerson) => `
  (select json_build_object(
            'note', coalesce(n.body, ''), 'isPrinted', coalesce(n.is_printed, false),
            'noteVersion', coalesce(n.note_id || '.' || n.version, '0'),
            'noteBy', coalesce(a.display_name, n.updated_by, ''),
            'noteAt', coalesce(to_char(n.updated_at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI'), ''),
            'isSeveral', known.number is null)
     from ${fromNoteOf(person)}
     left join administrators a on a.institution_code = ${person.institution} and a.user_id = n.updated_by)`;

/** Of the reservation r. */
export const NOTE_OF_RESERVATION = noteOf({
  institution: 'r.institution_code',
  number: 'r.patient_number',
  kana: 'r.folded_kana',
  birth: 'r.birth_date',
});
