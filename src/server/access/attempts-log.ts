// Entries of the access log about log-ins that failed, and locks. Only ids that somebody has get one: others belong to nobody, and are
// counted (`UnknownAttempts`).
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS, type LoggedAct } from '#domain/staff/acts.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { writeAuditOutput } from '#server/access-log/write-log.ts';
import type { RequestContext } from '#server/service.ts';

const EVERY_MS = 60_000;
/** Different ones are counted so far. */
const MOST_ADDRESSES = 1000;

export interface SilentCounts {
  /** Nobody has this id, or the hour's entries of the institution are used up. */
  unknown: number;
  /** The id, or the network address, has had too many. */
  refused: number;
  addresses: number;
}

export class UnknownAttempts {
  onMinute: (counts: SilentCounts) => void = () => {};
  #counts = { unknown: 0, refused: 0 };
  readonly #addresses = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  count(kind: 'unknown' | 'refused', address: string): void {
    this.#counts[kind]++;
    if (this.#addresses.size < MOST_ADDRESSES) this.#addresses.add(address);
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = { ...this.#counts, addresses: this.#addresses.size };
    this.#counts = { unknown: 0, refused: 0 };
    this.#addresses.clear();
    if (counts.addresses > 0) this.onMinute(counts);
  }
}

type Attempts = readonly (readonly [LoggedAct, string])[];

const insert = query<{ entry: object }>(`
  insert into access_log as l (institution_code, at, actor_kind, user_id, display_name, role, address, act, details, outcome)
  select a.institution_code, $2, 'staff', a.user_id, a.display_name, a.role, $3, t.act, t.details, 'failed'
    from administrator_directory d
    join administrators a on a.institution_code = d.institution_code and a.user_id = d.user_id,
         jsonb_to_recordset($4::jsonb) as t(act text, details jsonb)
   where d.user_id = $1 returning to_jsonb(l) as entry`);

/** Of an institution's examinees in an hour: a flood of wrong passwords must not become one of entries. */
export const MOST_FAILURES_AN_HOUR = 1000;
const REACHED = '（1時間の記録の上限に達しました）';

/** $1 institution, $2 now, $3 address, $4 notes, $5 the mail address in small letters, or else $6: what else it was about. */
const insertOfExaminee = query<{ entry: object }>(`
  with whose as (
    select institution_code, examinee_id::text as number from examinees
     where institution_code = $1 and lower(mail) = $5 and $5 <> ''
     union all
    select $1, '' where $5 = ''),
  recent as (
    select count(*) as count
      from (select from access_log
             where institution_code = $1 and act = '${ACTS.wrongExaminee[0]}' and at > $2::timestamptz - interval '1 hour'
             limit ${MOST_FAILURES_AN_HOUR}) as entries)
  insert into access_log as l (institution_code, at, actor_kind, user_id, address, act, subject, details, outcome)
  select w.institution_code, $2, 'examinee', w.number, $3, '${ACTS.wrongExaminee[0]}', $6,
         jsonb_build_object('note', n.note || case when r.count = ${MOST_FAILURES_AN_HOUR - 1} then '${REACHED}' else '' end),
         'failed'
    from whose w, recent r, jsonb_array_elements_text($4::jsonb) as n(note)
   where r.count < ${MOST_FAILURES_AN_HOUR} returning to_jsonb(l) as entry`);

/** The number of an account is written, never the mail address that was typed; a partner's person is named by the client. */
export async function logExamineeFailure(
  db: Db,
  who: RequestContext,
  { institutionCode, mail = '', subject = '' }: { institutionCode: string; mail?: string; subject?: string },
  notes: readonly string[],
): Promise<void> {
  const sought = [lowerAscii(mail), subject];
  logEntries(who, await insertOfExaminee(db, institutionCode, who.now, who.address, JSON.stringify(notes), ...sought));
}

function logEntries({ service, address }: RequestContext, written: { entry: object }[]): void {
  if (written.length === 0) service.unknownAttempts.count('unknown', address);
  writeAuditOutput(written.map(({ entry }) => entry));
}

export const partsOf = (userId: string) => /^([0-9]{8})_(.+)$/s.exec(userId)?.slice(1) as [string, string] | undefined;

export async function logAttempts(db: Db, who: RequestContext, userId: string, attempts: Attempts): Promise<void> {
  if (attempts.length === 0) return;
  const [institutionCode, mail] = partsOf(userId) ?? [];
  if (institutionCode) {
    const notes = attempts.map(([act, note]) => [...(act === 'lock' ? [ACTS.lock[1]] : []), note].join('　').trim());
    return logExamineeFailure(db, who, { institutionCode, mail }, notes);
  }
  const rows = attempts.map(([act, note]) => ({ act: ACTS[act][0], details: note ? { note } : {} }));
  logEntries(who, await insert(db, userId, who.now, who.address, JSON.stringify(rows)));
}

export const inARow = (count: number) => `連続${count}回`;
