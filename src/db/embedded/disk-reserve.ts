// Keeps the last of the disk for PostgreSQL itself, which falls over where it cannot write its log: before that, nothing more is
// saved, and reading goes on.

import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#db/connection.ts';
import { MAY_PASS, StartRefused } from '#db/errors.ts';
import { repeat } from '#db/repeat.ts';

const MB = 1024 * 1024;

export interface ReserveBounds {
  /** With less than this nothing more is saved: four files of PostgreSQL's log. */
  reserve: number;
  /** With so much it is again; the difference keeps it from going to and fro. */
  enough: number;
  lookMs: number;
}

const BOUNDS: ReserveBounds = { reserve: 64 * MB, enough: 96 * MB, lookMs: 1_000 };

/** In bytes, for anybody but root; where that cannot be read nobody can say that it is full. */
function roomAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export const isNearlyFull = (folder: string, { reserve } = BOUNDS) => roomAt(folder) < reserve;

/** Its message is for whoever starts the service. */
export class NoDiskSpace extends StartRefused {
  constructor(folder: string, { reserve } = BOUNDS) {
    const room = Math.floor(roomAt(folder) / MB);
    super(
      `The disk of ${folder} is full (${room} MB are left, ${reserve / MB} are needed): make room, then start again.`,
      MAY_PASS,
    );
  }
}

type Ask = (text: string) => Promise<{ rows: { setting?: string }[] }>;

const READ_ONLY = `select setting from pg_settings where name = 'default_transaction_read_only'`;
const AGAIN_MS = 20;
/** A setting of its own for a database or an account would count more than the server's, and would be waited for in vain. */
const MAX_ATTEMPTS = 250;

/** For all connections, those that are open included; it outlives a crash of the server. */
async function setReadOnly(ask: Ask, isReadOnly: boolean): Promise<void> {
  const isSo = async () => (await ask(READ_ONLY)).rows[0]?.setting === (isReadOnly ? 'on' : 'off');
  if (await isSo()) return;
  await ask(
    `alter system ${isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
  );
  await ask('select pg_reload_conf()');
  for (let attempt = 0; !(await isSo()); attempt++) {
    if (attempt >= MAX_ATTEMPTS)
      throw new Error(`default_transaction_read_only does not become ${isReadOnly ? 'on' : 'off'}`);
    await sleep(AGAIN_MS);
  }
}

/** After a start: whoever was killed with a full disk has left it so. */
export const allowWrites = (client: pg.Client) => setReadOnly((text) => client.query(text), false);

interface Disk {
  folder: string;
  connection: pg.ClientConfig;
  report(line: string): void;
  bounds?: ReserveBounds;
}

export function guardDiskReserve({ folder, connection, report, bounds = BOUNDS }: Disk): { stop(): Promise<void> } {
  const inMb = (bytes: number) => `${Math.floor(bytes / MB)} MB`;
  let isHeld = false;
  const look = async () => {
    const room = roomAt(folder);
    const isToHold = isHeld ? room < bounds.enough : room < bounds.reserve;
    if (isToHold === isHeld) return;
    const config = { ...connection, database: 'postgres', connectionTimeoutMillis: 5_000, statement_timeout: 5_000 };
    await withClient(config, (client) => setReadOnly((text) => client.query(text), isToHold));
    isHeld = isToHold;
    const full = `the disk is full: ${inMb(room)} are left of ${folder}. Nothing more is saved until ${inMb(bounds.enough)} are free; what was saved is safe and can be read`;
    report(isHeld ? full : `there is room on the disk again (${inMb(room)}): all is saved as before`);
  };
  // Where the database is away, or the disk without a byte left, the next look may manage.
  return repeat(bounds.lookMs, look);
}
