// Who has seen a person's data, out of the access log: by their reservations' numbers, and by their account's.
import { readPlace, writePlace } from '#backoffice/shared/log-place.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { findAct, formatLogDetails, type LogDetails, nameActor } from '#domain/staff/acts.ts';
import type { Accesses } from './contract.ts';
import type { Person } from './server-person.ts';

const PAGE = 100;

interface Found {
  at: string;
  entryId: string;
  writtenAt: string;
  actorKind: Tables['access_log']['actor_kind'];
  userId: string;
  name: string;
  act: string;
  subject: string;
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

export async function readAccesses(
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
