// Calls the database functions that write bookings, and turns what they refuse into failures.
import { OutdatedCourseData } from '#booking/policy/course-data.ts';
import { framesChanged, refuse } from '#booking/policy/refusals.ts';
import { type Db, writeForOwner } from '#db/database.ts';
import { isRefusal } from '#db/errors.ts';
import { JsonbOrder } from '#db/jsonb-order.ts';
import { query } from '#db/query.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { type LogRow, writeAuditOutput } from '#server/access-log/write-log.ts';
import type { OutboxMail } from '#server/mail/mails.ts';
import { retrying } from '#server/transaction.ts';
import { refused } from '#wire/failure.ts';
import { BatchWriter } from './batch-writer.ts';
import type { IdempotencyKey } from './idempotency-keys.ts';

const REFUSALS: Readonly<Record<string, () => Error>> = {
  BK001: () => refuse('Full'),
  BK002: () => refuse('Registered'),
  BK003: () => new OutdatedCourseData(),
  BK004: () => refuse('NoLongerChangeable'),
  BK005: () => refuse('RequestReused'),
  BK006: () => refuse('DayClosed'),
  BK008: () => refuse('TooManyBookings'),
  // Whoever has come is reported as after the window; staff learn why, when it is looked at again.
  BK010: () => refuse('NoLongerChangeable'),
  BK011: framesChanged,
  BK012: () => refused('枠数が0の枠は増やせません。'),
  BK013: () => refused('枠数は999を超えて増やせません。'),
};

/** Of whoever is logged in: that somebody else was booked for changes nothing about it. */
export interface Account {
  mail: string;
  name: string;
}

interface Answered {
  answer?: unknown;
  /** By reservation. */
  accounts: Record<number, Account>;
  /** Those for which there is no room; then nothing was written. */
  full?: number[];
  raised?: Raised[];
}

/** A cell that may be raised, with the capacity that it then must have. */
export interface RaisedCell {
  frame_code: string;
  slot_code: string;
  capacity: number;
}

/** What was raised, in words, as it stands in the history and in the access log. */
interface Raised {
  what: string;
  from: string;
  to: string;
}

const BOOK = 'select book_where_room($1::jsonb) as answer';
const book = query<{ answer: Answered }>(BOOK);
const MOVE = 'select move_reservation($1::jsonb) as answer';
const move = query<{ answer: unknown }>(MOVE);
const AMEND = 'select amend_reservation($1::jsonb) as answer';
const amend = query<{ answer: unknown }>(AMEND);

function rethrow(error: unknown): never {
  throw REFUSALS[(error as { code?: string }).code ?? '']?.() ?? error;
}

/** Of whoever books, or written down by staff on the person's word. */
type Wish = { mail: string; accepts: boolean } & ({ examinee_id: number | null } | { user_id: string });

/** One booking, in the database's words. */
export interface BookingRows {
  version: number;
  request: (IdempotencyKey & { answer: unknown }) | null;
  reservation: {
    institution_code: string;
    reservation_number: number;
    examinee_id: number | null;
    created_at: string;
    replaces: number | null;
  };
  options: object[];
  frames: { frame_code: string }[];
  places: object[];
  /** Of a guest; the others have one, which their data may follow into. */
  account: { mail: string } | null;
  /** What a partner calls the guest. */
  subject: object | null;
  follow: { examinee_id: number } | null;
  /** By which a refusal of the address is found; empty where there is no address. */
  addresses: { mail: string; hash: string }[];
  /** What an individual says about invitations to an address; a society's members are not asked. */
  wish: Wish | null;
  /** How many bookings the account may make. */
  limit: object | null;
  history: object;
  mails: OutboxMail[];
  /** What must be true of a reservation that it replaces; null: that it has the same owner. */
  expected: object | null;
  /** Frames that it may raise where they are full, and the log entry about it. */
  raise: { cells: readonly RaisedCell[]; log: LogRow } | null;
  /** Of the access log, where staff book. */
  log: LogRow | null;
}

const [accountOrder, reservationOrder, mailOrder] = [new JsonbOrder(), new JsonbOrder(), new JsonbOrder()];

/** What the function takes for these bookings, which are of one institution and were decided on the same masters. */
export function bookingCall(bookings: readonly BookingRows[]) {
  const given = <T>(values: (T | null)[]) => values.filter((value) => value !== null);
  const [first, last] = [bookings[0], bookings.at(-1)];
  return {
    institution_code: first?.reservation.institution_code ?? '',
    version: first?.version,
    at: last?.reservation.created_at,
    requests: given(bookings.map(({ request }) => request)),
    accounts: given(bookings.map(({ account }) => account && accountOrder.sort(account))),
    subjects: given(bookings.map(({ subject }) => subject)),
    // In order, since each locks an account.
    follows: given(bookings.map(({ follow }) => follow)).sort((a, b) => a.examinee_id - b.examinee_id),
    limits: given(bookings.map(({ limit }) => limit)),
    addresses: bookings.flatMap(({ addresses }) => addresses),
    wishes: given(bookings.map(({ wish }) => wish)),
    reservations: bookings.map(({ reservation }) => reservationOrder.sort(reservation)),
    options: bookings.flatMap(({ options }) => options),
    frames: [...new Map(bookings.flatMap(({ frames }) => frames.map((frame) => [frame.frame_code, frame]))).values()],
    places: bookings.flatMap(({ places }) => places),
    history: bookings.map(({ history }) => history),
    mails: bookings.flatMap(({ mails }) => mails.map((mail) => mailOrder.sort(mail))),
    logs: given(bookings.map(({ log }) => log)),
    // Those come alone.
    ...(first?.expected && { expected: first.expected }),
    ...(first?.raise && { raise: first.raise }),
  };
}

export interface Written<A> {
  /** What the same request was answered before; then nothing was written. */
  answer?: A;
  /** If it was there already. */
  account?: Account;
  /** There is no room for it. */
  isFull?: boolean;
  raised?: readonly Raised[];
}

async function bookAll(db: Db, bookings: readonly BookingRows[]): Promise<Written<unknown>[]> {
  const call = bookingCall(bookings);
  const text = JSON.stringify(call);
  const run = () =>
    db.isTransaction ? book(db, text) : writeForOwner<{ answer: Answered }>(db, call.institution_code, BOOK, [text]);
  const [row] = await retrying(run);
  const { answer, accounts = {}, full = [], raised = [] } = row?.answer ?? {};
  const isFull = ({ reservation }: BookingRows) => full.includes(reservation.reservation_number);
  if (full.length > 0) {
    // Nothing was written; the others go again without those.
    const others = bookings.filter((booking) => !isFull(booking));
    const written = others.length > 0 ? await bookAll(db, others) : [];
    return bookings.map((booking) => (isFull(booking) ? { isFull: true } : (written[others.indexOf(booking)] ?? {})));
  }
  return bookings.map(({ reservation }) => ({ answer, account: accounts[reservation.reservation_number], raised }));
}

/** Those of one person are never written together: the second may depend on the first. */
const personOf = ({ account, reservation }: BookingRows) =>
  account ? lowerAscii(account.mail) : String(reservation.examinee_id ?? reservation.reservation_number);

export type BookingWriter = BatchWriter<BookingRows, Written<unknown>>;

export const openBookingWriter = (db: Db): BookingWriter =>
  new BatchWriter({
    write: (bookings) => bookAll(db, bookings),
    groupOf: ({ reservation, version }) => `${reservation.institution_code}/${version}`,
    apart: personOf,
    isRefusal,
  });

/** A new reservation, by itself or in place of another one. */
export async function writeBooking<A>(db: Db, writer: BookingWriter, booking: BookingRows): Promise<Written<A>> {
  const { log, raise, reservation } = booking;
  const isAlone = db.isTransaction || reservation.replaces !== null || raise !== null;
  const written = isAlone ? bookAll(db, [booking]).then(([one]) => one) : writer.add(booking);
  const outcome = (await written.catch(rethrow)) as Written<A>;
  if (outcome.isFull) throw refuse('Full');
  // What the same request was answered before was shown then.
  if (log && outcome.answer === undefined) writeAuditOutput([log, ...raiseRows(raise, outcome.raised ?? [])]);
  return outcome;
}

/** As the database has written it. */
const raiseRows = (raise: BookingRows['raise'], changes: readonly Raised[]) =>
  raise && changes.length > 0 ? [{ ...raise.log, details: { ...raise.log.details, changes } }] : [];

interface Act {
  institution_code: string;
  [more: string]: unknown;
}

async function writeAct<A>(db: Db, [text, run]: [string, typeof move], input: Act): Promise<A> {
  const values = JSON.stringify(input);
  const once = () =>
    db.isTransaction ? run(db, values) : writeForOwner<{ answer: unknown }>(db, input.institution_code, text, [values]);
  const [row] = await retrying(once).catch(rethrow);
  return row?.answer as A;
}

/** An act on a reservation that stays the same one: cancel, staff's edits. */
export const writeMove = <A>(db: Db, input: Act) => writeAct<A>(db, [MOVE, move], input);

/** Its options are others; what the same request was answered before, where it was sent before. */
export async function writeAmendment<A>(
  db: Db,
  input: Act & { log: LogRow; raise?: NonNullable<BookingRows['raise']> },
): Promise<A | null> {
  const written = await writeAct<{ answer?: A; raised?: Raised[] }>(db, [AMEND, amend], input);
  if (written.answer !== undefined) return written.answer;
  writeAuditOutput([input.log, ...raiseRows(input.raise ?? null, written.raised ?? [])]);
  return null;
}
