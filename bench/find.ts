// Finding anyone, as data grow: beside the same two statements by a bare driver, and beside the same search among few.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findInside, findPeople } from '#backoffice/find/contract.ts';
import { KEYS, type PersonKey, valuesFor } from '#backoffice/find/server-keys.ts';
import { PEOPLE, valuesOf } from '#backoffice/find/server-people.ts';
import { openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { understandFind } from '#domain/reservation/find-words.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { buildBookingGround, HOSPITAL, openLoader } from './booking-ground.ts';
import { addPeople, birthOf, phoneOf } from './find-ground.ts';
import { hammer, type Rate, type Ratio, ROOT, report, startService } from './kit.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 4;

interface Step {
  statement: string;
  values: readonly unknown[];
}

async function bareQueries(host: string, steps: readonly Step[]): Promise<Rate> {
  const task = { host, steps, connections: CONNECTIONS, seconds: SECONDS };
  const { stdout } = await promisify(execFile)(process.execPath, [`${ROOT}bench/driver-loop.ts`, JSON.stringify(task)]);
  return JSON.parse(stdout);
}

const SEARCHES = {
  'kana of very many': 'サト',
  'a name of very many': '佐藤',
  'a telephone': phoneOf(1240),
  'kana and birth date': `さとう ${birthOf(1240)}`,
};

export async function benchFind(...sizes: number[]): Promise<boolean> {
  const service = await startService(18_095);
  const connection = connectRunning(service.dataDir);
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  const loader = openLoader(connection);
  try {
    const now = new Date();
    const day = today(now);
    await buildBookingGround(db, day);
    const staff = { institutionCode: HOSPITAL, userId: 'bench001', displayName: '計測', password: 'Biyori#2026' };
    await addAdministrator(db, staff);
    const token = await openClerk(db, { institutionCode: HOSPITAL, userId: staff.userId }, now);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` };
    const bodyOf = (text: string) => encodeForm(findPeople.request.encode({ text })).toString();

    /** As a clerk waits for it: one after the other, with nobody beside. */
    async function waited(path: string, text: string): Promise<number> {
      const times: number[] = [];
      for (let turn = 0; turn < 15; turn++) {
        const began = performance.now();
        const response = await fetch(service.base + path, { method: 'POST', headers, body: bodyOf(text) });
        await response.arrayBuffer();
        times.push(performance.now() - began);
      }
      return times.toSorted((one, other) => one - other)[7] ?? 0;
    }

    async function stepsOf(text: string): Promise<Step[]> {
      const understood = understandFind(text, day);
      if (!understood) throw new Error('nothing to look for');
      const first = { statement: KEYS[understood.sought.kind], values: valuesFor(HOSPITAL, understood) };
      const keys = await query<PersonKey>(first.statement)(db, ...first.values);
      if (keys.length === 0) throw new Error(`nobody is found by ${text}`);
      return [first, { statement: PEOPLE, values: valuesOf(HOSPITAL, keys.slice(0, 50)) }];
    }

    const ratios: Ratio[] = [];
    const first: Record<string, Rate> = {};
    let there = 0;
    for (const size of sizes.length > 0 ? sizes : [10_000, 1_000_000]) {
      await addPeople(loader, there, size, day);
      there = size;
      const many = `at ${size.toLocaleString('en')} reservations`;
      for (const [what, text] of Object.entries(SEARCHES)) {
        const ms = await waited(findPeople.path, text);
        console.log(`${ms.toFixed(1)} ms  ${what} ${many}, with nobody beside`);
        const rate = await hammer(service.pid, {
          url: service.base + findPeople.path,
          method: 'POST',
          headers,
          body: bodyOf(text),
          connections: CONNECTIONS,
          seconds: SECONDS,
        });
        const bare = await bareQueries(connection.host, await stepsOf(text));
        ratios.push({ name: `${what} ${many}, of the bare statements`, of: rate, to: bare, wanted: 0.4 });
        const smaller = first[what];
        if (smaller)
          ratios.push({ name: `${what} ${many}, of the same at fewer`, of: rate, to: smaller, wanted: 1 / 1.3 });
        first[what] ??= rate;
      }
      const ms = await waited(findInside.path, 'トウハナ');
      console.log(`${ms.toFixed(0)} ms  the middle of names ${many}, with nobody beside`);
    }
    return report(ratios);
  } finally {
    await Promise.all([db.destroy(), loader.destroy()]);
    await service.stop();
  }
}
