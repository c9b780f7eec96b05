// Sees to it that an embedded database has a backup of every night, keeps the newest of its own, and knows when the last good one is too old.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { isAlive } from '#db/embedded/drafts.ts';
import { type Clock, today } from '#domain/calendar/clock.ts';
import type { Config } from '#server/config.ts';
import { findOwn, listBackups, nameAt, readLast, type StoredBackup, tryTo, writeLast } from './stored-backups.ts';

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

const PART = /\.backup\.part-(\d+)$/;

export interface Nightly {
  /** Where there is none yet: since when there should have been one. */
  readonly lastGood: Date;
  overdueSince(): Date | null;
  stop(): Promise<void>;
}

interface NightlyWork {
  /** Writes one to this file, and says in a line what is in it; ends early when it is aborted. */
  write(file: string, signal: AbortSignal): Promise<{ line: string; rows: number }>;
  settings: Pick<Config['backups'], 'dir' | 'kept'>;
  /** Where the service keeps what must outlive it, also while the backups' disk is away. */
  dataDir: string;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * The newest first. A file has such a name only when it is whole. One of a clock that was set back by an hour stands for its night;
 * one of a clock that ran ahead by days stands for none that has been.
 */
const newestFirst = (kept: StoredBackup[], now: Date) =>
  kept.filter(({ at }) => at.getTime() <= now.getTime() + DAY_MS).sort((a, b) => b.at.getTime() - a.at.getTime());

const makeFolder = (dir: string) => mkdirSync(dir, { recursive: true, mode: 0o700 });

/** A loss looks like this: with half as many rows as before nobody's older backups are thinned out. */
const isFarFewer = (rows: number, before: number) => rows < before / 2;
const FAR_FEWER =
  'the nightly backup has far fewer rows than the one before, and no older one was deleted: restore one of those if data are missing, or delete last-backup in DATA_DIR if that is right';

const nightOf = (moment: Date) => today(new Date(moment.getTime() - NIGHT_MS));

export class NightlyBackups implements Nightly {
  readonly #work: NightlyWork;
  readonly #own: ReturnType<typeof findOwn>;
  readonly #stopped = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #lastGood: Date;
  #notBefore = 0;

  constructor(work: NightlyWork) {
    this.#work = work;
    this.#own = findOwn(work.dataDir);
    this.#lastGood = this.#readLastGood();
  }

  /** Where there has been none yet: since the service has data, or a folder for backups, there should have been one. */
  #readLastGood(): Date {
    const { settings, dataDir, clock } = this.#work;
    const now = clock();
    const noted = readLast(dataDir).backup;
    const there = tryTo(() => {
      makeFolder(settings.dir);
      return this.#listOwn(now);
    }, []);
    const [newest] = newestFirst(noted ? [noted, ...there] : there, now);
    if (newest) return newest.at;
    const begun = [settings.dir, dataDir].map((dir) => tryTo(() => statSync(dir).birthtime, now));
    return begun.find((at) => at < now) ?? now;
  }

  #listOwn(now: Date): StoredBackup[] {
    return newestFirst(listBackups(this.#work.settings.dir).filter(this.#own.isOwn), now);
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

  look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { settings, clock, log, write } = this.#work;
    const { dir } = settings;
    const now = clock();
    if (now.getTime() < this.#notBefore || this.#stopped.signal.aborted) return;
    try {
      makeFolder(dir);
      const [newest] = this.#listOwn(now);
      if (newest && nightOf(newest.at) >= nightOf(now)) return;
      sweepParts(dir);
      const began = performance.now();
      const name = nameAt(now, this.#own.id);
      const { line, rows } = await write(path.join(dir, name), this.#stopped.signal);
      this.#lastGood = now;
      log.info({ ms: Math.round(performance.now() - began) }, `nightly backup: ${line}`);
      this.#tidy(name, rows, now);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      this.#notBefore = now.getTime() + AGAIN_AFTER_MS;
      log.error({ reason: (error as Error).message }, 'there is no nightly backup; it is tried again in an hour');
    }
  }

  /** There is a good one, whatever becomes of this. Where nothing is known of the one before, the next night thins out. */
  #tidy(good: string, rows: number, now: Date): void {
    const { settings, dataDir, log } = this.#work;
    try {
      const before = readLast(dataDir).rows;
      const isLoss = before !== null && isFarFewer(rows, before);
      if (isLoss) log.error({ rows, before }, FAR_FEWER);
      writeLast(dataDir, good, isLoss ? before : rows);
      if (before === null || isLoss) return;
      const tooMany = this.#listOwn(now).slice(settings.kept);
      for (const { name } of tooMany) rmSync(path.join(settings.dir, name), { force: true });
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the nightly backup is good, but what is done after it failed');
    }
  }

  /** What is under way is given up: it is made again at the next start. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#looking;
  }
}

function sweepParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(dir, name), { force: true });
  }
}
