// Finds people, and reads what is kept of one of them, and of whoever else shares the account, if there is one.
import { createHash } from 'node:crypto';
import { onlyNumber } from '#backoffice/shared/server-same-person.ts';
import {
  RESERVATION_COLUMNS,
  type ReservationRow,
  selectPerson,
  selectReservation,
} from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ACCOUNT_FIELDS, type PersonData } from '#domain/reservation/person.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import type { Input, Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import type { PersonKey, searchPeople } from './contract.ts';

export type FoundPerson = Omit<Reply<typeof searchPeople>['people'][number], 'lastDate'> & {
  lastDate: PlainDate | null;
};

/** More would be read by nobody. */
const MOST = 100;

/** As the folded columns of reservations are made. */
const FOLDED_OWNER = `left(replace(lower(normalize(e.family_kana || e.given_kana, nfkc) collate "C"), ' ', ''), 80)`;

/** The only patient number that stands by the name and birth date of the reservation r: what carries none is that person's too. */
const ONLY_NUMBER = `
  (select o.patient from (select r.folded_kana as kana, r.birth_date as birth) as k cross join lateral (${onlyNumber('k')}) as o)`;

/** The newest of what their reservations hold. */
const ofNewest = (what: string, among = '') =>
  `(array_agg(${what} order by r.visit_date desc, r.reservation_number desc)${among})[1]`;

/** The people of the reservations r that fulfil it, each with the name of the newest. Who was forgotten has no name. */
const peopleOf = (condition: string, which = '') => `
  select coalesce(e.examinee_id, 0) as "examineeId", coalesce(e.mail, ${ofNewest('r.mail')}) as mail,
         r.birth_date as "birthDate", ${ofNewest(RESERVATION_COLUMNS.name.sql)} as name, ${ofNewest(RESERVATION_COLUMNS.kana.sql)} as kana,
         coalesce(p.patient, ${ofNewest('r.patient_number', ` filter (where r.patient_number <> '')`)}, '') as "patientNumber",
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

const KNOWN = [
  'number',
  'version',
  'status',
  'visitDate',
  'startMinute',
  'courseName',
  'clientName',
  'name',
  'kana',
  'birthDate',
  'mail',
  'patientNumber',
] as const;

type KnownReservation = ReservationRow<typeof KNOWN>;

export interface Owner extends Omit<PersonData, 'remarks'> {
  createdAt: Date;
}

const OWNER = `
  select ${selectPerson('e', ACCOUNT_FIELDS)}, e.created_at as "createdAt"
    from examinees e where institution_code = $1 and examinee_id = $2 and lower(mail) <> 'anonymous@anonymous.invalid'`;
const readOwner = query<Owner>(OWNER);
/** Nobody books under the account until this is over: a booking refers to it. */
const lockOwner = query<Owner>(`${OWNER} for update`);

const OF_ACCOUNT = `
  select ${selectReservation(KNOWN)} from reservations r
   where r.institution_code = $1 and r.examinee_id = $2 and r.anonymised_at is null
   order by r.reservation_number`;
const readReservations = query<KnownReservation>(OF_ACCOUNT);
const lockReservations = query<KnownReservation>(`${OF_ACCOUNT} for no key update`);

interface Unowned extends KnownReservation {
  /** The one that stands by the name and birth date, if only one does. */
  onlyNumber: string | null;
}

/** By the index of people: who was forgotten has no name. */
export const WITHOUT_ACCOUNT = `
  select ${selectReservation(KNOWN)}, ${ONLY_NUMBER} as "onlyNumber" from reservations r
   where r.institution_code = $1 and is_same_person(r.folded_kana, r.birth_date, $2, $3) and $2 <> ''
     and r.examinee_id is null
   order by r.reservation_number`;
const readUnowned = query<Unowned>(WITHOUT_ACCOUNT);
const lockUnowned = query<Unowned>(`${WITHOUT_ACCOUNT} for no key update of r`);

export interface Person {
  /** The name and the kana as the newest reservation has them, or the account. */
  name: string;
  kana: string;
  birthDate: PlainDate;
  /** As the newest reservation that has one, or that of those without an account. */
  patientNumber: string;
  /** Of the account, or, where there is none, of the newest reservation. */
  mail: string;
  owner: Owner | null;
  isOwner: boolean;
  /** Their own, the newest first. */
  reservations: KnownReservation[];
  /** Of everybody else under the account. */
  others: KnownReservation[];
  othersCount: number;
  /** Of all reservations of the account: whoever books in between moves it. */
  version: string;
}

interface Reading {
  /** As it stays until the transaction ends. */
  isHeld?: boolean;
}

const nameOf = (kana: string, birthDate: PlainDate) => `${foldName(kana)}/${birthDate}`;
const newestFirst = (a: KnownReservation, b: KnownReservation) => (a.visitDate < b.visitDate ? 1 : -1);

export const readPerson = (db: Db, institutionCode: string, key: PersonKey, reading: Reading = {}): Promise<Person> =>
  (key.examineeId === 0 ? readWithoutAccount : readOfAccount)(db, institutionCode, key, reading);

/** Two patient numbers are two people, neither of whom is disclosed, or erased, with the other; nor what may be of either. */
async function readWithoutAccount(db: Db, institutionCode: string, key: PersonKey, { isHeld }: Reading) {
  const { kana, birthDate } = key;
  const named = await (isHeld ? lockUnowned : readUnowned)(db, institutionCode, foldName(kana), birthDate);
  const patient = key.patientNumber || (named[0]?.onlyNumber ?? '');
  const all = named.filter(({ patientNumber, onlyNumber }) => (patientNumber || (onlyNumber ?? '')) === patient);
  const reservations = all.toSorted(newestFirst);
  const [newest] = reservations;
  if (!newest) throw notFound();
  const { name, mail } = newest;
  const nobodyElse = { owner: null, isOwner: false, others: [], othersCount: 0 };
  const who = { name, kana: newest.kana, birthDate, patientNumber: patient };
  return { ...nobodyElse, ...who, mail, reservations, version: versionOf(all) };
}

async function readOfAccount(db: Db, institutionCode: string, key: PersonKey, { isHeld }: Reading): Promise<Person> {
  const { examineeId } = key;
  const [owner] = await (isHeld ? lockOwner : readOwner)(db, institutionCode, examineeId);
  if (!owner) throw notFound();
  const all = await (isHeld ? lockReservations : readReservations)(db, institutionCode, examineeId);
  const wanted = nameOf(key.kana, key.birthDate);
  const isTheirs = (one: KnownReservation) => nameOf(one.kana, one.birthDate) === wanted;
  const ownerName = owner.birthDate && nameOf(owner.familyKana + owner.givenKana, owner.birthDate);
  const isOwner = ownerName === wanted;
  const reservations = all.filter(isTheirs).sort(newestFirst);
  if (reservations.length === 0 && !isOwner) throw notFound();
  const others = all.filter((one) => !isTheirs(one));
  const names = new Set(others.map(({ kana, birthDate }) => nameOf(kana, birthDate)));
  if (ownerName && !isOwner) names.add(ownerName);
  const [newest] = reservations;
  return {
    name: newest?.name ?? `${owner.familyName}　${owner.givenName}`,
    kana: newest?.kana ?? `${owner.familyKana}　${owner.givenKana}`,
    birthDate: key.birthDate,
    patientNumber: reservations.find(({ patientNumber }) => patientNumber !== '')?.patientNumber ?? '',
    mail: owner.mail,
    owner,
    isOwner,
    reservations,
    others,
    othersCount: names.size,
    version: versionOf(all),
  };
}

/** As long as a version may be. */
const versionOf = (reservations: readonly KnownReservation[]) =>
  createHash('sha256')
    .update(reservations.map(({ number, version }) => `${number}:${version}`).join())
    .digest('hex')
    .slice(0, 20);

/** By which the log and files name somebody: the newest reservation, if there is any. */
export const newestNumber = ({ reservations }: Pick<Person, 'reservations'>) =>
  reservations.length === 0 ? '' : String(Math.max(...reservations.map(({ number }) => number)));
