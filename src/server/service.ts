// What the server halves of calls are given: the service they run in, and who is asking.
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { FairQueue, OnGone, TakeBreak } from '#db/fair-queue.ts';
import type { Heartbeat } from '#db/heartbeat.ts';
import type { Tables } from '#db/tables.ts';
import type { Clock } from '#domain/calendar/clock.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import type { Role } from '#domain/staff/roles.ts';
import type { Call, Caller } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import type { Config } from './config.ts';

/**
 * A running server. All that it keeps from one call to the next is a field, and made with it (`app/service.ts`); ARCHITECTURE.md says
 * of each why that is safe, and `app/service.ts` which there are beside these.
 */
export interface Service {
  db: Db;
  /** Draining: still at work, but nobody new is to be sent here. Closing: what still arrives is refused. */
  phase: 'serving' | 'draining' | 'closing';
  /** Knows whether the database answers, without asking it; none where nobody wants to know. */
  heartbeat?: Heartbeat;
  clock: Clock;
  config: Config;
  /** Called after every call that may have written a mail, so that none waits for the next look; none where nothing is sent. */
  outbox?: { nudge(): void };
  /** Answers of big reads, those included that have been read and now wait for a slow line. */
  bigAnswers: FairQueue;
  /** Tries of passwords that are in work, by network address. */
  attempts: FairQueue;
  /** Where tries of passwords wait that have to. */
  logInDelays: FairQueue;
}

export interface RequestContext {
  now: Date;
  address: string;
  /** Whether it comes from this machine, without a front server between; only known where that makes a difference. */
  isLocal: boolean;
  /** What the browser says it is; nothing of it is kept (`access/staff-sessions.ts`). */
  userAgent?: string;
  service: Service;
  /** Of somebody who tries a password: whoever has to wait gives the place to others meanwhile. */
  takeBreak?: TakeBreak;
  /** Calls back when nobody waits for the answer any more; none where nobody does from the start. */
  onGone?: OnGone;
}

export interface Administrator extends RequestContext {
  kind: 'administrator';
  institutionCode: string;
  userId: string;
  displayName: string;
  role: Role;
  /** The session is good for setting up a second factor, or for changing the password, and for nothing else. */
  isRestricted: boolean;
  mustChangePassword: boolean;
  secondFactor: Selectable<Tables['sessions']>['second_factor'];
  confirmedAt: number;
  openedAt: number;
  /** Stays with the session when it gets another token. */
  sessionId: string;
  /** What the access log is to hold of this call beside what its contract says; the server half writes it here. */
  trace: Trace;
}

export interface Trace {
  subject?: string;
  /** Of the record that was made, behind what the contract says of the subject. */
  code?: string;
  name?: string;
  before?: { table: keyof Tables & string; key: Readonly<Record<string, string | number>>; row: object };
  details?: LogDetails;
  /** Reservations that are shown; those of a read's answer are gathered from it. */
  numbers?: Iterable<number>;
  /** Nothing was shown that the same person had not been shown before: a read leaves no entry. */
  isUnlogged?: boolean;
}

export interface Examinee extends RequestContext {
  kind: 'examinee';
  institutionCode: string;
  examineeId: number;
  /** By a partner's portal: they have said no password here. */
  isPartnerSession: boolean;
  tokenHash: Buffer;
}

/** Somebody whom a partner's portal has handed over, under its own name for them, and who has no account here yet. */
interface HandedOver extends RequestContext {
  kind: 'handover';
  institutionCode: string;
  clientCode: string;
  subject: string;
  tokenHash: Buffer;
}

export type Session = Administrator | Examinee | HandedOver;

/** Somebody who needs no token for this call; one that was sent all the same shows who it is. */
export interface Visitor extends RequestContext {
  kind: 'anyone';
  session: Session | null;
}

export type CallActor = Administrator | Examinee | Visitor;

type WhoOf<C extends Caller> = C extends 'administrator' ? Administrator : C extends 'examinee' ? Examinee : Visitor;

/** The server half of a call. The database it gets already is the transaction where the contract says write. */
export interface Handler {
  call: Call;
  /** Of a big read: the list that is sent in pieces. */
  list?: string;
  run(db: Db, who: CallActor, input: unknown): Promise<unknown>;
}

export function handle<I extends AnyRecord, O extends AnyRecord, K extends Caller>(
  call: Call<I, O, K>,
  run: (db: Db, who: WhoOf<K>, input: Value<I>) => Promise<Value<O>>,
): Handler {
  // The HTTP server hands over what the contract decoded and the guard admitted, which types cannot follow through a list.
  return { call: call as unknown as Call, run: run as Handler['run'] };
}

/** What a big read answers: all but one list, and that list's rows as they are read, some hundreds at a time. */
export interface InPieces<Reply, List extends keyof Reply> {
  reply: Omit<Reply, List>;
  pieces: AsyncIterable<Reply[List]>;
  /** Called once, where its first piece was asked for: whether the whole answer has left, and how many rows at the most. */
  onEnd?(isWhole: boolean, count: number): void;
}

/**
 * The server half of a big read. Its database is a transaction of `runBigRead`, which stays open until the last piece is
 * read. What it refuses must be known before it returns: later there is no answer left to say it in.
 */
export function handleBigRead<
  I extends AnyRecord,
  O extends AnyRecord,
  K extends Caller,
  L extends keyof Value<O> & string,
>(
  call: Call<I, O, K>,
  list: L,
  run: (db: Db, who: WhoOf<K>, input: Value<I>) => Promise<InPieces<Value<O>, L>>,
): Handler {
  return { call: call as unknown as Call, list, run: run as Handler['run'] };
}
