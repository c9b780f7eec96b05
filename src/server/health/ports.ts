// Where a server is asked how it is: healthz and readyz beside its calls, and these with the metrics on a port of their own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '#server/answers.ts';
import type { Service } from '#server/service.ts';
import { TEXT_FORMAT, writeMetrics } from './exposition.ts';
import { DatabaseGauges } from './gauges.ts';
import { PROBES } from './readiness.ts';

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
