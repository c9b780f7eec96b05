// Finds sessions by their tokens' hashes. Every request of everybody who is logged in asks this, so those that arrive in
// one turn of the event loop are asked together: one statement for all of them, and none of them waits longer for it.
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';

export type SecondFactor = Selectable<Tables['sessions']>['second_factor'];

interface FoundSession {
  tokenHash: string;
  sessionId: string;
  kind: Tables['sessions']['kind'];
  institutionCode: string;
  administratorId: string | null;
  examineeId: number | null;
  clientCode: string | null;
  subject: string | null;
  openedWith: Tables['sessions']['opened_with'];
  role: Tables['sessions']['role'];
  displayName: string;
  isRestricted: boolean;
  mustChangePassword: boolean;
  secondFactor: SecondFactor;
  confirmedAt: number | null;
  /** In milliseconds, since moments are slow to read from text. */
  createdAt: number;
  lastUsedAt: number;
}

interface Asked {
  /** In hexadecimal: what it is compared as. */
  tokenHash: string;
  resolve(session: FoundSession | undefined): void;
  reject(error: unknown): void;
}

export const SESSIONS = `
  select encode(token_hash, 'hex') as "tokenHash", session_id as "sessionId", kind, institution_code as "institutionCode",
         administrator_id as "administratorId", examinee_id as "examineeId", client_code as "clientCode", subject,
         opened_with as "openedWith",
         role, display_name as "displayName", is_restricted as "isRestricted", must_change_password as "mustChangePassword", second_factor as "secondFactor",
         (extract(epoch from confirmed_at) * 1000)::float8 as "confirmedAt",
         (extract(epoch from created_at) * 1000)::float8 as "createdAt",
         (extract(epoch from last_used_at) * 1000)::float8 as "lastUsedAt"
    from sessions where token_hash = any($1::bytea[])`;

const findAll = query<FoundSession>(SESSIONS);

export class SessionLookup {
  readonly #db: Db;
  #asked: Asked[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  find(tokenHash: string): Promise<FoundSession | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ tokenHash, resolve, reject }) === 1) setImmediate(() => this.#answerAll());
    });
  }

  async #answerAll(): Promise<void> {
    const all = this.#asked;
    this.#asked = [];
    try {
      const hashes = new Set(all.map(({ tokenHash }) => `\\x${tokenHash}`));
      const rows = await findAll(this.#db, [...hashes]);
      const found = new Map(rows.map((row) => [row.tokenHash, row]));
      for (const { tokenHash, resolve } of all) resolve(found.get(tokenHash));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}
