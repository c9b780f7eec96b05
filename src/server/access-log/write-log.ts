// Entries of the access log, and how they are written: in the transaction of what they record, or together behind the answers; and as lines
// of JSON, for a log store that the service can't change (ACCESS_LOG_STDOUT).
import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { Overloaded } from '#db/errors.ts';
import { query } from '#db/query.ts';
import { ACTS, type LogDetails, type LoggedAct } from '#domain/staff/acts.ts';
import type { Role } from '#domain/staff/roles.ts';
import type { Administrator, RequestContext } from '#server/service.ts';

export interface LogEntry {
  institutionCode: string;
  at: Date;
  actor: Actor;
  act: LoggedAct;
  subject?: string;
  details?: LogDetails;
  outcome?: 'ok' | 'refused' | 'failed';
  numbers?: readonly number[];
}

type Actor =
  | { kind: 'staff'; userId: string; displayName: string; role: Role | null; address: string }
  /** By the number of the account; none of somebody whom a partner hands over for the first time. */
  | { kind: 'examinee'; userId: string; address: string }
  | { kind: 'operator'; displayName?: string }
  | { kind: 'service' };

type StaffActor = Pick<Administrator, 'institutionCode' | 'userId' | 'displayName' | 'role' | 'address' | 'now'>;

export const byStaff = (who: StaffActor): Pick<LogEntry, 'institutionCode' | 'at' | 'actor'> => {
  const { institutionCode, userId, displayName, role, address, now } = who;
  return { institutionCode, at: now, actor: { kind: 'staff', userId, displayName, role, address } };
};

/** What was written already, by a statement whose answer got lost, is written once. */
const insert = query('select write_access_log($1::jsonb)');

export type LogRow = ReturnType<typeof rowOf>;

const NOBODY = { userId: '', displayName: '', role: null, address: '' };

export function rowOf(entry: LogEntry) {
  const { institutionCode, at, actor, act, subject = '', details = {}, outcome = 'ok', numbers } = entry;
  const { userId, displayName, role, address } = { ...NOBODY, ...actor };
  return {
    institution_code: institutionCode,
    at,
    entry_id: randomUUID() as string,
    actor_kind: actor.kind,
    user_id: userId,
    display_name: displayName,
    role,
    address,
    act: ACTS[act][0],
    subject,
    details,
    outcome,
    ...(numbers && { numbers }),
  };
}

/** In the transaction that `db` is: no entry, no commit. */
export async function writeLog(db: Db, ...entries: LogEntry[]): Promise<void> {
  if (entries.length > 0) await writeRows(db, entries.map(rowOf));
}

export async function writeRows(db: Db, rows: readonly LogRow[]): Promise<void> {
  await insert(db, JSON.stringify(rows));
  writeAuditOutput(rows);
}

interface Person {
  institutionCode: string;
  examineeId?: number | null;
}

export function entryOfExaminee(
  { now, address }: Pick<RequestContext, 'now' | 'address'>,
  { institutionCode, examineeId = null }: Person,
  note: string,
  subject = '',
): LogEntry {
  return {
    institutionCode,
    at: now,
    actor: { kind: 'examinee', userId: examineeId === null ? '' : String(examineeId), address },
    act: 'examinee',
    subject,
    details: { note },
  };
}

export function logExaminee(who: RequestContext, person: Person, note: string, subject = ''): void {
  who.service.accessLog.add(entryOfExaminee(who, person, note, subject));
}

type WriteLine = (line: string) => void;

const MARK = { log: 'access' };
export const LINE_BEGINS = JSON.stringify(MARK).slice(0, -1);

/** The process has one standard output, so there is one of this too. */
let writeLine: WriteLine | null = null;

export function setAuditOutput(write: WriteLine | null): void {
  writeLine = write;
}

/**
 * To be called when the statement has succeeded, before the commit: nothing that was committed lacks its line. Where the commit
 * fails a line stands alone; its entry_id identifies it.
 */
export function writeAuditOutput(rows: readonly object[]): void {
  if (writeLine) for (const row of rows) writeLine(`${JSON.stringify({ ...MARK, ...row })}\n`);
}

/** Those included that belong to reads under way, and those that are being written. */
export const MOST_ENTRIES = 10_000;
const EVERY_MS = 1_000;
/** So many are not kept waiting for the second to be over. */
const ENOUGH = 200;
const AT_A_TIME = 1_000;

/** Of what was read: no read waits for its entry. Bounded, and nothing is read for which there would be no place. */
export class LogQueue {
  /** Called with what keeps the entries from being written; they are tried again. */
  onFault: (error: unknown) => void = () => {};
  readonly #db: Db;
  /** Places of reads that are under way. */
  #held = 0;
  readonly #rows: LogRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  get length(): number {
    return this.#rows.length;
  }

  get isFull(): boolean {
    return this.#held + this.#rows.length >= MOST_ENTRIES;
  }

  /** A place for the entry of what is about to be read; to be filled by `put`, or given back by `free`. */
  hold(): void {
    if (this.isFull) throw new Overloaded('entries of the access log');
    this.#held++;
  }

  /** Of what needs no place beforehand: it is refused where there is none. */
  add(entry: LogEntry): void {
    this.hold();
    this.put(entry);
  }

  free(): void {
    this.#held--;
  }

  put(entry: LogEntry): void {
    this.#held--;
    this.#rows.push(rowOf(entry));
    if (this.#writing) return;
    if (this.#rows.length >= ENOUGH) this.#writeNow();
    else this.#writeSoon();
  }

  /** Writes what waits, and throws where that fails. The last thing that a server does with it. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#write(1);
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#writeNow(), EVERY_MS).unref();
  }

  /** What fails is tried again with the next second's. */
  #writeNow(): void {
    this.#write(ENOUGH).catch((error) => this.onFault(error));
  }

  /** One statement at a time, while so many are there: what comes meanwhile gathers for the next. */
  #write(least: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const written = this.#writeWhile(least).finally(() => {
      this.#writing = undefined;
      if (this.#rows.length > 0) this.#writeSoon();
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  async #writeWhile(least: number): Promise<void> {
    do {
      const some = this.#rows.slice(0, AT_A_TIME);
      if (some.length > 0) await writeRows(this.#db, some);
      this.#rows.splice(0, some.length);
    } while (this.#rows.length >= least);
  }
}
