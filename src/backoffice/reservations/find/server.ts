// Finding anyone: who fits, each with their newest reservations, and what the access log holds of it.
import type { ShownNote } from '#backoffice/shared/contract-note.ts';
import { NOTE_OF_RESERVATION } from '#backoffice/shared/server-note.ts';
import { ROW_COLUMNS, ROW_JOINS, type Row, toListedRow } from '#backoffice/shared/server-rows.ts';
import { isOfPerson, isSearchable, OPAQUE_INSTITUTION, opaque } from '#backoffice/shared/server-same-person.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ageOn } from '#domain/offer/age.ts';
import {
  isTooShort,
  matchingField,
  type ParsedSearch,
  parseSearch,
  type SearchablePerson,
  type SearchKind,
  type SearchWord,
} from '#domain/reservation/parse-search.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { type Administrator, type Handler, handle, handleBigRead } from '#server/service.ts';
import { Failure, invalid } from '#wire/failure.ts';
import {
  type FoundPeople,
  type FoundPerson,
  findInside,
  findPeople,
  MOST_PEOPLE,
  MOST_ROWS,
  nobodyFoundBy,
} from './contract.ts';
import { type PersonKey, readKeys, readKeysInside } from './server-keys.ts';

const NOBODY = '該当する方が見つかりません。';

/** What the access log calls them: by what it was searched, never for what. */
const KIND_WORDS: Record<SearchKind, string> = {
  number: '予約番号',
  patient: '患者番号',
  phone: '電話番号',
  mail: 'メールアドレス',
  date: '生年月日',
  kana: 'カナ氏名',
  name: '氏名',
};

export const findHandlers: Handler[] = [
  handle(findPeople, (db, who, { text }) => find(db, who, text, false)),
  handleBigRead(findInside, 'people', async (db, who, { text }) => {
    const { people, ...reply } = await find(db, who, text, true);
    return { reply, pieces: inOnePiece(people) };
  }),
];

async function* inOnePiece<T>(all: T) {
  yield all;
}

async function find(db: Db, who: Administrator, text: string, isInside: boolean): Promise<FoundPeople> {
  const { institutionCode } = who;
  const day = today(who.now);
  const understood = understand(text, day);
  const keys = await (isInside ? readKeysInside : readKeys)(db, institutionCode, understood);
  const isMore = keys.length > MOST_PEOPLE || keys.some(({ isCut }) => isCut);
  const shown = keys.slice(0, MOST_PEOPLE);
  const people = keys.length > 0 ? await readPeople(db, institutionCode, shown, day, understood, isInside) : [];
  const conditions = [...new Set(understood.words.map((word) => KIND_WORDS[word.kind]))];
  who.trace.details = { conditions, count: people.length };
  const { kind } = understood.sought;
  if (people.length === 0) throw new Failure('NoData', [NOBODY], nobodyFoundBy(kind));
  return { number: numberToOpen(keys), kind, isMore, people };
}

function understand(text: string, day: string): ParsedSearch {
  const understood = parseSearch(text, day);
  if (!understood) throw invalid('検索する内容を入力してください。');
  if (isTooShort(understood)) throw invalid('カナは2文字以上で入力してください。');
  return understood;
}

/** A reservation's own number, unless it is somebody's patient number too. */
function numberToOpen(keys: readonly PersonKey[]): number {
  if (keys.some(({ isByOther }) => isByOther)) return 0;
  return keys.find(({ own }) => own !== null)?.own ?? 0;
}

const MORE = ['birthDate', 'phone', 'mail', 'patientNumber'] as const;

interface FoundRow extends Row, ReservationRow<typeof MORE> {
  place: number;
  rowCount: number;
  isListed: boolean;
  /** Of the newest, which says who the person is. */
  shownNote: ShownNote | null;
}

const columns = (r: string) => `${r}.reservation_number, ${r}.visit_date, ${r}.created_at`;

/**
 * Somebody's reservations: those under their number; those without one under a name and birth date that stand by no other number;
 * without a number, those that have none either; and the one that was found by its own number.
 */
const OF_PERSON = `
  select ${columns('a')} from reservations a
   where a.institution_code = ${OPAQUE_INSTITUTION} and a.patient_number = p.patient and a.patient_number <> '' and ${isSearchable('a')}
  union
  select ${columns('u')}
    from (
      select p.kana as kana, p.birth as birth where p.patient = ''
      union all
      select distinct a.folded_kana, a.birth_date from reservations a
       where a.institution_code = ${OPAQUE_INSTITUTION} and a.patient_number = p.patient and a.patient_number <> '' and ${isSearchable('a')}
    ) as k
    join reservations u on u.institution_code = ${OPAQUE_INSTITUTION} and ${isOfPerson('u', 'k')}
   where u.patient_number = ''
     and (p.patient = '' or not exists (
       select from reservations o
        where o.institution_code = ${OPAQUE_INSTITUTION} and ${isOfPerson('o', 'k')}
          and o.patient_number not in ('', p.patient)))
  union
  select ${columns('w')} from reservations w where w.institution_code = ${OPAQUE_INSTITUTION} and w.reservation_number = p.own`;

/** Since when a reservation has its person as it does: a correction is newer than what was registered in between. */
const PERSON_AS_OF = `
  greatest(m.created_at, (select max(h.at) from reservation_history h
                           where h.institution_code = ${OPAQUE_INSTITUTION} and h.reservation_number = m.reservation_number and h.act = 'corrected'))`;

export const PEOPLE = `
  select p.place::integer as place, n.row_count as "rowCount", n.nth <= ${MOST_ROWS} as "isListed",
         case when n.newest = 1 then ${NOTE_OF_RESERVATION} end as "shownNote", ${selectReservation(MORE)}, ${ROW_COLUMNS}
    from unnest(${opaque('$2::text[]')}, ${opaque('$3::text[]')}, ${opaque('$4::date[]')}, ${opaque('$5::integer[]')}) with ordinality as p(patient, kana, birth, own, place)
    cross join lateral (
      select m.reservation_number, count(*) over ()::integer as row_count,
             row_number() over (order by m.visit_date desc, m.reservation_number desc) as nth,
             row_number() over (order by ${PERSON_AS_OF} desc, m.reservation_number desc) as newest
        from (${OF_PERSON}) as m
    ) as n
    join reservations r on r.institution_code = ${OPAQUE_INSTITUTION} and r.reservation_number = n.reservation_number ${ROW_JOINS}
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
async function readPeople(
  db: Db,
  institutionCode: string,
  keys: readonly PersonKey[],
  today: PlainDate,
  { sought, words }: ParsedSearch,
  isInside: boolean,
): Promise<FoundPerson[]> {
  const rows = await readRows(db, ...valuesOf(institutionCode, keys));
  const people = [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, theirs]) => {
    const newest = theirs.find(({ shownNote }) => shownNote);
    if (!newest?.shownNote) return [];
    const matched = words.flatMap((word) => describeMatch(word, newest, theirs, isInside));
    return {
      ...newest,
      ...newest.shownNote,
      matched,
      age: ageOn(newest.birthDate, today),
      // The newest one may have been registered before anybody knew whose number it is.
      patientNumber: newest.patientNumber || (keys[place - 1]?.patient ?? ''),
      rows: theirs.filter(({ isListed }) => isListed).map(toListedRow),
    };
  });
  const isLater = ({ patientNumber }: FoundPerson) => (sought.phoneEnd && sought.phoneEnd !== patientNumber ? 1 : 0);
  const order = (person: FoundPerson) =>
    `${isLater(person)} ${foldText(person.kana)} ${person.birthDate} ${person.number}`;
  return people.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

const FIELD_WORDS: Record<keyof SearchablePerson, string> = {
  name: '氏名',
  kana: 'カナ氏名',
  birthDate: '生年月日',
  phone: '電話番号',
  mail: 'メールアドレス',
  patientNumber: '患者番号',
};

/** Nothing where the person as they are now fits. */
function describeMatch(word: SearchWord, newest: FoundRow, theirs: readonly FoundRow[], isInside: boolean): string[] {
  if (matchingField(word, newest, isInside)) return [];
  for (const row of theirs) {
    const field = matchingField(word, row, isInside);
    if (field === 'patientNumber') return [];
    const value = field === 'birthDate' ? formatOfficeDate(row.birthDate) : field && row[field];
    if (field) return [`${FIELD_WORDS[field]} ${value}（予約番号 ${row.number}）`];
  }
  return [];
}
