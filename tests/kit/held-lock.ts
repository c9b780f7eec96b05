// A lock that statements wait for until a test lets go of it: a sleep would be too long, or too short on a busy machine.
import pg from 'pg';
import { expect } from 'vitest';

interface HeldLock {
  /** Settles when so many have waited for it for that long, as the database sees it. */
  untilWaiting(count?: number, ms?: number): Promise<void>;
  release(): Promise<void>;
}

export async function holdLock(server: pg.ClientConfig, key: number): Promise<HeldLock> {
  const holder = new pg.Client(server);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [key]);
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
    and clock_timestamp() - waitstart >= $2 * interval '1 millisecond'`;
  return {
    untilWaiting: (count = 1, ms = 0) =>
      expect.poll(async () => (await holder.query(waiting, [key, ms])).rowCount).toBe(count),
    release: () => holder.end(),
  };
}

/** The row of a reservation: who writes it meanwhile waits, and goes on in the order of coming. */
export const holdReservation = (server: pg.ClientConfig, number: number) =>
  holdRow(server, 'select from reservations where reservation_number = $1 for update', number);

/** The row of a member of the staff. */
export const holdStaffAccount = (server: pg.ClientConfig, userId: string) =>
  holdRow(server, 'select from administrators where user_id = $1 for update', userId);

/** What is left of a frame on a whole day. */
export const holdCapacity = (server: pg.ClientConfig, frame: string, day: string) =>
  holdRow(
    server,
    "select from frame_capacities where frame_code || visit_date = $1 and slot_code = 'ZZ' for update",
    frame + day,
  );

async function holdRow(server: pg.ClientConfig, statement: string, key: unknown): Promise<HeldLock> {
  const holder = new pg.Client(server);
  await holder.connect();
  await holder.query('begin');
  await holder.query(statement, [key]);
  // Within a transaction the view would stay as it was first seen.
  const waiting = `select from pg_stat_clear_snapshot(), pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    untilWaiting: (count = 1) => expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(count),
    release: () => holder.end(),
  };
}
