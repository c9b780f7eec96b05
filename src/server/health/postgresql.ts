// Which PostgreSQL is at work, who keeps it up to date, and from when on the one that comes along is too old for that.
import { BUNDLED } from '#db/embedded/programs.ts';
import { query } from '#db/query.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { Config } from '#server/config.ts';

/** Without what a distribution writes behind it. */
export const readPostgresqlVersion = query<{ version: string }>(
  `select split_part(current_setting('server_version'), ' ', 1) as version`,
);

type Settings = Pick<Config, 'databaseUrl' | 'postgresBin'>;

export function postgresqlSource({ databaseUrl, postgresBin }: Settings) {
  if (databaseUrl !== null) return 'DATABASE_URL';
  return postgresBin === null ? 'bundled' : 'POSTGRES_BIN';
}

/** Fixes of security come four times a year: the day of its release, where that is more than a year ago; null for one that others update. */
export function outdatedSince(settings: Settings, today: PlainDate): PlainDate | null {
  const isOld = postgresqlSource(settings) === 'bundled' && addDays(BUNDLED.releasedOn, 365) < today;
  return isOld ? BUNDLED.releasedOn : null;
}
