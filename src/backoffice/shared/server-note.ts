// The note about a person as statements read it, for a reservation or for somebody who is being written down.
import { isOfSeveral, type NotedPerson, notesOf, personOf } from '#booking/records/person-note.ts';

/** With the id, since another note may come in the place of one. */
export const noteOf = (person: NotedPerson) => `
  (select json_build_object(
            'note', coalesce(n.body, ''), 'isPrinted', coalesce(n.is_printed, false),
            'noteVersion', coalesce(n.note_id || '.' || n.version, '0'),
            'noteBy', coalesce(writer.display_name, n.updated_by, ''),
            'noteAt', coalesce(to_char(n.updated_at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI'), ''),
            'isSeveral', ${isOfSeveral(person)})
     from (select) one_
     left join (${notesOf('n.*', '(select) one_', person)}) n on true
     left join administrators writer on writer.institution_code = ${person.institution} and writer.user_id = n.updated_by)`;

export const NOTE_OF_RESERVATION = noteOf(personOf('r.institution_code'));
