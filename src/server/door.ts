// The door: every call comes in here, is checked against its contract, run, and answered in one way.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Answer, answerFailure, answerSuccess, failureBody, institutionField, tokenField } from '#wire/call.ts';
import { COMMON_CODES, FAULT, Failure, invalid, noSession, notFound, tooMany } from '#wire/failure.ts';
import type { Wire } from '#wire/field.ts';
import { foldBrackets } from '#wire/form.ts';
import { findSession } from './access.ts';
import type { Administrator, Examinee, Handler, Service, Visitor } from './service.ts';
import { inTransaction } from './transaction.ts';

const FAULT_SENTENCE = 'システムエラーが発生しました。しばらく待ってからもう一度お試しください。';

export async function buildDoor(service: Service, handlers: readonly Handler[], logger?: FastifyBaseLogger) {
  const { config } = service;
  const app: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setErrorHandler((error, request, reply) => {
    const answer = answerUnexpected(error, request);
    return reply.code(answer.status).send(answer.body);
  });

  await app.register(helmet, { ...SECURITY_HEADERS });
  // Forms only: a JSON body would be a second way to say the same, and one that other sites' pages cannot be kept from.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 4 * 1024 * 1024 });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(rateLimit, {
    global: config.requestsPerMinute > 0,
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: () => tooMany(),
  });

  app.addHook('onResponse', async (request, reply) => {
    // The route, never the address as it was asked for: that may carry what people typed.
    const route = request.routeOptions.url ?? '(none)';
    request.log.info({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });

  for (const handler of handlers) mount(app, service, handler);
  return app;
}

// Helmet's policy lets styles stand inline; nothing of ours does.
const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  },
  // Whether this is served over TLS is the front server's knowledge, and so is that header.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'same-origin' },
} as const;

function mount(app: FastifyInstance, service: Service, handler: Handler): void {
  const { call } = handler;
  const max = call.limit ? service.config.callsPerMinute[call.limit] : 0;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.bodyLimit,
    config: { rateLimit: max > 0 ? { max, timeWindow: 60_000 } : undefined },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const answer = await answerCall(service, handler, request);
      reply.code(answer.status);
      return answer.body;
    },
  });
}

async function answerCall(service: Service, handler: Handler, request: FastifyRequest): Promise<Answer> {
  const { call } = handler;
  try {
    refuseCrossSite(request);
    const wire = foldBrackets((call.method === 'GET' ? request.query : (request.body ?? {})) as Record<string, string>);
    const who = await admit(service, handler, request, wire);
    const reading = call.request.decode(wire);
    if (!reading.ok) throw invalid(...reading.problems.map((problem) => problem.sentence));
    const run = (db: Service['db']) => handler.run(db, who, reading.value);
    const reply = call.effect === 'write' ? await inTransaction(service.db, run) : await run(service.db);
    return { status: 200, body: answerSuccess(call, reply) };
  } catch (error) {
    if (error instanceof Failure) return answerFailure(call, error);
    throw error;
  }
}

/** Pages of other sites have no business here; a person who follows a link only loads a page. */
function refuseCrossSite(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw notFound();
}

async function admit(
  service: Service,
  { call }: Handler,
  request: FastifyRequest,
  wire: Wire,
): Promise<Administrator | Examinee | Visitor> {
  const asking = { now: service.clock(), address: request.ip, service };
  const token = bearer(request) || (call.who === 'administrator' ? '' : tokenField.take(wire));
  const session = token ? await findSession(service.db, service, token, asking) : null;
  if (token && !session) throw noSession();
  const said = institutionField.take(wire);
  if (call.who === 'anyone') {
    const same = session && (said === '' || said === session.institutionCode);
    return { ...asking, kind: 'anyone', session: same ? session : null };
  }
  if (!session || session.kind !== call.who) throw noSession();
  if (said !== '' && said !== session.institutionCode) throw notFound();
  return session;
}

function bearer(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? '';
}

/** What no contract foresaw: the framework's own refusals, and faults of ours, which get an id to find them by. */
function answerUnexpected(error: unknown, request: FastifyRequest): Answer {
  if (error instanceof Failure) {
    const { status, errorCode } = COMMON_CODES[error.name];
    return { status, body: failureBody(errorCode, error.sentences) };
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return { status, body: failureBody(FAULT.errorCode, ['送信された内容を受け付けられません。']) };
  }
  request.log.error({ err: error, id: request.id }, 'fault');
  return { status: FAULT.status, body: failureBody(FAULT.errorCode, [FAULT_SENTENCE], { errorId: request.id }) };
}

/** For what is asked of the API but is not there. */
export function answerNoSuchCall(reply: FastifyReply): FastifyReply {
  const failure = notFound();
  const { status, errorCode } = COMMON_CODES[failure.name];
  return reply.code(status).header('cache-control', 'no-store').send(failureBody(errorCode, failure.sentences));
}
