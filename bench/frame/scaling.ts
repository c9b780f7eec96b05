// What limits first when it grows: arithmetic from the CPU that each act was measured to cost, up to a provider with a thousand
// institutions. Every assumption is a line of a table, so that a reader can put in figures of their own.
import type { Results } from './results.ts';

interface Assumed {
  what: string;
  value: number;
}

/** A provider that runs it for others, and the habits of people. */
export const ASSUMED = {
  institutions: { what: 'institutions', value: 1000 },
  reservations: { what: 'reservations a year', value: 5_000_000 },
  looks: { what: 'whole ways to the booking for each booking that is made', value: 2 },
  months: { what: 'months looked at on a way', value: 4 },
  steps: { what: 'other steps of a way (courses, options, preview), each as a course list', value: 3 },
  loggedIn: { what: 'share of bookings by people with an account', value: 0.5 },
  changes: { what: 'changes for each booking', value: 0.1 },
  pages: { what: 'visits to my page for each booking, each with a log-in and a detail', value: 2 },
  mails: { what: 'reminders and invitations for each booking', value: 1.5 },
  days: { what: 'working days a year', value: 245 },
  home: { what: 'home pages a day and institution', value: 100 },
  finds: { what: 'people found a day and institution', value: 60 },
  lists: { what: 'reception lists a day and institution that have moved', value: 300 },
  extractions: { what: 'extractions of a month a day and institution', value: 5 },
  daily: { what: 'share of a day that its busiest hour has', value: 0.15 },
  openings: { what: 'institutions that open their bookings at the same 9:00', value: 20 },
  rush: { what: 'people who come to each of them', value: 2000 },
  rushSeconds: { what: 'seconds within which they shall all be served', value: 300 },
  busy: { what: 'share of a core that is planned with', value: 0.6 },
  years: { what: 'years that reservations are kept', value: 5 },
  largest: { what: 'cores of the largest database server that is wanted', value: 32 },
} satisfies Record<string, Assumed>;

type Values = Record<keyof typeof ASSUMED, number>;

/** Seconds of CPU of the servers and of the database. */
interface Cost {
  service: number;
  database: number;
}

const add = (...costs: readonly Cost[]): Cost => ({
  service: costs.reduce((sum, { service }) => sum + service, 0),
  database: costs.reduce((sum, { database }) => sum + database, 0),
});
const times = (factor: number, { service, database }: Cost): Cost => ({
  service: factor * service,
  database: factor * database,
});

export interface Scaled {
  /** One booking with everything that belongs to it; a working day of an institution's staff. */
  booking: Cost;
  way: Cost;
  staffDay: Cost;
  /** Cores that are busy: on average over a year, in the busiest hour of a working day, and at nine. */
  mean: Cost;
  hour: Cost;
  opening: Cost;
  servers: number;
  databaseCores: number;
  gigabytes: number;
  /** Reservations a year at which one database is no longer enough, if everything grows alike. */
  shardAt: number;
}

const SECONDS = { year: 365 * 86_400, hour: 3600 };

export function scale(results: Results, changed: Partial<Values> = {}): Scaled {
  const given = Object.fromEntries(Object.entries(ASSUMED).map(([key, { value }]) => [key, value])) as Values;
  const v = { ...given, ...changed };
  const of = (name: string): Cost => {
    const row = results.rows.find((one) => one.name === name);
    if (!row) throw new Error(`no row is called ${name}`);
    return { service: row.serviceMicros / 1e6, database: row.databaseMicros / 1e6 };
  };
  const bytes = results.figures.find(({ name }) => name === BYTES)?.value ?? Number.NaN;
  const look = add(
    of('top page, drawn'),
    times(v.steps, of('course list')),
    times(v.months, of('month, each another one')),
  );
  const write = add(
    times(1 - v.loggedIn, of('booking of a guest')),
    times(v.loggedIn, of('booking of somebody logged in')),
  );
  const myPage = add(of('log-in of a clerk'), of('my page of 30 reservations'), of('detail of a reservation'));
  const way = add(look, write);
  const booking = add(
    times(v.looks, look),
    write,
    times(v.changes, of('change of a booking')),
    times(v.pages, myPage),
    times(v.mails, of('daily run, by the mail')),
  );
  const staffDay = add(
    times(v.home, of('status page')),
    times(v.finds, of('finding by kana and birth date')),
    times(v.lists, of('reception list of 300 visitors')),
    times(v.extractions, of('extraction of a month, 2000 rows')),
    of('log-in of a clerk'),
  );
  const year = add(times(v.reservations, booking), times(v.institutions * v.days, staffDay));
  const mean = times(1 / SECONDS.year, year);
  const hour = times(v.daily / v.days / SECONDS.hour, year);
  const rush = times((v.openings * v.rush) / v.rushSeconds, way);
  const opening = add(hour, rush);
  const databaseCores = opening.database / v.busy;
  return {
    booking,
    way,
    staffDay,
    mean,
    hour,
    opening,
    // A server is a process that keeps one core busy; one more may always be away.
    servers: Math.ceil(opening.service / v.busy) + 1,
    databaseCores,
    gigabytes: (bytes * v.reservations * v.years) / 1e9,
    shardAt: (v.reservations * v.largest) / databaseCores,
  };
}

export const BYTES = 'bytes of the database for each reservation';

const ms = (seconds: number) => `${(seconds * 1000).toFixed(1)} ms`;
const cores = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

export function scalingText(results: Results): string {
  const scaled = scale(results);
  const assumed = Object.values(ASSUMED).map(({ what, value }) => `| ${what} | ${value.toLocaleString('en')} |`);
  const costs: [string, Cost][] = [
    ['a way to a booking, once', scaled.way],
    ['a booking with everything before and after it', scaled.booking],
    ["a working day of an institution's staff", scaled.staffDay],
  ];
  const busy: [string, Cost][] = [
    ['on average over the year', scaled.mean],
    ['in the busiest hour of a working day', scaled.hour],
    ['in that hour, with the openings of 9:00', scaled.opening],
  ];
  return [
    '| assumed | |\n|---|---|',
    assumed.join('\n'),
    '\n| costs CPU | of servers | of the database |\n|---|---|---|',
    costs.map(([what, { service, database }]) => `| ${what} | ${ms(service)} | ${ms(database)} |`).join('\n'),
    '\n| cores that are busy | of servers | of the database |\n|---|---|---|',
    busy.map(([what, { service, database }]) => `| ${what} | ${cores(service)} | ${cores(database)} |`).join('\n'),
    '\n| so it takes | |\n|---|---|',
    `| servers (processes with a core each, one of them to spare) | ${scaled.servers} |`,
    `| cores of the database | ${Math.max(1, Math.ceil(scaled.databaseCores))} |`,
    `| size of the database after all years | ${scaled.gigabytes.toFixed(0)} GB |`,
    `| reservations a year at which one database is no longer enough | ${Number(scaled.shardAt.toPrecision(2)).toLocaleString('en')} |`,
  ].join('\n');
}
