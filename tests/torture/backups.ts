// Backs a service up under load, again and again, and brings each backup back: whole, as it must be, and with every row that was
// acknowledged before it as it was.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Connection } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { openBackup } from '#server/backup/records.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { openGround } from './ground.ts';
import { startLoads } from './load.ts';

const PASSPHRASE = 'a passphrase for torture';
const MORE_BOOKINGS = 20;

interface Outcome {
  /** Acknowledged before the last backup. */
  bookings: number;
  wrong: string[];
}

/** What a booking writes and nobody touches afterwards, a hash for each number. */
const HASHES = `
  select r.reservation_number as number,
         md5(concat_ws('|', r::text, (select e::text from examinees e where (e.institution_code, e.examinee_id) = (r.institution_code, r.examinee_id)),
           (select string_agg(p::text, '|' order by p::text) from reservation_places p
             where (p.institution_code, p.reservation_number) = (r.institution_code, r.reservation_number)),
           (select string_agg(h::text, '|' order by h::text) from reservation_history h
             where (h.institution_code, h.reservation_number) = (r.institution_code, r.reservation_number)))) as hash
    from reservations r where reservation_number = any($1) order by 1`;

async function ask<Row extends object>(connection: Connection, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export async function backUpUnderLoad(rounds: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-backups-'));
  // As root the databases run as another account, which has to get through.
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const target = await startEmbedded(path.join(folder, 'target'), { durable: false });
  let service: RealService | null = null;
  const wrong: string[] = [];
  let before: number[] = [];
  try {
    service = await startRealService(dataDir);
    const source = connectionTo(dataDir);
    await openGround(source);
    const loads = await startLoads(service);
    try {
      for (let round = 1; round <= rounds; round++) {
        const enough = loads.bookings.size + MORE_BOOKINGS;
        while (loads.bookings.size < enough) await new Promise((resolve) => setTimeout(resolve, 20));
        before = [...loads.bookings.keys()];
        const file = path.join(folder, `${round}.backup`);
        await writeBackup(source, { file, passphrase: round % 2 === 0 ? null : PASSPHRASE, secrets: [] });
        const database = `r${round}`;
        await ask(target.superuser, `create database ${database} template template0`);
        const restored = await restoreBackup(
          { ...target.superuser, database },
          await openBackup(file, async () => PASSPHRASE),
        );
        wrong.push(...restored.violations.map(({ name, count }) => `round ${round}: ${name}, ${count} times`));
        const [there, here] = [
          await ask<{ number: number; hash: string }>({ ...target.superuser, database }, HASHES, [before]),
          await ask<{ number: number; hash: string }>(source, HASHES, [before]),
        ];
        if (there.length !== before.length) wrong.push(`round ${round}: ${there.length} of ${before.length} are there`);
        const hashes = new Map(here.map(({ number, hash }) => [number, hash]));
        const others = there.filter(({ number, hash }) => hashes.get(number) !== hash);
        wrong.push(...others.map(({ number }) => `round ${round}: ${number} is another`));
        say(`round ${round}: ${restored.rows} rows back, ${before.length} bookings of before it among them`);
      }
    } finally {
      await loads.stop();
    }
    wrong.push(...loads.strange);
    return { bookings: before.length, wrong };
  } finally {
    await service?.stop();
    await target.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
