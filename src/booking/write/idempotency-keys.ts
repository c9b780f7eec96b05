// Requests that may come twice: the same id and content get the first one's answer, another content is refused.
import { hash } from 'node:crypto';
import { refuse } from '#booking/policy/refusals.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

export type RequestAct = 'guest' | 'reserve' | 'change' | 'cancel' | 'desk' | 'amend';

/** In the database's words: this is what its functions take. */
export interface IdempotencyKey {
  act: RequestAct;
  person_key: string;
  request_id: string;
  content_hash: string;
}

interface Requester {
  examineeId: number | null;
  clerk?: { userId: string } | null;
}

/** A guest is nobody yet: the id alone, which cannot be guessed, distinguishes one guest's request from another's. */
function keyOf({ examineeId, clerk }: Requester): string {
  if (clerk) return `administrator:${clerk.userId}`;
  return examineeId === null ? 'guest' : `examinee:${examineeId}`;
}

export function idempotencyKey(
  act: RequestAct,
  requester: Requester,
  requestId: string | null,
  content: unknown,
): IdempotencyKey | null {
  if (requestId === null) return null;
  return {
    act,
    person_key: keyOf(requester),
    request_id: requestId,
    content_hash: hash('sha256', JSON.stringify(content), 'hex'),
  };
}

const readAnswered = query<{ hash: string; answer: unknown }>(`
  select encode(content_hash, 'hex') as hash, answer from answered_requests
   where institution_code = $1 and act = $2 and person_key = $3 and request_id = $4`);

/** What the same request got before, or null. The writing functions look for themselves; this is for refusals. */
export async function findStoredAnswer<A>(
  db: Db,
  institutionCode: string,
  key: IdempotencyKey | null,
): Promise<A | null> {
  if (!key) return null;
  const [found] = await readAnswered(db, institutionCode, key.act, key.person_key, key.request_id);
  if (!found) return null;
  if (found.hash !== key.content_hash) throw refuse('RequestReused');
  return found.answer as A;
}
