// What staff do to several reservations at once, as a random act: confirm them as a list has shown them, some of them stale.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import type { Model, ModelReservation } from './model.ts';
import type { Random } from './random.ts';

type Post = (path: string, form: Form, token: string) => Promise<{ body: Record<string, unknown> }>;

interface Desk {
  db: Db;
  post: Post;
  token: string;
}

const DONE = '0';
const ALREADY = '1';
const REFUSED = '2';

/** What may be answered for it, one after the other; the model follows. A cancellation may wait to be confirmed or not. */
function expectFor(model: Model, reservation: ModelReservation, isStale: boolean): string[] {
  const { isReplaced, status } = reservation;
  if (isReplaced) return [REFUSED];
  if (status === 'over') return isStale ? [REFUSED, ALREADY] : [DONE, ALREADY];
  if (status === 'confirmed') return [ALREADY];
  return !isStale && model.confirm(reservation) ? [DONE] : [REFUSED];
}

/** Throws where the service says something else than one after the other would have come to. */
export async function confirmSome(random: Random, model: Model, { db, post, token }: Desk): Promise<string> {
  const some = model.reservations.filter(() => random.chance(30)).slice(-20);
  if (some.length === 0) return 'confirm nothing';
  const numbers = some.map(({ number }) => number);
  const { rows } = await sql<{ number: number; version: number }>`
    select reservation_number as number, version from reservations where reservation_number = any(${numbers}::integer[])
  `.execute(db);
  const versionOf = new Map(rows.map(({ number, version }) => [number, version]));
  const stale = some.map(() => random.chance(10));
  const versions = numbers.map((number, at) => String((versionOf.get(number) ?? 0) - (stale[at] ? 1 : 0)));
  const isSendMail = random.chance(50) ? '1' : '0';
  const { body } = await post('/api/Desk/ConfirmMany', { uknos: numbers, versions, isSendMail }, token);
  const results = (body.resultList ?? []) as { ukno: number; result: string }[];
  const expected = some.map((reservation, at) => expectFor(model, reservation, stale[at] === true));
  const isRight = expected.every(
    (may, at) => results[at]?.ukno === numbers[at] && may.includes(results[at]?.result ?? ''),
  );
  const what = `confirm ${numbers.join(' ')}`;
  if (body.errorCode === 0 && isRight) return what;
  throw new Error(
    `${what}\n  the service says ${JSON.stringify(body)}\n  the model says   ${JSON.stringify(expected)}`,
  );
}
