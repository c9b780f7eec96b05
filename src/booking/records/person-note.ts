// Whose a note about a person is, for statements that read one: the note of the patient number by which a reservation's person is known, under
// whatever name; without a number, that of the kana and birth date. functions/notes.sql moves notes by the same rule.

/** A reservation or whoever is about to be one, as SQL: their own number, or '' where they have none. */
export interface NotedPerson {
  institution: string;
  number: string;
  kana: string;
  birth: string;
}

/** The reservation r as somebody of whom there may be a note. */
export const personOf = (institution: string): NotedPerson => ({
  institution,
  number: 'r.patient_number',
  kana: 'r.folded_kana',
  birth: 'r.birth_date',
});

/**
 * The only number that stands by a name: '' where none does, null where several do, since nobody knows which. Asked so that the database does not go
 * through all numbers for it, and counted, or it would look for the first of all.
 */
const numberOfName = ({ institution, kana, birth }: NotedPerson) => `
  (select case when count(*) = 0 then '' when min(m.patient_number) = max(m.patient_number) then min(m.patient_number) end
     from reservations m
    where m.institution_code = ${institution} and is_same_person(m.folded_kana, m.birth_date, ${kana}, ${birth})
      and not is_replaced(m.status) and nullif(m.patient_number, '') is not null)`;

export const isOfSeveral = (person: NotedPerson) => `(${person.number} = '' and ${numberOfName(person)} is null)`;

/**
 * What is asked of the notes n of everybody in `people`, as far as there is one: of their own number; of their name, where no number stands by it;
 * and of the only number that does. Each is a join: whoever has no note costs a look at an index.
 */
export const notesOf = (columns: string, people: string, person: NotedPerson) => {
  const byNumber = (number: string) => `
    join person_notes n on n.institution_code = ${person.institution} and n.patient_number = ${number} and n.patient_number <> ''
   where ${number} <> ''`;
  // By the name that the note has: so it is asked of those who have one, and not of everybody before.
  const numberOfNoted = numberOfName({ ...person, kana: 'n.folded_kana' });
  return `
  select ${columns} from ${people} ${byNumber(person.number)}
   union all
  select ${columns} from ${people}
    join person_notes n on n.institution_code = ${person.institution} and n.patient_number = ''
         and n.folded_kana = ${person.kana} and n.birth_date = ${person.birth}
   where ${person.number} = '' and ${numberOfNoted} = ''
   union all
  select ${columns} from ${people}
   cross join lateral (select ${numberOfName(person)} as number offset 0) known ${byNumber('known.number')}
     and ${person.number} = ''`;
};

/** Most institutions have a few notes or none, which is asked first. */
const hasNotes = (institution: string) =>
  `(select exists (select from person_notes a where a.institution_code = ${institution}))`;

/** What is asked of a reservation r to find its note. */
const ASKED = 'r.reservation_number, r.patient_number, r.folded_kana, r.birth_date';

/** Of the reservation r. */
export const ofReservationsNote = (value: string) =>
  `case when ${hasNotes('r.institution_code')} then (${notesOf(value, '(select) one', personOf('r.institution_code'))}) end`;

/** Number and text for reservations of the institution $1, those of `rows`. */
export const notesOfRows = (rows: string) => `
  select number, body from (${notesOf('r.reservation_number as number, n.body', `${rows} r`, personOf('$1'))}) noted
   where ${hasNotes('$1')}`;

const byNumbers = (numbers: string) =>
  `(select * from reservations where institution_code = $1 and reservation_number = any (${numbers}::integer[])) r`;

/** Those of the reservations with these numbers, of the institution $1. */
export const noteIdsOf = (numbers: string) => notesOf('n.note_id', byNumbers(numbers), personOf('$1'));

/**
 * Under the names of those who have a note, which are few among many: each is looked up by itself, since the database does not know how large an
 * institution is and would rather read all of it.
 */
const UNDER_NOTED_NAMES = `
  select ${ASKED}
    from (select folded_kana, birth_date from person_notes where institution_code = $1 and patient_number = ''
           union
          select r.folded_kana, r.birth_date
            from person_notes n
           cross join lateral (
             select r.folded_kana, r.birth_date from reservations r
              where r.institution_code = $1 and r.patient_number = n.patient_number and r.patient_number <> '' offset 0) r
           where n.institution_code = $1 and n.patient_number <> '') named
   cross join lateral (
     select ${ASKED} from reservations r
      where r.institution_code = $1 and is_same_person(r.folded_kana, r.birth_date, named.folded_kana, named.birth_date)
     offset 0) r`;

const noted = (rows: string) => `
  with rows_ as materialized (${rows})
  select coalesce(array_agg(number), '{}') as numbers from (${notesOfRows('rows_')}) noted`;

/** The numbers of all reservations of the institution $1 that have a note, and of those among $2. */
export const ALL_NOTED = noted(UNDER_NOTED_NAMES);
export const NOTED_OF = noted(`select ${ASKED} from ${byNumbers('$2')}`);
