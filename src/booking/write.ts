// Calls the database functions that write bookings, and turns what they refuse into failures.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { retrying } from '#server/transaction.ts';
import { Outdated } from './known-facts.ts';
import * as refuse from './refusals.ts';

const REFUSALS: Readonly<Record<string, () => Error>> = {
  BK001: refuse.full,
  BK002: refuse.registered,
  BK003: () => new Outdated(),
  BK004: refuse.noLongerChangeable,
  BK005: refuse.requestReused,
  BK006: refuse.dayClosed,
};

const BOOK = query<{ answer: unknown }>('select book($1::jsonb) as answer');
const MOVE = query<{ answer: unknown }>('select move_reservation($1::jsonb) as answer');

async function write<A>(db: Db, statement: typeof BOOK, input: unknown): Promise<A> {
  const text = JSON.stringify(input);
  // On a connection of its own: a booking may wait for another one, and what only reads must not wait behind it.
  const run = (own: Db) => statement(own, text);
  try {
    const rows = await retrying(() => (db.isTransaction ? run(db) : db.connection().execute(run)));
    return rows[0]?.answer as A;
  } catch (error) {
    throw REFUSALS[(error as { code?: string }).code ?? '']?.() ?? error;
  }
}

/** A new reservation, by itself or in place of another one. */
export const writeBooking = <A>(db: Db, input: unknown) => write<A>(db, BOOK, input);

/** An act on a reservation that stays the same one: cancel, staff's edits. */
export const writeMove = <A>(db: Db, input: unknown) => write<A>(db, MOVE, input);
