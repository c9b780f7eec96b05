// Sees to it that an embedded database has a backup of every night, keeps the newest ones, and knows when the last good one is too old.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { isAlive } from '#db/embedded/drafts.ts';
import { type Clock, localTime, today } from '#domain/calendar/clock.ts';
import type { Config } from '../config.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A night ends at two o'clock in Tokyo: who switches the machine on in the morning gets the backup then. */
const NIGHT_MS = 2 * HOUR_MS;
/** Not in the rush of a start. */
const FIRST_LOOK_MS = 3 * MINUTE_MS;
const LOOK_MS = 10 * MINUTE_MS;
const AGAIN_AFTER_MS = HOUR_MS;
const TOO_OLD_MS = 2 * DAY_MS;

/** Moments are those of Tokyo, as whoever looks for a file knows them. */
const NAME = /^kenshin-biyori-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})\.backup$/;
const PART = /\.backup\.part-(\d+)$/;

export interface Nightly {
  /** Where there is none yet: since when there should have been one. */
  readonly lastGood: Date;
  /** Since when there has been no good backup, where that is too long. */
  overdueSince(): Date | null;
  stop(): Promise<void>;
}

export interface NightlyWork {
  /** Writes one to this file, and says in a line what is in it; ends early when it is told to. */
  write(file: string, signal: AbortSignal): Promise<string>;
  settings: Pick<Config['backups'], 'dir' | 'kept'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

function nameAt(moment: Date): string {
  const { year, month, day, hour, minute } = localTime(moment);
  return `kenshin-biyori-${year}${month}${day}-${hour}${minute}.backup`;
}

interface Kept {
  name: string;
  at: Date;
}

/** The newest first. A file has such a name only when it is whole. */
function listKept(dir: string): Kept[] {
  return readdirSync(dir)
    .flatMap((name) => {
      const [, year, month, day, hour, minute] = NAME.exec(name) ?? [];
      return year ? [{ name, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:00+09:00`) }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

const makeFolder = (dir: string) => mkdirSync(dir, { recursive: true, mode: 0o700 });

/** Where there is none yet, the folder was made when there should have been one; a disk that is not there is told when it is needed. */
function readLastGood({ settings: { dir }, clock }: NightlyWork): Date {
  try {
    makeFolder(dir);
    return listKept(dir)[0]?.at ?? statSync(dir).birthtime;
  } catch {
    return clock();
  }
}

const nightOf = (moment: Date) => today(new Date(moment.getTime() - NIGHT_MS));

export class NightlyBackups implements Nightly {
  readonly #work: NightlyWork;
  readonly #stopped = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #lastGood: Date;
  #notBefore = 0;

  constructor(work: NightlyWork) {
    this.#work = work;
    this.#lastGood = readLastGood(work);
  }

  start(): this {
    this.#timers.push(
      setTimeout(() => void this.look(), FIRST_LOOK_MS),
      setInterval(() => void this.look(), LOOK_MS),
    );
    for (const timer of this.#timers) timer.unref();
    return this;
  }

  get lastGood(): Date {
    return this.#lastGood;
  }

  overdueSince(): Date | null {
    return this.#work.clock().getTime() - this.#lastGood.getTime() > TOO_OLD_MS ? this.#lastGood : null;
  }

  /** Writes one if none is of this night; one at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { settings, clock, log, write } = this.#work;
    const { dir, kept } = settings;
    const now = clock();
    if (now.getTime() < this.#notBefore || this.#stopped.signal.aborted) return;
    try {
      makeFolder(dir);
      const [newest] = listKept(dir);
      if (newest && nightOf(newest.at) >= nightOf(now)) return;
      sweepParts(dir);
      const began = performance.now();
      const said = await write(path.join(dir, nameAt(now)), this.#stopped.signal);
      this.#lastGood = now;
      log.info({ ms: Math.round(performance.now() - began) }, `nightly backup: ${said}`);
      for (const { name } of listKept(dir).slice(kept)) rmSync(path.join(dir, name), { force: true });
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      this.#notBefore = now.getTime() + AGAIN_AFTER_MS;
      log.error({ reason: (error as Error).message }, 'there is no nightly backup; it is tried again in an hour');
    }
  }

  /** What is under way is given up: it is made anew at the next start. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#looking;
  }
}

/** What those have left that were killed in the middle. */
function sweepParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(dir, name), { force: true });
  }
}
