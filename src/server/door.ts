// The door: every call comes in here, is checked against its contract, run, and answered in one way.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isOverload } from '#db/errors.ts';
import {
  type Answer,
  answerFailure,
  answerSuccess,
  type Call,
  failureBody,
  institutionIn,
  tokenIn,
} from '#wire/call.ts';
import { COMMON_CODES, FAULT, Failure, invalid, noSession, notFound, tooMany } from '#wire/failure.ts';
import { foldBrackets } from '#wire/form.ts';
import { writeAnswer } from '#wire/shared.ts';
import { findSession } from './access.ts';
import { Bulkhead } from './bulkhead.ts';
import { API_HEADERS } from './headers.ts';
import type { Administrator, Asking, Examinee, Handler, Service, Session, Visitor } from './service.ts';
import { inTransaction } from './transaction.ts';

// Unique among all servers without asking for randomness at every request.
const PROCESS_ID = randomUUID().slice(0, 13);
let requests = 0;
const nextRequestId = () => `${PROCESS_ID}-${(++requests).toString(36)}`;

const FAULT_SENTENCE = 'システムエラーが発生しました。しばらく待ってからもう一度お試しください。';

export async function buildDoor(service: Service, handlers: readonly Handler[], log?: FastifyBaseLogger) {
  const { config } = service;
  // The framework's own logging would make a logger per request and write down what people asked for.
  const app: FastifyInstance = fastify({
    logger: false,
    genReqId: nextRequestId,
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    // A question without a body is over when it arrives; nothing waits for more of it.
    http: { optimizeEmptyRequests: true },
  });
  const answerFault: AnswerFault = (error, request) => {
    const answer = answerUnexpected(error);
    if (answer.status < 500) return answer;
    log?.error({ err: error, id: request.id }, 'fault');
    return withId(answer, request.id);
  };
  app.setErrorHandler((error, request, reply) => sendAnswer(reply, answerFault(error, request)));

  // Forms only: a JSON body would be a second way to say the same, and one that other sites' pages cannot be kept from.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 4 * 1024 * 1024 });
  await app.register(rateLimit, {
    // Calls only: the files of a page, a dozen for everybody who opens it, count for nothing.
    global: false,
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: () => tooMany(),
  });

  if (log && ['info', 'debug', 'trace'].includes(config.logLevel)) {
    app.addHook('onResponse', async (request, reply) => {
      // The route, never the address as it was asked for: that may carry what people typed.
      const route = request.routeOptions.url ?? '(none)';
      log.info({ id: request.id, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    });
  }

  for (const handler of handlers) mount(app, service, handler, answerFault);
  return app;
}

type AnswerFault = (error: unknown, request: FastifyRequest) => Answer;

function mount(app: FastifyInstance, service: Service, handler: Handler, answerFault: AnswerFault): void {
  const { call } = handler;
  const { requestsPerMinute, callsPerMinute } = service.config;
  const max = call.limit ? callsPerMinute[call.limit] : 0;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.bodyLimit,
    config: { rateLimit: max > 0 ? { max, timeWindow: 60_000 } : undefined },
    // Calls without a limit of their own are counted together.
    onRequest: !call.limit && requestsPerMinute > 0 ? app.rateLimit() : [],
    handler(request, reply) {
      // Past what the framework does for others: an answer and its headers go out in one write.
      reply.hijack();
      answerCall(service, handler, request).then(
        (answer) => send(request, reply.raw, answer),
        (error) => send(request, reply.raw, answerFault(error, request)),
      );
    },
  });
}

const compress = promisify(gzip);
const COMPRESS_FROM = 2048;
const PLAIN_HEADERS = Object.entries(API_HEADERS).flat();
const GZIP_HEADERS = [...PLAIN_HEADERS, 'content-encoding', 'gzip', 'vary', 'accept-encoding'];

/** Never throws: what cannot be sent ends the connection. */
function send(request: FastifyRequest, response: ServerResponse, { status, body }: Answer): void {
  const giveUp = () => response.destroy();
  try {
    const written = writeAnswer(body);
    if (typeof written !== 'string' || written.length >= COMPRESS_FROM) {
      sendLong(request, response, status, written).catch(giveUp);
      return;
    }
    const length = String(Buffer.byteLength(written));
    response.writeHead(status, [...PLAIN_HEADERS, 'content-length', length]).end(written);
  } catch {
    giveUp();
  }
}

async function sendLong(
  request: FastifyRequest,
  response: ServerResponse,
  status: number,
  written: string | Uint8Array,
): Promise<void> {
  // Node writes a long string of Japanese to the socket far slower than it makes bytes of it.
  const bytes = typeof written === 'string' ? Buffer.from(written) : written;
  // Lists shrink to a tenth at the fastest level; more effort would cost the server more than it saves the line.
  const isSmaller = bytes.length >= COMPRESS_FROM && request.headers['accept-encoding']?.includes('gzip');
  const content = isSmaller ? await compress(bytes, { level: 1 }) : bytes;
  const headers = isSmaller ? GZIP_HEADERS : PLAIN_HEADERS;
  response.writeHead(status, [...headers, 'content-length', String(content.length)]).end(content);
}

async function answerCall(service: Service, handler: Handler, request: FastifyRequest): Promise<Answer> {
  const { call } = handler;
  try {
    refuseCrossSite(request);
    const wire = foldBrackets((call.method === 'GET' ? request.query : (request.body ?? {})) as Record<string, string>);
    const asking = { now: service.clock(), address: request.ip, service };
    const token = bearer(request) || (call.who === 'administrator' ? '' : tokenIn(wire));
    const session = token ? await findSession(service.db, service, token, asking) : null;
    if (token && !session) throw noSession();
    const who = admit(call, asking, session, institutionIn(wire));
    const reading = call.request.decode(wire);
    if (!reading.ok) throw invalid(...reading.problems.map((problem) => problem.sentence));
    const run = (db: Service['db']) => handler.run(db, who, reading.value);
    const work = () => (call.effect === 'write' ? inTransaction(service.db, run) : run(service.db));
    const institutionCode = institutionField.take(wire) || session?.institutionCode;
    // Reads by themselves: they need not stand behind bookings that wait for a lock.
    const room = `${institutionCode}/${call.effect === 'read'}`;
    const reply = institutionCode ? await bulkheadOf(service).run(room, work) : await work();
    return { status: 200, body: answerSuccess(call, reply) };
  } catch (error) {
    if (error instanceof Failure) return answerFailure(call, error);
    if (isOverload(error)) return answerFailure(call, tooMany());
    throw error;
  }
}

const bulkheads = new WeakMap<Service, Bulkhead>();

function bulkheadOf(service: Service): Bulkhead {
  const bulkhead = bulkheads.get(service) ?? new Bulkhead(service.config.institutionCalls);
  bulkheads.set(service, bulkhead);
  return bulkhead;
}

/** Pages of other sites have no business here; a person who follows a link only loads a page. */
function refuseCrossSite(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw notFound();
}

function admit(call: Call, asking: Asking, session: Session | null, said: string): Administrator | Examinee | Visitor {
  if (call.who === 'anyone') {
    const same = session && (said === '' || said === session.institutionCode);
    return { ...asking, kind: 'anyone', session: same ? session : null };
  }
  if (!session || session.kind === 'handover' || session.kind !== call.who) throw noSession();
  if (said !== '' && said !== session.institutionCode) throw notFound();
  return session;
}

function bearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (!header) return '';
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? '';
}

/** What no contract foresaw: the framework's own refusals, and faults of ours. */
function answerUnexpected(error: unknown): Answer {
  if (error instanceof Failure) {
    const { status, errorCode } = COMMON_CODES[error.name];
    return { status, body: failureBody(errorCode, error.sentences) };
  }
  const status = (error as { statusCode?: number }).statusCode ?? FAULT.status;
  const refused = status >= 400 && status < 500;
  return refused
    ? { status, body: failureBody(FAULT.errorCode, ['送信された内容を受け付けられません。']) }
    : { status: FAULT.status, body: failureBody(FAULT.errorCode, [FAULT_SENTENCE]) };
}

/** A fault gets an id, by which it is found in the log. */
function withId({ status, body }: Answer, id: string): Answer {
  return { status, body: { ...body, errorId: id } };
}

const sendAnswer = (reply: FastifyReply, { status, body }: Answer) =>
  reply.code(status).headers(API_HEADERS).send(JSON.stringify(body));

/** For what is asked of the API but is not there. */
export const answerNoSuchCall = (_request: FastifyRequest, reply: FastifyReply) =>
  sendAnswer(reply, answerUnexpected(notFound()));
