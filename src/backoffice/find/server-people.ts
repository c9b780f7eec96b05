// The people that were found, each with their newest reservations.
import { type ReservationRow, selectReservation } from '#booking/reservation-reads.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { slashed } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ageOn } from '#domain/offer/age.ts';
import { type FindData, type FindWord, fittingField, type Understood } from '#domain/reservation/find-words.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { given, HERE, isOf, stands } from '../server-of-person.ts';
import { ROW_COLUMNS, ROW_JOINS, type Row, tellRow } from '../server-rows.ts';
import { type FoundPerson, MOST_ROWS } from './contract.ts';
import type { PersonKey } from './server-keys.ts';

const MORE = ['birthDate', 'phone', 'mail', 'patientNumber'] as const;

interface FoundRow extends Row, ReservationRow<typeof MORE> {
  /** Whose it is: the place of the key, from 1 on. */
  place: number;
  rowCount: number;
  isListed: boolean;
  isNewest: boolean;
}

const columns = (r: string) => `${r}.reservation_number, ${r}.visit_date, ${r}.created_at`;

/**
 * Somebody's reservations: those under their number; those without one under a name and birth date that stand by no other number;
 * without a number, those that have none either; and the one that was found by its own number.
 */
const OF_PERSON = `
  select ${columns('a')} from reservations a
   where a.institution_code = ${HERE} and a.patient_number = p.patient and a.patient_number <> '' and ${stands('a')}
  union
  select ${columns('u')}
    from (
      select p.kana as kana, p.birth as birth where p.patient = ''
      union all
      select distinct a.folded_kana, a.birth_date from reservations a
       where a.institution_code = ${HERE} and a.patient_number = p.patient and a.patient_number <> '' and ${stands('a')}
    ) as k
    join reservations u on u.institution_code = ${HERE} and ${isOf('u', 'k')}
   where u.patient_number = ''
     and (p.patient = '' or not exists (
       select from reservations o
        where o.institution_code = ${HERE} and ${isOf('o', 'k')}
          and o.patient_number not in ('', p.patient)))
  union
  select ${columns('w')} from reservations w where w.institution_code = ${HERE} and w.reservation_number = p.own`;

/** Since when a reservation has its person as it does: a correction is newer than what was registered in between. */
const PERSON_AS_OF = `
  greatest(m.created_at, (select max(h.at) from reservation_history h
                           where h.institution_code = ${HERE} and h.reservation_number = m.reservation_number and h.act = 'corrected'))`;

export const PEOPLE = `
  select p.place::integer as place, n.row_count as "rowCount", n.nth <= ${MOST_ROWS} as "isListed",
         n.newest = 1 as "isNewest", ${selectReservation(MORE)}, ${ROW_COLUMNS}
    from unnest(${given('$2::text[]')}, ${given('$3::text[]')}, ${given('$4::date[]')}, ${given('$5::integer[]')}) with ordinality as p(patient, kana, birth, own, place)
    cross join lateral (
      select m.reservation_number, count(*) over ()::integer as row_count,
             row_number() over (order by m.visit_date desc, m.reservation_number desc) as nth,
             row_number() over (order by ${PERSON_AS_OF} desc, m.reservation_number desc) as newest
        from (${OF_PERSON}) as m
    ) as n
    join reservations r on r.institution_code = ${HERE} and r.reservation_number = n.reservation_number ${ROW_JOINS}
   where n.nth <= ${MOST_ROWS} or n.newest = 1
   order by p.place, n.nth`;

const readRows = query<FoundRow>(PEOPLE);

export const valuesOf = (institutionCode: string, keys: readonly PersonKey[]) => [
  institutionCode,
  keys.map(({ patient }) => patient),
  keys.map(({ kana }) => kana),
  keys.map(({ birth }) => birth),
  keys.map(({ own }) => own),
];

/** In the order of kana and birth date, after whose patient number was typed where that may be the end of a telephone too. */
export async function readPeople(
  db: Db,
  institutionCode: string,
  keys: readonly PersonKey[],
  today: PlainDate,
  { sought, words }: Understood,
  isInside: boolean,
): Promise<FoundPerson[]> {
  const rows = await readRows(db, ...valuesOf(institutionCode, keys));
  const people = [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, theirs]) => {
    const newest = theirs.find(({ isNewest }) => isNewest);
    if (!newest) return [];
    const matched = words.flatMap((word) => describeMatch(word, newest, theirs, isInside));
    return [tellPerson(newest, theirs, keys[place - 1]?.patient ?? '', today, matched)];
  });
  const isLater = ({ patientNumber }: FoundPerson) => (sought.phoneEnd && sought.phoneEnd !== patientNumber ? 1 : 0);
  const order = (person: FoundPerson) =>
    `${isLater(person)} ${foldText(person.kana)} ${person.birthDate} ${person.number}`;
  return people.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

const FIELD_WORDS: Record<keyof FindData, string> = {
  name: '氏名',
  kana: 'カナ氏名',
  birthDate: '生年月日',
  phone: '電話番号',
  mail: 'メールアドレス',
  patientNumber: '患者番号',
};

/** Nothing where the person as they are now fits. */
function describeMatch(word: FindWord, newest: FoundRow, theirs: readonly FoundRow[], isInside: boolean): string[] {
  if (fittingField(word, newest, isInside)) return [];
  for (const row of theirs) {
    const field = fittingField(word, row, isInside);
    if (field === 'patientNumber') return [];
    const value = field === 'birthDate' ? slashed(row.birthDate) : field && row[field];
    if (field) return [`${FIELD_WORDS[field]} ${value}（予約番号 ${row.number}）`];
  }
  return [];
}

function tellPerson(
  newest: FoundRow,
  theirs: readonly FoundRow[],
  patient: string,
  today: PlainDate,
  matched: string[],
): FoundPerson {
  const { number, name, kana, birthDate, sex, phone, mail, patientNumber, clientName, rowCount } = newest;
  return {
    number,
    name,
    kana,
    birthDate,
    sex,
    phone,
    mail,
    clientName,
    matched,
    rowCount,
    age: ageOn(birthDate, today),
    // The newest one may have been registered before anybody knew whose number it is.
    patientNumber: patientNumber || patient,
    rows: theirs.filter(({ isListed }) => isListed).map(tellRow),
  };
}
