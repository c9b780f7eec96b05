// Somebody holds what one institution's bookings want, as an open psql or a long edit does, while another institution books.
import pg from 'pg';
import type { Connection } from '#db/connection.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Bench } from './acts.ts';
import { bookAnyone } from './races.ts';

const DAY = '2026-12-01';
const AT_ONCE = 40;
/** Those who are held up come one after the other, so that each is a call of its own as long as the service lets it. */
const WAVE_MS = 100;
const WAVES_WITHOUT_MORE = 10;
const SERVERS = 4;
/** The other one's bookings are counted, however fast the machine makes them: no day runs out of places before the lock is let go. */
const [DAYS, WAVES_A_DAY] = [60, 10];
/** What a ground has to hold that is used twice. */
export const ROOM = 2 * WAVES_A_DAY * AT_ONCE;

interface Outcomes {
  /** The answers while the lock was held, by their errorCode, with what else was said of a refusal. */
  other: Record<string, number>;
  /** The answers of those who wanted what was held. */
  held: Record<string, number>;
}

const count = (answers: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(answers, (answer) => answer)].map(([answer, all]) => [answer, all.length]));

type Body = Awaited<ReturnType<typeof bookAnyone>>['body'];
const codeOf = ({ errorCode }: Body) => String(errorCode);
const codeAndReason = ({ errorCode, errorMessagesList = '' }: Body) => `${errorCode} ${errorMessagesList}`.trim();

/** Both are race grounds with ROOM. The lock is held for so long, and until the other institution's bookings are made. */
export async function bookWhileHeld(
  bench: Bench,
  connection: Connection,
  institutions: { held: string; other: string },
  holdMs: number,
): Promise<Outcomes> {
  const several = (number: number, institutionCode: string, day: string) =>
    Promise.all(Array.from({ length: number }, async () => (await bookAnyone(bench, institutionCode, day)).body));
  const holder = new pg.Client(connection);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `select from frame_capacities where institution_code = $1 and visit_date = $2 and slot_code = '09' for update`,
      [institutions.held, DAY],
    );
    const until = performance.now() + holdMs;
    const heldUp: Promise<Body[]>[] = [];
    for (let most = 0, same = 0; same < WAVES_WITHOUT_MORE; ) {
      // One for each of the bench's servers.
      heldUp.push(several(SERVERS, institutions.held, DAY));
      await new Promise((resolve) => setTimeout(resolve, WAVE_MS));
      // Within a transaction it would show the same picture for ever.
      await holder.query('select pg_stat_clear_snapshot()');
      const { rows } = await holder.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      same = rows.length > most || most < SERVERS ? 0 : same + 1;
      most = Math.max(most, rows.length);
    }
    const other: Body[] = [];
    for (let wave = 0; wave === 0 || performance.now() < until; wave++) {
      // Another day each time, so that none fills up.
      if (wave < DAYS * WAVES_A_DAY)
        other.push(...(await several(AT_ONCE, institutions.other, addDays(DAY, wave % DAYS))));
      else await new Promise((resolve) => setTimeout(resolve, WAVE_MS));
    }
    await holder.query('rollback');
    return { other: count(other.map(codeAndReason)), held: count((await Promise.all(heldUp)).flat().map(codeOf)) };
  } finally {
    await holder.end();
  }
}
