// Where a server is asked how it is: healthz and readyz beside its calls, and these with the metrics, in Prometheus' text format
// (version 0.0.4), on a port of their own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { memoryUsage, uptime } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { usageOf } from '#db/database.ts';
import { postgresqlSource, readPostgresqlVersion } from '#db/embedded/programs.ts';
import { query } from '#db/query.ts';
import { sendAnswer } from '#server/answers.ts';
import { isBackupPlain } from '#server/backup/envelope.ts';
import type { Service } from '#server/service.ts';
import { BUCKETS, type Metrics } from './metrics.ts';
import { PROBES, whyNotReady } from './readiness.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
const PREFIX = 'kenshin_';

/** Labels hold names of our own, in which nothing has to be escaped. */
function line(name: string, labels: Record<string, string | number>, value: number): string {
  const parts = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${PREFIX}${name}${parts.length > 0 ? `{${parts.join(',')}}` : ''} ${value}`;
}

const head = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string) => [
  `# HELP ${PREFIX}${name} ${help}`,
  `# TYPE ${PREFIX}${name} ${type}`,
];

const writeGauge = ({ name, help, values }: Gauge) => [
  ...head(name, 'gauge', help),
  ...values.map(([labels, value]) => line(name, labels, value)),
];

const writeAnswers = ({ answers }: Metrics) => [
  ...head('answers_total', 'counter', 'Answers, by call, status and errorCode.'),
  ...[...answers].flatMap(([call, counted]) =>
    [...counted].map(({ status, error, count }) => line('answers_total', { call, status, error }, count)),
  ),
];

function writeDurations({ durations }: Metrics): string[] {
  const name = 'answer_seconds';
  const lines = [...durations].flatMap(([effect, { counts, seconds }]) => {
    let sum = 0;
    const buckets = counts.map((count, at) => {
      sum += count;
      return line(`${name}_bucket`, { effect, le: BUCKETS[at] ?? '+Inf' }, sum);
    });
    return [...buckets, line(`${name}_sum`, { effect }, seconds), line(`${name}_count`, { effect }, sum)];
  });
  return [...head(name, 'histogram', 'How long answers took, by what a call does.'), ...lines];
}

const writeBookings = ({ bookings, places }: Metrics) => [
  ...head('bookings_total', 'counter', 'Bookings that were asked for, by what became of them.'),
  ...Object.entries(bookings).map(([outcome, count]) => line('bookings_total', { outcome }, count)),
  ...head('places_taken_total', 'counter', 'Places that bookings have taken.'),
  line('places_taken_total', {}, places),
];

function writeProcess(): string[] {
  const { user, system } = process.cpuUsage();
  return [
    ...head('process_cpu_seconds_total', 'counter', 'Time on processors.'),
    line('process_cpu_seconds_total', {}, (user + system) / 1e6),
    ...writeGauge(one('process_memory_bytes', 'Memory in use.', memoryUsage.rss())),
    ...writeGauge(one('process_heap_bytes', 'What is used of the heap.', memoryUsage().heapUsed)),
    ...writeGauge(one('process_uptime_seconds', 'Since the start.', uptime())),
  ];
}

async function writeMetrics(service: Service, ofDatabase: DatabaseGauges): Promise<string> {
  const { metrics } = service;
  const gauges = [...readGauges(service), ...(await ofDatabase.read())];
  const lines = [
    ...writeAnswers(metrics),
    ...writeDurations(metrics),
    ...writeBookings(metrics),
    ...gauges.flatMap(writeGauge),
    ...writeProcess(),
  ];
  return `${lines.join('\n')}\n`;
}

/** On the port of the calls: a load balancer asks where it sends people to. */
export function mountProbes(app: FastifyInstance, service: Service): void {
  for (const [path, answer] of Object.entries(PROBES)) {
    app.get(path, (_request, reply) => {
      reply.hijack();
      sendAnswer(reply.raw, answer(service));
    });
  }
}

/** For whoever watches the service, not for people: not to be reached from outside. Null where no port is set. */
export async function openMetricsPort(service: Service): Promise<Server | null> {
  const { metricsHost, metricsPort } = service.config;
  if (metricsPort === 0) return null;
  const ofDatabase = new DatabaseGauges(service);
  const server = createServer((request, response) => {
    answer(service, ofDatabase, request, response).catch(() => response.destroy());
  });
  server.headersTimeout = server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(metricsPort, metricsHost, resolve);
  });
  // It ends with the process, and keeps none from ending.
  return server.unref();
}

async function answer(
  service: Service,
  ofDatabase: DatabaseGauges,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = url.split('?', 1)[0] ?? '';
  const isReading = method === 'GET' || method === 'HEAD';
  const probe = Object.hasOwn(PROBES, path) && PROBES[path];
  if (isReading && probe) sendAnswer(response, probe(service));
  else if (isReading && path === '/metrics') {
    response.writeHead(200, { 'content-type': TEXT_FORMAT, 'cache-control': 'no-store' });
    response.end(await writeMetrics(service, ofDatabase));
  } else response.writeHead(404).end();
}

interface Gauge {
  name: string;
  help: string;
  values: [labels: Record<string, string>, value: number][];
}

const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [[{}, value]] });

/** Nothing is asked of anybody for these. */
function readGauges(service: Service): Gauge[] {
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
    ...(nightly ? readBackupGauges(service, clock().getTime() - nightly.lastGood.getTime()) : []),
  ];
}

const readBackupGauges = (service: Service, ageMs: number) => [
  one('backup_age_seconds', 'Since the last good backup.', ageMs / 1000),
  one(
    'backup_plain',
    'Whether nightly backups of real data are not encrypted, unmeant.',
    Number(isBackupPlain(service)),
  ),
];

const readWaitingMails = query<{ waiting: number; oldest: number }>(`
  select count(*)::int as waiting, coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0)::float8 as oldest
    from outbox_mails where state = 'waiting' and next_attempt_at <= $1`);

/** Whoever asks more often gets what was read last. */
const CACHE_MS = 5_000;
const PATIENCE_MS = 2_000;

/** What only the database knows: asked by one at a time, kept for some seconds, and left out where it does not come in time. */
class DatabaseGauges {
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
    return Promise.race([this.#reading, sleep(PATIENCE_MS, [], { ref: false })]).catch(() => []);
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
