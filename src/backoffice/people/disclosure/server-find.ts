// Finds people: whoever has reservations under an account, by name and birth date, or owns it; and whoever has some without one.
import { onlyNumber } from '#backoffice/shared/server-same-person.ts';
import { RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import type { Input, Reply } from '#wire/call.ts';
import type { searchPeople } from './contract.ts';

export type FoundPerson = Omit<Reply<typeof searchPeople>['people'][number], 'lastDate'> & {
  lastDate: PlainDate | null;
};

/** More would be read by nobody. */
const MOST = 100;

/** As the folded columns of reservations are made. */
const FOLDED_OWNER = `left(replace(lower(normalize(e.family_kana || e.given_kana, nfkc) collate "C"), ' ', ''), 80)`;

/** The only patient number that stands by the name and birth date of the reservation r: what carries none is that person's too. */
export const ONLY_NUMBER = `
  (select o.patient from (select r.folded_kana as kana, r.birth_date as birth) as k cross join lateral (${onlyNumber('k')}) as o)`;

/** The newest of what their reservations hold. */
const newest = (what: string, among = '') =>
  `(array_agg(${what} order by r.visit_date desc, r.reservation_number desc)${among})[1]`;

/** The people of the reservations r that fulfil it, each with the name of the newest. Who was forgotten has no name. */
const peopleOf = (condition: string, which = '') => `
  select coalesce(e.examinee_id, 0) as "examineeId", coalesce(e.mail, ${newest('r.mail')}) as mail,
         r.birth_date as "birthDate", ${newest(RESERVATION_COLUMNS.name.sql)} as name, ${newest(RESERVATION_COLUMNS.kana.sql)} as kana,
         coalesce(p.patient, ${newest('r.patient_number', ` filter (where r.patient_number <> '')`)}, '') as "patientNumber",
         count(*)::integer as count, max(r.visit_date) as "lastDate", max(r.reservation_number) as number
    from reservations r
    left join lateral (
      select e.examinee_id, e.mail from examinees e
       where e.institution_code = $1 and e.examinee_id = r.examinee_id limit 1) e on true
    left join lateral (
      select coalesce(nullif(r.patient_number, ''), ${ONLY_NUMBER}, '') as patient where r.examinee_id is null) p on true
   where r.institution_code = $1 and r.folded_kana <> '' and ${condition}
   group by e.examinee_id, e.mail, r.folded_kana, r.birth_date, p.patient ${which}`;

/** By the index of people. */
export const BY_NUMBER = peopleOf(
  `(r.folded_kana collate "C", r.birth_date) = (
    select n.folded_kana collate "C", n.birth_date from reservations n
     where n.institution_code = $1 and n.reservation_number = $2)`,
  'having bool_or(r.reservation_number = $2)',
);
const byNumber = query<FoundPerson>(BY_NUMBER);

/** An owner without a reservation is somebody too, and so is whoever was booked for under the address without an account. */
export const BY_MAIL = `
  ${peopleOf('r.examinee_id = (select o.examinee_id from examinees o where o.institution_code = $1 and lower(o.mail) = $2)')}
   union all
  ${peopleOf(`r.examinee_id is null and r.mail <> '' and lower(r.mail collate "C") = $2`)}
   union all
  select e.examinee_id, e.mail, e.birth_date, e.family_name || '　' || e.given_name, e.family_kana || '　' || e.given_kana, '', 0, null, 0
    from examinees e
   where e.institution_code = $1 and lower(e.mail) = $2 and e.birth_date is not null
     and not exists (select from reservations r
                      where r.institution_code = e.institution_code and r.examinee_id = e.examinee_id
                        and is_same_person(r.folded_kana, r.birth_date, ${FOLDED_OWNER}, e.birth_date))
   order by "lastDate" desc nulls last, kana`;
const byMail = query<FoundPerson>(BY_MAIL);

/** By the index of people. */
export const BY_NAME = `
  ${peopleOf('is_same_person(r.folded_kana, r.birth_date, $2, $3)')}
   order by "lastDate" desc limit ${MOST}`;
const byName = query<FoundPerson>(BY_NAME);

/** As the folded columns are cut. */
export const foldName = (kana: string) => [...foldKana(kana)].slice(0, 80).join('');

/** By the first of the three that was given; says by which. */
export async function findPeople(db: Db, institutionCode: string, sought: Input<typeof searchPeople>) {
  const { mail, number, kana, birthDate } = sought;
  if (mail !== '') return { by: ['メールアドレス'], people: await byMail(db, institutionCode, lowerAscii(mail)) };
  if (number !== null) return { by: ['予約番号'], people: await byNumber(db, institutionCode, number) };
  return { by: ['カナ氏名', '生年月日'], people: await byName(db, institutionCode, foldName(kana), birthDate) };
}
