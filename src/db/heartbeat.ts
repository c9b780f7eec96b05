// Asks the database once a second whether it answers and takes writes, on a connection of its own, so that nobody else has to.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applyLimits, type Connection, LIMITS, openingOf } from './connection.ts';
import { type Db, onNoWrites, renewConnections } from './database.ts';
import { DiskFull, isDiskFull, isSignOfAbsence, TakesNoWrites } from './errors.ts';

export interface Outage {
  /** Stands in the log where it began, and in every answer that fails while it lasts. */
  id: string;
  since: Date;
}

export interface Heartbeat {
  readonly outage: Outage | null;
}

interface Around {
  /** Called once when the database goes, and once when it is back. */
  onGone?(outage: Outage, error: Error): void;
  onBack?(outage: Outage): void;
  /** Throws where the database answers, but is not the one that is wanted; asked on every new connection, and now and then. */
  look?(client: pg.Client): Promise<void>;
  /** Whether the disk of an embedded database is nearly full: PostgreSQL itself learns of it by its next write only. */
  isFull?(): boolean;
  /** Its connections report when a write is refused, and are replaced when the database takes writes again. */
  db?: Db;
}

/** Whether the outage that was reported already explains it. What does not come of it needs a line of its own. */
export const isOutages = (heartbeat: Heartbeat | undefined, error: unknown) =>
  Boolean(heartbeat?.outage) && isSignOfAbsence(error);

const BEAT_MS = 1000;
const RETRY_MS = 500;
/** Nobody who works waits this long for a trifle. A connection that breaks is noticed at once. */
const SILENCE_MS = 3000;
/** Every so many beats, and at the first. */
const LOOK_EVERY = 30;

/** A standby says so too, as does a database or an account that is set to read only. */
export async function askForWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new TakesNoWrites();
}

/** A megabyte of nothing, gone with its transaction. */
const FILL_A_LITTLE = `
  begin;
  create temporary table room_for_writing on commit drop as select md5(n::text) as filler from generate_series(1, 15000) as n;
  commit`;

/** Only by writing is it known whether there is room. */
async function askForRoom(client: pg.Client): Promise<void> {
  await client.query(FILL_A_LITTLE).catch((error) => {
    throw isDiskFull(error) ? new DiskFull(error) : error;
  });
}

export function startHeartbeat(connection: Connection, around: Around = {}): Heartbeat & { stop(): void } {
  const { config, limits } = openingOf(connection, LIMITS.heartbeat);
  const { db, look } = around;
  let outage: Outage | null = null;
  let wasReadOnly = false;
  let wasFull = false;
  let client: pg.Client | null = null;
  let cancel = () => {};

  /** Only the last of these counts. */
  function after(ms: number, then: () => void): void {
    cancel();
    let immediate: NodeJS.Immediate | undefined;
    // One turn later: after a moment in which this process was too busy to listen, the answer may have arrived already.
    const timer = setTimeout(() => {
      immediate = setImmediate(then);
    }, ms);
    cancel = () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  }

  function open(): void {
    const opened = new pg.Client({ ...config, application_name: 'kenshin-biyori heartbeat' });
    client = opened;
    let beats = 0;
    const fail = (error: Error = new Error('the connection was closed')) => {
      if (client === opened) lose(error);
    };
    const expectAnswer = () => after(SILENCE_MS, () => fail(new Error('no answer')));
    const beat = async () => {
      if (around.isFull?.()) throw new DiskFull();
      await askForWrites(opened);
      if (wasFull) await askForRoom(opened);
      if (beats++ % LOOK_EVERY === 0) await look?.(opened);
    };
    const ask = () => {
      expectAnswer();
      beat().then(() => {
        if (client !== opened) return;
        comeBack();
        after(BEAT_MS, ask);
      }, fail);
    };
    opened.on('error', fail);
    opened.on('end', () => fail());
    const begin = async () => {
      await opened.connect();
      await applyLimits(opened, limits);
      if (client === opened) ask();
    };
    expectAnswer();
    begin().catch(fail);
  }

  function comeBack(): void {
    // Those that were opened meanwhile may lead to a database, or be of a session, that goes on refusing.
    if (db && wasReadOnly) renewConnections(db);
    if (outage) around.onBack?.(outage);
    outage = null;
    wasReadOnly = false;
    wasFull = false;
  }

  function lose(error: Error, retryMs = RETRY_MS): void {
    close();
    wasReadOnly ||= error instanceof TakesNoWrites;
    wasFull ||= error instanceof DiskFull;
    if (!outage) {
      outage = { id: randomUUID(), since: new Date() };
      around.onGone?.(outage, error);
    }
    after(retryMs, open);
  }

  function close(): void {
    const closed = client;
    client = null;
    closed?.end().catch(() => {});
  }

  open();
  // The database has said so itself: nobody has to wait for the next beat to learn it. It is asked again at once.
  if (db) {
    onNoWrites(db, (error) => {
      wasReadOnly ||= error instanceof TakesNoWrites;
      wasFull ||= error instanceof DiskFull;
      if (!outage) lose(error, 0);
    });
  }
  return {
    get outage() {
      return outage;
    },
    stop() {
      if (db) onNoWrites(db, () => {});
      cancel();
      close();
    },
  };
}
