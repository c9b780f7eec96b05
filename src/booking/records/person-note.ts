// Whose a note about a person is, for statements that read one: the note of the patient number by which a reservation's person is known, under
// whatever name; without a number, that of the kana and birth date. functions/notes.sql moves notes by the same rule.

/** A reservation or whoever is about to be one, as SQL: their own number, or '' where they have none. */
export interface NotedPerson {
  institution: string;
  number: string;
  kana: string;
  birth: string;
}

/** The own number, or the only one that stands by kana and birth date; '' where none does, null where several do: nobody knows which. */
const knownNumber = ({ institution, number, kana, birth }: NotedPerson) => `
  case when ${number} <> '' then ${number} else (
    select case count(distinct nullif(m.patient_number, '')) when 0 then '' when 1 then min(nullif(m.patient_number, '')) end
      from reservations m
     where m.institution_code = ${institution} and is_same_person(m.folded_kana, m.birth_date, ${kana}, ${birth})
       and not is_replaced(m.status)) end`;

/** Their number as known, worked out once (offset), and their note if there is one: n, null without one. */
export const fromNoteOf = (person: NotedPerson) => `
  (select ${knownNumber(person)} as number offset 0) known
  left join lateral (
    select * from person_notes b
     where b.institution_code = ${person.institution} and b.patient_number = known.number and b.patient_number <> ''
     union all
    select * from person_notes b
     where b.institution_code = ${person.institution} and known.number = '' and b.patient_number = ''
       and b.folded_kana = ${person.kana} and b.birth_date = ${person.birth}) n on true`;

/** Of the reservation r; most institutions have a few notes or none, which is asked first. */
export const ofReservationsNote = (value: string) => `
  (select ${value} from (select from person_notes a where a.institution_code = r.institution_code limit 1) any_
    cross join ${fromNoteOf({
      institution: 'r.institution_code',
      number: 'r.patient_number',
      kana: 'r.folded_kana',
      birth: 'r.birth_date',
    })})`;

/** Those of the reservations with these numbers, of the institution $1. */
export const noteIdsOf = (numbers: string) => `
  select ${ofReservationsNote('n.note_id')} from reservations r
   where r.institution_code = $1 and r.reservation_number = any (${numbers}::integer[])`;
