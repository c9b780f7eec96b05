// Asks the database once a second whether it answers, on a connection of its own, so that nobody else has to.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applyLimits, type Connection, LIMITS, openingOf } from './connection.ts';
import { isSignOfAbsence } from './errors.ts';

export interface Outage {
  /** Stands in the log where it began, and in every answer that fails while it lasts. */
  id: string;
  since: Date;
}

export interface Heartbeat {
  readonly outage: Outage | null;
}

/** Told once when the database goes, and once when it is back. */
interface OutageListener {
  onGone(outage: Outage, error: Error): void;
  onBack(outage: Outage): void;
}

/** Whether the outage that was told already explains it. What does not come of it needs a line of its own. */
export const isOutages = (heartbeat: Heartbeat | undefined, error: unknown) =>
  Boolean(heartbeat?.outage) && isSignOfAbsence(error);

const BEAT_MS = 1000;
const RETRY_MS = 500;
/** Nobody who works waits this long for a trifle. A connection that breaks is noticed at once. */
const SILENCE_MS = 3000;

export function startHeartbeat(connection: Connection, listener?: OutageListener): Heartbeat & { stop(): void } {
  const { config, limits } = openingOf(connection, LIMITS.heartbeat);
  let outage: Outage | null = null;
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
    const fail = (error: Error = new Error('the connection was closed')) => {
      if (client === opened) lose(error);
    };
    const expectAnswer = () => after(SILENCE_MS, () => fail(new Error('no answer')));
    const ask = () => {
      expectAnswer();
      opened.query('select 1').then(() => {
        if (client !== opened) return;
        if (outage) listener?.onBack(outage);
        outage = null;
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

  function lose(error: Error): void {
    close();
    if (!outage) {
      outage = { id: randomUUID(), since: new Date() };
      listener?.onGone(outage, error);
    }
    after(RETRY_MS, open);
  }

  function close(): void {
    const closed = client;
    client = null;
    closed?.end().catch(() => {});
  }

  open();
  return {
    get outage() {
      return outage;
    },
    stop() {
      cancel();
      close();
    },
  };
}
