// Answers people's requests about their own data: what is kept, who has seen it, all of it as a file, and erasing it.

import { type Place, readPlace, writePlace } from '#backoffice/shared/log-place.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { formatMinute, formatTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { findAct, formatLogDetails, type LogDetails, nameActor } from '#domain/staff/acts.ts';
import { hyphenate } from '#domain/text/address.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { Failure, invalid } from '#wire/failure.ts';
import {
  type Accesses,
  ERASING_REASONS,
  erasePerson,
  exportPerson,
  openAccesses,
  openPerson,
  searchPeople,
} from './contract.ts';
import { erase } from './server-erase.ts';
import { readMailConsent, writeExport } from './server-export.ts';
import { findPeople, foldName, newestNumber, type Owner, type Person, readPerson } from './server-person.ts';

const NOBODY = '該当する方が見つかりません。';

export const personDataHandlers: Handler[] = [
  handle(searchPeople, async (db, who, sought) => {
    const { by, people } = await findPeople(db, who.institutionCode, sought);
    who.trace.details = { conditions: by, count: people.length };
    if (people.length === 0) throw new Failure('NoData', [NOBODY]);
    return {
      people: people.map((one) => ({ ...one, lastDate: one.lastDate ? formatOfficeDate(one.lastDate) : '' })),
    };
  }),

  handle(openPerson, async (db, who, key) => {
    const person = await readPerson(db, who.institutionCode, key);
    who.trace.subject = newestNumber(person);
    const numbers = person.reservations.map(({ number }) => number);
    const [wish, mails] = await Promise.all([
      readMailConsent(db, who.institutionCode, person),
      readMails(db, who.institutionCode, numbers),
    ]);
    // Nobody else's numbers: they would stand in the log as seen.
    const { others: _, ...shown } = person;
    return {
      ...shown,
      examineeId: key.examineeId,
      account: toAccountData(person),
      ...wish,
      reservations: person.reservations.map((one) => ({ ...one, startTime: formatTime(one.startMinute) })),
      mails: mails.map((mail) => ({ ...mail, at: formatMinute(mail.at) })),
    };
  }),

  handle(openAccesses, async (db, who, { before, ...key }) => {
    const person = await readPerson(db, who.institutionCode, key);
    who.trace.subject = newestNumber(person);
    const page = await readAccesses(db, who.institutionCode, person, { examineeId: key.examineeId, before });
    who.trace.details = { note: 'この方のデータ', count: page.entries.length };
    return page;
  }),

  handle(exportPerson, async (db, who, key) => {
    const person = await readPerson(db, who.institutionCode, key);
    who.trace.subject = newestNumber(person);
    who.trace.details = { count: person.reservations.length };
    return writeExport(db, { ...who, examineeId: key.examineeId }, person);
  }),

  handle(erasePerson, async (db, who, { reason, typedName, isConfirmed: _, ...wanted }) => {
    const { institutionCode, now } = who;
    const erased = await erase(
      db,
      { ...wanted, institutionCode, secret: who.service.secret, now, today: today(now) },
      ({ kana }) => {
        if (foldName(typedName) !== foldName(kana)) throw invalid('カナ氏名が一致しません。');
      },
    );
    who.trace.subject = newestNumber(erased);
    who.trace.details = { note: ERASING_REASONS[reason], count: erased.reservations.length };
    return {};
  }),
];

const readMails = query<Omit<Reply<typeof openPerson>['mails'][number], 'at'> & { at: Date }>(`
  select coalesce(reservation_number, 0) as number, coalesce(sent_at, created_at) as at, kind, subject as title, state
    from outbox_mails
   where institution_code = $1 and reservation_number = any($2::integer[]) and state <> 'withdrawn'
   order by created_at desc, mail_id`);

const addressOf = ({ postalCode, prefecture, city, street }: Owner) =>
  [postalCode && `〒${hyphenate(postalCode)}`, `${prefecture}${city}${street}`].filter(Boolean).join(' ');

/** Somebody else's account is nobody's to read. */
function toAccountData({ owner, isOwner }: Person) {
  if (!isOwner || !owner) return { sex: '', address: '', phone: '', companyName: '', createdOn: '' };
  return {
    sex: owner.sex ? SEX_WORDS[owner.sex] : '',
    address: addressOf(owner),
    phone: owner.phone,
    companyName: owner.companyName,
    createdOn: formatOfficeDate(today(owner.createdAt)),
  };
}

const PAGE = 100;

interface Found extends Place, Pick<Accesses['entries'][number], 'userId' | 'name' | 'subject'> {
  writtenAt: string;
  actorKind: Tables['access_log']['actor_kind'];
  act: string;
  details: LogDetails;
}

const COLUMNS = 'institution_code, at, entry_id, actor_kind, user_id, display_name, act, subject, details';
/** Beyond the last one that was shown. */
const BEYOND = `(at, entry_id) < (coalesce($4::timestamp at time zone 'UTC', 'infinity'), coalesce($5::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`;

/**
 * $1 institution, $2 numbers, $3 subjects, $4 and $5 the place. Each half along an index of its own, and nothing else beside it
 * (materialized): what there is of one person is little, of an institution or of all days much.
 */
export const ACCESSES = `
  with listed as materialized (select ${COLUMNS} from access_log where numbers && $2::integer[]),
  named as materialized (
    select ${COLUMNS} from access_log where institution_code = $1 and subject = any($3::text[]) and subject <> ''),
  found as (
    select ${COLUMNS} from (select ${COLUMNS} from listed union select ${COLUMNS} from named) as either
     where institution_code = $1 and actor_kind <> 'examinee' and ${BEYOND})
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at, entry_id as "entryId",
         to_char(at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS') as "writtenAt", actor_kind as "actorKind",
         user_id as "userId", display_name as name, act, subject, details
    from found f order by f.at desc, f.entry_id desc limit ${PAGE + 1}`;
const read = query<Found>(ACCESSES);

async function readAccesses(
  db: Db,
  institutionCode: string,
  { reservations, isOwner }: Pick<Person, 'reservations' | 'isOwner'>,
  { examineeId, before }: { examineeId: number; before: string },
): Promise<Accesses> {
  const numbers = reservations.map(({ number }) => number);
  const subjects = [...numbers.map(String), ...(isOwner ? [`受診者 ${examineeId}`] : [])];
  const place = readPlace(before);
  const found = await read(db, institutionCode, numbers, subjects, place?.at ?? null, place?.entryId ?? null);
  const last = found.length > PAGE ? found[PAGE - 1] : undefined;
  return {
    entries: found.slice(0, PAGE).map((entry) => ({
      ...entry,
      at: entry.writtenAt,
      name: nameActor(entry.actorKind, entry.name),
      actName: findAct(entry.act)?.name ?? '',
      // Of a list nobody else's number is shown.
      subject: subjects.includes(entry.subject) ? entry.subject : '',
      text: formatLogDetails(entry.details),
    })),
    older: last ? writePlace(last) : '',
  };
}
