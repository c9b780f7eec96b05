// The ledger of erasures: a file beside the backups, so that whom a backup still knows is erased again after a restore. It holds numbers alone.
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

export interface Erased {
  id: string;
  institutionCode: string;
  at: string;
  numbers: number[];
  /** 0 = the reservations belonged to no account. */
  examineeId: number;
  account: 'kept' | 'emptied' | 'deleted';
}

/** `dataId` is that of the data folder, null for a database of one's own. */
type Line = Erased & { dataId: string | null };

const FILE = 'erasures.jsonl';
/** Those of several servers, which were brought together, may have names of their own. */
const NAME = /^erasures.*\.jsonl$/;

const readSince = query<Erased>(`
  select erasure_id as id, institution_code as "institutionCode", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
         reservation_numbers as numbers, examinee_id::int as "examineeId", account
    from erasures where at >= $1 order by at, erasure_id`);

/** What commits late, or by another server's clock, is looked for this much before the newest. */
const OVERLAP_MS = 24 * 3_600_000;

/** Adds what the database knows and the file does not; every server keeps a whole one. */
export class ErasureLedger {
  readonly #dir: string;
  readonly #dataId: string | null;
  #known: Set<string> | undefined;
  #newest = 0;

  constructor(dir: string, dataId: string | null) {
    this.#dir = dir;
    this.#dataId = dataId;
  }

  async write(db: Db): Promise<void> {
    this.#known ??= new Set(readLedger(this.#dir).map(({ id }) => id));
    const rows = await readSince(db, new Date(this.#newest - OVERLAP_MS));
    const fresh = rows.filter(({ id }) => !this.#known?.has(id));
    if (fresh.length > 0) {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      const lines = fresh.map((row) => `${JSON.stringify({ ...row, dataId: this.#dataId })}\n`);
      await appendFile(path.join(this.#dir, FILE), lines.join(''), { mode: 0o600, flush: true });
    }
    for (const { id, at } of fresh) {
      this.#known.add(id);
      this.#newest = Math.max(this.#newest, Date.parse(at));
    }
  }
}

export function readLedger(...dirs: string[]): Line[] {
  const texts = dirs.flatMap((dir) => {
    try {
      return readdirSync(dir).flatMap((name) =>
        NAME.test(name) ? readFileSync(path.join(dir, name), 'utf8').split('\n') : [],
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
  const lines = texts.flatMap((text) => {
    try {
      return text === '' ? [] : [JSON.parse(text) as Line];
    } catch {
      return [];
    }
  });
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** Of a backup's data, what was erased after it: numbers that were given later may be other people's. */
export function erasedSince(lines: readonly Line[], { at, dataId }: { at: string; dataId?: string }): Line[] {
  // The backup's moment has no fractions: what is of the same second is erased once too often rather than not.
  const since = Date.parse(at);
  return lines.filter((line) => Date.parse(line.at) >= since && (dataId === undefined || line.dataId === dataId));
}

const remember = query(`
  insert into erasures (erasure_id, institution_code, at, reservation_numbers, examinee_id, account)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`);

export const rememberErased = (db: Db, { id, institutionCode, at, numbers, examineeId, account }: Erased) =>
  remember(db, id, institutionCode, at, numbers, examineeId, account);
