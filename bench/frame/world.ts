// A service to measure, with an institution that everything is asked of and as many reservations as wanted; two of them run side by
// side, so that what is asked of many can be held against the same at few.
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { freePort } from '#tests/kit/real-service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { buildBookingGround, type Ground, HOSPITAL, openLoader } from '../booking-ground.ts';
import { cpuSeconds, databaseCpuSeconds, type Running, startHello, startService } from '../kit.ts';
import { type Bare, startBare } from './bare.ts';
import { isDone, type Load, load, type Sent, writeRequest } from './load.ts';
import { type Loaded, loadReservations } from './loader.ts';
import type { Act, Taken } from './row.ts';

/** As many as ask at once where nothing else is said. */
export const CONNECTIONS = 16;
/** As many as the service lets one institution's staff have in work, so that nobody waits in line. */
export const DESKS = 4;
export const CLERK = { institutionCode: HOSPITAL, userId: 'bench001', password: 'Biyori#2026' };

/** Few people book all the time: counted, but never too many. Mails wait, since they go out by the second and not by the call. */
export const SETTINGS = {
  AVAILABILITY_REQUESTS_PER_MINUTE: '0',
  GUEST_RESERVATIONS_PER_MINUTE: '0',
  BOOKINGS_PER_ACCOUNT_PER_DAY: '1000000',
  LIVE_BOOKINGS_PER_ACCOUNT: '1000000',
  BOOKINGS_PER_RECIPIENT_PER_DAY: '1000000',
  MAILS_PER_SECOND: '0',
};

export interface World {
  reservations: number;
  institutions: readonly Loaded[];
  service: Running & { dataDir: string };
  connection: NonNullable<ReturnType<typeof connectRunning>>['superuser'];
  db: Db;
  /** For statements that may take as long as they need. */
  loader: Db;
  bare: Bare;
  ground: Ground;
  now: Date;
  today: PlainDate;
  /** What a reservation takes in the database, with everything that belongs to it and its indexes. */
  bytesEach: number;
  /** Of a manager. */
  token: string;
  close(): Promise<void>;
}

export async function openWorld(reservations: number, report?: (line: string) => void): Promise<World> {
  const service = await startService(await freePort(), SETTINGS);
  try {
    return await layWorld(service, reservations, report);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function layWorld(service: World['service'], reservations: number, report = (_: string) => {}): Promise<World> {
  const connection = connectRunning(service.dataDir)?.superuser;
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  const loader = openLoader(connection);
  const day = today(new Date());
  const ground = await buildBookingGround(db, day);
  await addAdministrator(db, { ...CLERK, displayName: '計測' });
  const before = await bytesOf(db);
  const began = performance.now();
  const institutions = await loadReservations(connection, reservations, day);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  report(
    `${reservations.toLocaleString('en')} reservations in ${institutions.length} institutions, loaded in ${seconds} s`,
  );
  // Not before: loading may take longer than a session lasts.
  const now = new Date();
  const token = await openClerk(db, CLERK, now);
  // Whoever is measured for longer than some minutes is asked nothing in between.
  const stays = db.updateTable('sessions').set({ confirmed_at: new Date(now.getTime() + 86_400_000) });
  await stays.where('administrator_id', '=', CLERK.userId).execute();
  const bare = await startBare(connection, CONNECTIONS);
  return {
    reservations,
    institutions,
    service,
    connection,
    db,
    loader,
    bare,
    ground,
    now,
    today: day,
    bytesEach: ((await bytesOf(db)) - before) / reservations,
    token,
    async close() {
      await bare.stop();
      await Promise.all([db.destroy(), loader.destroy()]);
      await service.stop();
    },
  };
}

async function bytesOf(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** What the service and its database spend while something is done. */
export async function spend({ service }: World, work: () => Promise<number>): Promise<Taken> {
  const [own, database] = [cpuSeconds(service.pid), databaseCpuSeconds(service.dataDir)];
  const seconds = await work();
  return {
    seconds,
    service: cpuSeconds(service.pid) - own,
    database: databaseCpuSeconds(service.dataDir) - database,
  };
}

/** An act over HTTP. */
export const asking =
  (world: World, given: Pick<Load, 'next'> & Partial<Pick<Load, 'check' | 'connections'>>): Act =>
  (calls) =>
    spend(world, () => load({ base: world.service.base, connections: CONNECTIONS, check: isDone, calls, ...given }));

export interface Asked {
  path: string;
  form?: Record<string, unknown>;
  token?: string;
  method?: 'GET';
  connections?: number;
  check?: Load['check'];
}

export function requestTo({ service }: World, { path, form = {}, token, method }: Asked): Buffer {
  const headers: Sent['headers'] = token ? { authorization: `Bearer ${token}` } : {};
  return writeRequest(service.base, { path, method, headers, body: method ? '' : encodeForm(form).toString() });
}

/** The same request over and over. */
export function repeating(world: World, asked: Asked): Act {
  const request = requestTo(world, asked);
  const { connections, check } = asked;
  return asking(world, { next: () => request, ...(connections && { connections }), ...(check && { check }) });
}

/** Of a manager at the hospital. */
export const atDesk = (world: World, path: string, form: Record<string, unknown> = {}, connections = DESKS): Act =>
  repeating(world, { path, form, token: world.token, connections });

/** What rows are made of: a service with many reservations, which they measure, and one with few. */
export interface Worlds {
  many: World;
  few: World;
  /** The least that Node can do for a request. */
  hello: Act;
  /** Who books: so many that nobody does it oftener than people do, since what an account has booked is counted at each booking. */
  people: number;
}

interface Sizes {
  many: number;
  few: number;
  people?: number;
}

/** Beside which the same act with many reservations is to be nearly as quick. */
const LEAST_OF_FEW = 1 / 1.3;

/** The same act in both worlds: measured with many, held against the one with few. */
export async function growing({ many, few }: Worlds, make: (world: World) => Act | Promise<Act>) {
  const [act, reference] = [await make(many), await make(few)];
  const name = `the same at ${few.reservations.toLocaleString('en')} reservations`;
  return { act, ofFew: { name, act: reference, least: LEAST_OF_FEW } };
}

/** Opens both, and the hello beside them. */
export async function openWorlds({ people = 1024, ...sizes }: Sizes, report?: (line: string) => void) {
  const hello = await startHello(await freePort());
  const opened: World[] = [];
  const close = async () => {
    for (const world of opened) await world.close();
    await hello.stop();
  };
  try {
    // What takes long comes first: sessions are opened when a world is, and end when nobody uses them.
    for (const size of [sizes.many, sizes.few]) opened.push(await openWorld(size, report));
    const [many, few] = opened as [World, World];
    const request = writeRequest(hello.base, { path: '/', method: 'GET' });
    const act: Act = async (calls) => {
      const given = { base: hello.base, connections: CONNECTIONS, calls, next: () => request, check: isDone };
      return { seconds: await load(given), service: 0, database: 0 };
    };
    return { worlds: { many, few, hello: act, people } satisfies Worlds, close };
  } catch (error) {
    await close();
    throw error;
  }
}
