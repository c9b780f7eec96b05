// Who fits what was typed: at most one person more than are shown, each by what distinguishes them from others.
import {
  isOfPerson,
  isSearchable,
  notReplaced,
  OPAQUE_INSTITUTION,
  onlyNumber,
  opaque,
} from '#backoffice/shared/server-same-person.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { ParsedSearch, SearchKind, SearchWord } from '#domain/reservation/parse-search.ts';
import { MOST_PEOPLE } from './contract.ts';

/** A patient number, or kana and birth date where there is none; or a reservation alone, which nobody can be found by. */
export interface PersonKey {
  patient: string;
  kana: string | null;
  birth: string | null;
  own: number | null;
  /** Found otherwise than by a reservation's own number. */
  isByOther: boolean;
  /** There were more reservations than were looked at. */
  isCut: boolean;
}

const OTHERS = opaque('$2::jsonb');

/** Of so many reservations found one way the people are returned; nobody has more than a few. */
const ROWS = 500;
/** So many names with a birth date: more than people, since somebody may have had two. */
const NAMES = 75;

const PHONE_END = 'right(r.phone_digits, 4) collate "C"';

/** Whether all other words ($2) fit the reservation r; each means whatever it has. */
const OTHERS_FIT = `
  (${OTHERS} = '[]' or not exists (
    select from jsonb_to_recordset(${OTHERS}) as w(number integer, patient text, "phoneFrom" text, "phoneTo" text, "phoneEnd" text,
                                                   mail text, "mailFrom" text, birth date, kana text, "swappedKana" text, names text[])
     where not coalesce(
       r.reservation_number = w.number or r.patient_number = w.patient
       or r.phone_digits collate "C" between w."phoneFrom" and w."phoneTo" or ${PHONE_END} = w."phoneEnd"
       or lower(r.mail collate "C") = w.mail or starts_with(lower(r.mail collate "C"), w."mailFrom")
       or r.birth_date = w.birth or starts_with(r.folded_kana, w.kana) or starts_with(r.folded_kana, w."swappedKana")
       or exists (select from unnest(w.names) as n(start) where starts_with(r.folded_name, n.start)), false)))`;

const FITS = `${isSearchable('r')} and ${OTHERS_FIT}`;

const KEY = 'r.patient_number as patient, r.folded_kana as kana, r.birth_date as birth';

/** Behind all that begins with a text. */
const end = (start: string) => `${start} || chr(1114111)`;

/** Ordered where many may fit, so that it stops at the first of them. */
const some = (condition: string, order = '') => `
  select patient, kana, birth, null::integer as own, count(*) over () >= ${ROWS} as is_cut
    from (select ${KEY} from reservations r
           where r.institution_code = ${OPAQUE_INSTITUTION} and ${condition} and ${FITS} ${order} limit ${ROWS}) as w`;

const byPatient = (value: string) => some(`r.patient_number = ${opaque(value)} and r.patient_number <> ''`);

const BY_PHONE = some(
  `r.phone_digits collate "C" between ${opaque('$3::text')} and ${opaque('$4::text')}`,
  'order by r.phone_digits collate "C"',
);

const byPhoneEnd = (value: string) => some(`${PHONE_END} = ${opaque(value)}`);

const byMailStart = (value: string) =>
  some(
    `lower(r.mail collate "C") >= ${opaque(value)} and lower(r.mail collate "C") < ${end(opaque(value))} and r.mail <> ''`,
    'order by lower(r.mail collate "C")',
  );

/** Whatever became of it. */
const BY_NUMBER = `
  select r.patient_number as patient,
         case when r.anonymised_at is null then r.folded_kana end as kana,
         case when r.anonymised_at is null then r.birth_date end as birth, r.reservation_number as own, false as is_cut
    from reservations r
   where r.institution_code = ${OPAQUE_INSTITUTION} and r.reservation_number = ${opaque('$3::integer')} and ${OTHERS_FIT}`;

/** From one name with a birth date to the next, however many reservations each of them has. */
const byKana = (start: string) => `
  select p.patient, w.kana, w.birth, null::integer as own, w.is_cut
    from (
      with recursive pair as (
        (select r.folded_kana as kana, r.birth_date as birth from reservations r
          where r.institution_code = ${OPAQUE_INSTITUTION}
            and r.folded_kana collate "C" >= ${start} and r.folded_kana collate "C" < ${end(start)} and ${notReplaced('r')} and ${OTHERS_FIT}
          order by r.folded_kana collate "C", r.birth_date limit 1)
        union all
        select n.kana, n.birth from pair cross join lateral (
          select r.folded_kana as kana, r.birth_date as birth from reservations r
           where r.institution_code = ${OPAQUE_INSTITUTION} and (r.folded_kana collate "C", r.birth_date) > (pair.kana, pair.birth)
             and r.folded_kana collate "C" < ${end(start)} and ${notReplaced('r')} and ${OTHERS_FIT}
           order by r.folded_kana collate "C", r.birth_date limit 1) as n
      )
      select kana, birth, count(*) over () >= ${NAMES} as is_cut from (select kana, birth from pair limit ${NAMES}) as first
    ) as w
    cross join lateral (
      select distinct r.patient_number as patient from reservations r
       where r.institution_code = ${OPAQUE_INSTITUTION} and ${isOfPerson('r', 'w')} and ${OTHERS_FIT}) as p`;

const byName = (starts: string) => `
  select patient, kana, birth, null::integer as own, count(*) over () >= ${ROWS} as is_cut
    from unnest(${opaque(`${starts}::text[]`)}) as name(start)
   cross join lateral (
      select ${KEY} from reservations r
       where r.institution_code = ${OPAQUE_INSTITUTION}
         and r.folded_name collate "C" >= name.start and r.folded_name collate "C" < ${end('name.start')} and ${FITS}
       order by r.folded_name collate "C" limit ${ROWS}) as w`;

/** One index way each, and what comes before the order of names. What has no patient number is whose number stands by its name and birth date, if only one does. */
const keysBy = (searches: readonly string[], before = '') => `
  with found as materialized (${searches.join(' union all ')}),
  known as (
    select patient, kana, birth, max(own) as own, bool_or(own is null) as is_by_other, bool_or(is_cut) as is_cut
      from found group by patient, kana, birth
  ),
  named as (
    select coalesce(o.patient, k.patient) as patient, k.kana, k.birth, k.own, k.is_by_other, k.is_cut
      from known k
      left join lateral (${onlyNumber('k', `k.patient = ''`)}) as o on true
  )
  select coalesce(patient, '') as patient, case when patient = '' then kana end as kana,
         case when patient = '' then birth end as birth,
         max(own) as own, coalesce(bool_or(is_by_other), false) as "isByOther", coalesce(bool_or(is_cut), false) as "isCut"
    from named
   group by 1, 2, 3
   order by ${before} min(kana collate "C"), min(birth)
   limit ${MOST_PEOPLE + 1}`;

/** With the institution ($1), the other words ($2) and what is looked up ($3 ...). */
export const KEYS: Record<SearchKind, string> = {
  number: keysBy([BY_NUMBER, byPatient('$4::text')]),
  patient: keysBy(
    [byPatient('$3::text'), byPhoneEnd('$4::text'), byMailStart('$5::text')],
    `coalesce(patient, '') <> ${opaque('$3::text')},`,
  ),
  phone: keysBy([BY_PHONE, byPatient('$5::text')]),
  mail: keysBy([some(`lower(r.mail collate "C") = ${opaque('$3::text')} and r.mail <> ''`)]),
  date: keysBy([some(`r.birth_date = ${opaque('$3::date')}`), byPatient('$4::text')]),
  kana: keysBy([byKana(opaque('$3::text')), byName('$4'), byKana(opaque('$5::text'))]),
  name: keysBy([byName('$3'), byMailStart('$4::text')]),
};

type Queries = Record<SearchKind, ReturnType<typeof query<PersonKey>>>;
const QUERIES = Object.fromEntries(
  Object.entries(KEYS).map(([kind, text]) => [kind, query<PersonKey>(text)]),
) as Queries;

const VALUES: Record<SearchKind, (word: SearchWord) => readonly unknown[]> = {
  number: ({ number, patient }) => [number, patient],
  patient: ({ patient, phoneEnd = null, mailFrom = null }) => [patient, phoneEnd, mailFrom],
  phone: ({ phoneFrom, phoneTo, patient }) => [phoneFrom, phoneTo, patient],
  mail: ({ mail }) => [mail],
  date: ({ birth, patient = null }) => [birth, patient],
  kana: ({ kana, names, swappedKana = null }) => [kana, names, swappedKana],
  name: ({ names, mailFrom = null }) => [names, mailFrom],
};

export const valuesFor = (institutionCode: string, { sought, others }: ParsedSearch) => [
  institutionCode,
  JSON.stringify(others),
  ...VALUES[sought.kind](sought),
];

export const readKeys = (db: Db, institutionCode: string, understood: ParsedSearch): Promise<PersonKey[]> =>
  QUERIES[understood.sought.kind](db, ...valuesFor(institutionCode, understood));

/** The same where kana or name hold it somewhere, by the index that has all words of a reservation: newest first. */
export const INSIDE = keysBy([
  `
  select patient, kana, birth, null::integer as own, count(*) over () >= ${ROWS} as is_cut
    from (
      select w.reservation_number as number from reservations w
       where w.institution_code = ${OPAQUE_INSTITUTION} and w.folded_kana <> '' and ${notReplaced('w')}
         and (strpos(w.folded_kana, ${opaque('$3::text')}) > 0 or w.folded_name like any (${opaque('$4::text[]')}::text[]))
         and (${OTHERS} = '[]' or not exists (
           select from jsonb_to_recordset(${OTHERS}) as o(kana text, names text[])
            where not (coalesce(strpos(w.folded_kana, o.kana) > 0, false)
                       or exists (select from unnest(o.names) as n(part) where strpos(w.folded_name, n.part) > 0))))
       order by w.reservation_number desc limit ${ROWS}) as n
   cross join lateral (
      select ${KEY} from reservations r
       where r.institution_code = ${OPAQUE_INSTITUTION} and r.reservation_number = n.number and r.anonymised_at is null limit 1) as w`,
]);

const readInside = query<PersonKey>(INSIDE);

const isNamed = ({ kind }: SearchWord) => kind === 'kana' || kind === 'name';

const inside = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

export const valuesInside = (institutionCode: string, { sought, others }: ParsedSearch) => [
  institutionCode,
  JSON.stringify(others),
  sought.kana ?? null,
  (sought.names ?? []).map(inside),
];

/** Nobody where something else was typed than kana and names: that has no middle. */
export async function readKeysInside(db: Db, institutionCode: string, understood: ParsedSearch): Promise<PersonKey[]> {
  if (!understood.words.every(isNamed)) return [];
  return readInside(db, ...valuesInside(institutionCode, understood));
}
