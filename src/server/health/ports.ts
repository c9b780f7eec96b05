// Where a server is asked how it is: healthz and readyz beside its calls, and these with the metrics, in Prometheus' text format
// (version 0.0.4), on a port of their own.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { memoryUsage, uptime } from 'node:process';
import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '#server/answers.ts';
import type { Service } from '#server/service.ts';
import { DatabaseGauges, type Gauge, readGauges } from './gauges.ts';
import { BUCKETS, type Metrics } from './metrics.ts';
import { PROBES } from './readiness.ts';

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
    ...writeGauge({ name: 'process_memory_bytes', help: 'Memory in use.', values: [[{}, memoryUsage.rss()]] }),
    ...writeGauge({
      name: 'process_heap_bytes',
      help: 'What is used of the heap.',
      values: [[{}, memoryUsage().heapUsed]],
    }),
    ...writeGauge({ name: 'process_uptime_seconds', help: 'Since the start.', values: [[{}, uptime()]] }),
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
