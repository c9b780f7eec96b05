// Reads the other reservations of a person, by one statement: those of the same patient number, and those of the same kana and
// birth date that carry no number, unless several people with numbers are called so.
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import type { ShownNote } from './contract-note.ts';
import { findSamePerson } from './contract-person.ts';
import { noteOf } from './server-note.ts';
import { ROW_COLUMNS, ROW_JOINS, type Row, toListedRow } from './server-rows.ts';

export const notReplaced = (r: string) => `not is_replaced(${r}.status)`;

/** Reservations that count: those that others have replaced, and those of nobody any more, are found by their number only. */
export const isSearchable = (r: string) => `${notReplaced(r)} and ${r}.anonymised_at is null`;

/**
 * Whether it is of this name and birth date, and counts. Who was forgotten has no name any more: not asking for it once more keeps the
 * database from the index of birth dates, which it takes for as good as the one of both where it does not know how large an institution is.
 */
export const isOfPerson = (r: string, who: string) => `
  is_same_person(${r}.folded_kana, ${r}.birth_date, ${who}.kana, ${who}.birth) and ${notReplaced(r)}`;

/**
 * What a statement is given, out of the planner's sight: a plan for each value would hardly ever be another, and making one takes longer
 * than most searches.
 */
export const opaque = (value: string) => `(select ${value})`;
export const OPAQUE_INSTITUTION = opaque('$1::text');

/**
 * The patient number that stands by a name and birth date (`kana` and `birth` of `who`), if only one does. What carries none is not left out
 * before: the database might go through all numbers for it.
 */
export const onlyNumber = (who: string, when = 'true') => `
  select min(nullif(m.patient_number, '')) as patient from reservations m
   where ${when} and m.institution_code = ${OPAQUE_INSTITUTION} and ${isOfPerson('m', who)}
  having count(distinct nullif(m.patient_number, '')) = 1`;

const MOST = 20;

/** As long as what the database folds (`folded_kana`). */
const FOLDED_LENGTH = 80;

interface SameRow extends Row {
  /** Who was asked about; they come along, with their note, and where it is by a reservation that is not there, nobody does. */
  isAsked: boolean;
  shownNote: ShownNote | null;
  rowCount: number;
  yearCount: number;
}
/** Who was asked about may be no reservation. */
type Joined = { [Name in keyof SameRow]: SameRow[Name] | null };
const isOther = (row: Joined): row is SameRow => row.isAsked === false;

/** Each key is looked up by itself: without knowing how large an institution is, the database would rather read all of it at once. */
const ofKey = (columns: string, r: string, key: string) => `
  lateral (select ${columns} from reservations ${r}
            where ${r}.institution_code = $1 and ${isOfPerson(r, key)} offset 0)`;

/**
 * What carries the person's number belongs to them under any name, and brings the names that it stands under. Of what carries
 * none, a name's reservations belong to them unless another number stands under that name too.
 */
export const SAME_PERSON = `
  with asked as materialized (
    select r.reservation_number as number, r.folded_kana as kana, r.birth_date as birth, r.patient_number as patient,
           r.fiscal_year as year, is_live(r.status) as is_live
      from reservations r where r.institution_code = $1 and r.reservation_number = $2
     union all
    select 0, $3::text, $4::date, $5::text, $6::integer, true where $2::integer = 0
  ), named as materialized (
    select r.patient_number as patient
      from asked k cross join ${ofKey('r.patient_number', 'r', 'k')} r
     where k.kana <> '' and r.patient_number <> ''
  ), person as materialized (
    select coalesce(nullif(a.patient, ''),
                    (select min(patient) from named having min(patient) = max(patient)), '') as patient from asked a
  ), numbered as materialized (
    select r.reservation_number as number, r.folded_kana as kana, r.birth_date as birth
      from person p
     cross join lateral (
       select r.reservation_number, r.folded_kana, r.birth_date from reservations r
        where r.institution_code = $1 and r.patient_number = p.patient and r.patient_number <> '' and ${notReplaced('r')}
       offset 0) r
  ), keys as (
    select kana, birth from numbered union select kana, birth from asked where kana <> ''
  ), others as (
    select number from numbered
     union all
    select r.reservation_number
      from person p, keys k cross join ${ofKey('r.reservation_number, r.patient_number', 'r', 'k')} r
     where r.patient_number = ''
       and (p.patient = '' or not exists (
              select from reservations o
               where o.institution_code = $1 and ${isOfPerson('o', 'k')} and o.patient_number not in ('', p.patient)))
  ), counted as (
    select r.reservation_number as number, count(*) over ()::integer as row_count,
           count(*) filter (where a.is_live and is_live(r.status) and r.fiscal_year = a.year) over ()::integer
             as year_count
      from asked a, others o
     cross join lateral (
       select r.reservation_number, r.status, r.fiscal_year, r.visit_date from reservations r
        where r.institution_code = $1 and r.reservation_number = o.number limit 1) r
     where r.reservation_number not in (a.number, $7::integer)
     order by r.visit_date desc, r.reservation_number desc
     limit ${MOST}
  )
  select ${ROW_COLUMNS}, f.is_asked as "isAsked", f.note as "shownNote", f.row_count as "rowCount", f.year_count as "yearCount"
    from (select number, row_count, year_count, false as is_asked, null::json as note from counted
           union all
          select 0, 0, 0, true, ${noteOf({ institution: '$1', number: 'a.patient', kana: 'a.kana', birth: 'a.birth' })} from asked a) f
    left join lateral (
      select * from reservations r where r.institution_code = $1 and r.reservation_number = f.number limit 1) r on true ${ROW_JOINS}
   order by f.is_asked, r.visit_date desc, r.reservation_number desc`;

const read = query<Joined>(SAME_PERSON);

/** Nobody is known by half of a name, or by a name without a birth date. */
function keyOf({
  familyKana,
  givenKana,
  birthDate,
}: Input<typeof findSamePerson>): [kana: string, birth: PlainDate | null] {
  const isWhole = familyKana !== '' && givenKana !== '' && birthDate !== null;
  return isWhole ? [foldKana(familyKana + givenKana).slice(0, FOLDED_LENGTH), birthDate] : ['', null];
}

export const samePersonHandlers: Handler[] = [
  handle(findSamePerson, async (db, who, asked) => {
    const { number, patientNumber, fiscalYear, exceptNumber } = asked;
    const [kana, birthDate] = keyOf(asked);
    const { institutionCode } = who;
    const found = await read(db, institutionCode, number, kana, birthDate, patientNumber, fiscalYear, exceptNumber);
    const note = found.find(({ isAsked }) => isAsked)?.shownNote;
    if (!note) throw notFound();
    const rows = found.filter(isOther);
    const [{ rowCount, yearCount } = { rowCount: 0, yearCount: 0 }] = rows;
    who.trace.details = { note: '同じ方の予約', count: rowCount };
    return { ...note, rows: rows.map(toListedRow), rowCount, yearCount };
  }),
];
