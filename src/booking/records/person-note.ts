// Whose a note about a person is, for statements that read one: the note of the patient number by which a reservation's person is known, under
// whatever name; without a number, that of the kana and birth date. functions/notes.sql moves notes by the same rule.

/** A reservation or whoever is about to be one, as SQL: their own number, or '' where they have none. */
export interface NotedPerson {
  institution: string;
  number: string;
  kana: string;
  birth: string;
}

type Named = Pick<NotedPerson, 'institution' | 'kana' | 'birth'>;

/** Reservations of this name that carry a number; asked so that the database does not go through all numbers for it, and without counting, which takes it longer. */
const numbered = (r: string, { institution, kana, birth }: Named) => `
  from reservations ${r}
  where ${r}.institution_code = ${institution} and is_same_person(${r}.folded_kana, ${r}.birth_date, ${kana}, ${birth})
    and not is_replaced(${r}.status) and nullif(${r}.patient_number, '') is not null`;

/** The only number that stands by a name: '' where none does, null where several do, since nobody knows which. */
const numberOfName = (name: Named) => `
  (select case when f.number is null then ''
               when not exists (select ${numbered('m', name)} and m.patient_number <> f.number) then f.number end
     from (select) one left join lateral (select f.patient_number as number ${numbered('f', name)} limit 1) f on true)`;

const knownNumber = ({ number, ...name }: NotedPerson) => `
  case when ${number} <> '' then ${number} else ${numberOfName(name)} end`;

const NOTE = 'b.note_id, b.body, b.is_printed, b.version, b.updated_at, b.updated_by';

/** Their number as known, worked out once (offset), and their note if there is one: n, null without one. */
export const fromNoteOf = (person: NotedPerson) => `
  (select ${knownNumber(person)} as number offset 0) known
  left join lateral (
    select ${NOTE} from person_notes b
     where b.institution_code = ${person.institution} and b.patient_number = known.number and b.patient_number <> ''
     union all
    select ${NOTE} from person_notes b
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

/**
 * Number and text for many reservations of the institution $1 at once, `rows` of them, and nothing where it has no notes: one by one it would take
 * longer than all else that a list reads.
 */
export const notesOfMany = (rows: string) => `
  select r.reservation_number as number, n.body from ${rows} r
    join person_notes n on n.institution_code = $1 and n.patient_number = r.patient_number and n.patient_number <> ''
   where (select exists (select from person_notes where institution_code = $1))
  union all
  select r.reservation_number, n.body from ${rows} r
   cross join lateral (
     select ${numberOfName({ institution: '$1', kana: 'r.folded_kana', birth: 'r.birth_date' })} as number offset 0) k
   cross join lateral (
     select b.body from person_notes b
      where b.institution_code = $1 and b.patient_number = k.number and b.patient_number <> ''
     union all
     select b.body from person_notes b
      where b.institution_code = $1 and k.number = '' and b.patient_number = '' and b.folded_kana = r.folded_kana
        and b.birth_date = r.birth_date) n
   where r.patient_number = '' and (select exists (select from person_notes where institution_code = $1))`;
