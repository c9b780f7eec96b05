// What is read of a server when somebody asks for its metrics: how much waits where, and what the database knows.

import { usageOf } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isBackupPlain } from '#server/backup/envelope.ts';
import type { Service } from '#server/service.ts';
import { postgresqlSource, readPostgresqlVersion } from './postgresql.ts';
import { whyNotReady } from './readiness.ts';

/** A number, with what distinguishes it from others of its name. */
export interface Gauge {
  name: string;
  help: string;
  values: [labels: Record<string, string>, value: number][];
}

const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [[{}, value]] });

/** Nothing is asked of anybody for these. */
export function readGauges(service: Service): Gauge[] {
  const { db, nightly, accessLog, clock } = service;
  const usages = usageOf(db);
  const connections = usages.flatMap(([use, { open, busy }]): Gauge['values'] => [
    [{ use, state: 'busy' }, busy],
    [{ use, state: 'idle' }, open - busy],
  ]);
  return [
    one('ready', 'Whether /readyz says 200.', Number(whyNotReady(service) === null)),
    one('database_up', 'Whether the database answers and takes writes.', Number(!service.heartbeat?.outage)),
    { name: 'database_connections', help: 'Open connections to the database.', values: connections },
    {
      name: 'queue_length',
      help: 'What waits for its turn.',
      values: [
        ...usages.map(([use, { waiting }]): Gauge['values'][0] => [{ queue: `connections_${use}` }, waiting]),
        ...service.metrics.queues.map(([queue, length]): Gauge['values'][0] => [{ queue }, length()]),
      ],
    },
    one('watches', 'Calls that are held until something moves: none since 1.1.0, which polls.', 0),
    one('access_log_waiting', 'Entries of the access log that are not written yet.', accessLog.length),
    ...(nightly
      ? [
          one(
            'backup_age_seconds',
            'Since the last good backup.',
            (clock().getTime() - nightly.lastGood.getTime()) / 1000,
          ),
          one(
            'backup_plain',
            'Whether nightly backups of real data are not encrypted, unmeant.',
            Number(isBackupPlain(service)),
          ),
        ]
      : []),
  ];
}

const readWaitingMails = query<{ waiting: number; oldest: number }>(`
  select count(*)::int as waiting, coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0)::float8 as oldest
    from outbox_mails where state = 'waiting' and next_attempt_at <= $1`);

/** Whoever asks more often gets what was read last. */
const CACHE_MS = 5_000;
const PATIENCE_MS = 2_000;

/** What only the database knows: asked by one at a time, kept for some seconds, and left out where it does not come in time. */
export class DatabaseGauges {
  readonly #service: Service;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<Gauge[]> | undefined;
  #kept: Gauge[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  async read(): Promise<Gauge[]> {
    if (this.#service.heartbeat?.outage) return [];
    if (performance.now() - this.#readAt < CACHE_MS) return this.#kept;
    this.#reading ??= this.#ask().finally(() => {
      this.#reading = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<Gauge[]>((resolve) => {
      timer = setTimeout(() => resolve([]), PATIENCE_MS);
    });
    return Promise.race([this.#reading, over])
      .catch(() => [])
      .finally(() => clearTimeout(timer));
  }

  async #ask(): Promise<Gauge[]> {
    const { db, clock, config } = this.#service;
    const [[mails], [postgresql]] = await Promise.all([readWaitingMails(db, clock()), readPostgresqlVersion(db)]);
    const labels = { version: postgresql?.version ?? '', source: postgresqlSource(config) };
    this.#readAt = performance.now();
    this.#kept = [
      { name: 'postgresql_info', help: 'Which PostgreSQL runs, and what names it.', values: [[labels, 1]] },
      one('outbox_waiting', 'Mails that should have been sent by now.', mails?.waiting ?? 0),
      one('outbox_age_seconds', 'Since the oldest of them was written.', mails?.oldest ?? 0),
    ];
    return this.#kept;
  }
}
