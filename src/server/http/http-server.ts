// The HTTP server: every call comes in here, is checked against its contract, run, and answered in one way.

import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isOverload } from '#db/errors.ts';
import type { TakeBreak } from '#db/fair-queue.ts';
import { isOutages } from '#db/heartbeat.ts';
import { networkOf } from '#server/access/limiter.ts';
import { callLogOf, logRefusal } from '#server/access-log/call-log.ts';
import {
  API_HEADERS,
  answerUnexpected,
  HSTS,
  refuseConnection,
  refuseExpectation,
  sendAnswer,
} from '#server/answers.ts';
import type { Config } from '#server/config.ts';
import { answerStopping, Stopping } from '#server/health/readiness.ts';
import { answerInPieces } from '#server/load/big-reads.ts';
import { RateWindows } from '#server/load/call-limits.ts';
import type { Handler, RequestContext, Service } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { type Answer, answerFailure, answerSuccess, type Call, institutionIn } from '#wire/call.ts';
import { Failure, notFound, tooMany } from '#wire/failure.ts';
import { admitCall, authorize, decode, readForm } from './admission.ts';

// Unique among all servers without asking for randomness at every request.
const PROCESS_ID = randomUUID().slice(0, 13);
let requests = 0;
const nextRequestId = () => `${PROCESS_ID}-${(++requests).toString(36)}`;

export async function buildHttpServer(service: Service, handlers: readonly Handler[], log?: FastifyBaseLogger) {
  const { config } = service;
  const { timeouts } = config;
  const answerFault: AnswerFault = (error, request) => {
    const answer = answerUnexpected(error);
    if (answer.status < 500 || error instanceof Stopping || isGone(error)) return answer;
    const outage = service.heartbeat?.outage;
    // What fails because the database is away has the one reason that the log names already, under this id.
    if (outage && (isOutages(service.heartbeat, error) || error instanceof OutOfTime)) return withId(answer, outage.id);
    log?.error({ err: error, id: request.id }, 'fault');
    return withId(answer, request.id);
  };
  const refuse = (reply: FastifyReply, request: FastifyRequest, answer: Answer) => {
    service.metrics.refuse(request.routeOptions.url, answer.status, answer.body.errorCode);
    return sendByFramework(reply, answer);
  };
  // The framework's own logging would make a logger per request and write down what people asked for.
  const app: FastifyInstance = fastify({
    logger: false,
    genReqId: nextRequestId,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: readForm },
    // Whoever connects and sends nothing, stops half-way, or does not fetch the answer is cut off.
    requestTimeout: timeouts.request,
    connectionTimeout: Math.ceil(timeouts.call * 1.5),
    // Longer than front servers keep theirs, so that they never send into a connection that is being closed.
    keepAliveTimeout: 72_000,
    // What the framework says to those who come while it closes is none of our answers.
    return503OnClosing: false,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: Math.min(timeouts.headers, 5000),
      // A question without a body is over when it arrives; nothing waits for more of it.
      optimizeEmptyRequests: true,
    },
    frameworkErrors: (error, request, reply) => refuse(reply, request, answerFault(error, request)),
    clientErrorHandler: refuseConnection,
  });
  app.server.on('checkExpectation', (_request, response) => refuseExpectation(response));
  app.setErrorHandler((error, request, reply) => refuse(reply, request, answerFault(error, request)));
  app.addHook('onRequest', (request, reply, done) => {
    endEmptyBody(request);
    if (service.phase === 'closing') refuse(reply.header('connection', 'close'), request, answerStopping());
    else done();
  });
  if (config.publicUrl.startsWith('https:')) {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.raw.setHeader('strict-transport-security', HSTS);
      done();
    });
  }

  // Forms only: a JSON body would be a second way to say the same, and one that other sites' pages cannot be kept from.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 4 * 1024 * 1024 }, (_request, body, done) =>
    done(null, readForm(String(body))),
  );
  await app.register(rateLimit, {
    // Calls only: the files of a page, a dozen for everybody who opens it, count for nothing.
    global: false,
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    store: RateWindows,
    errorResponseBuilder: () => tooMany(),
  });

  if (log && ['info', 'debug', 'trace'].includes(config.logLevel)) {
    app.addHook('onResponse', async (request, reply) => {
      // The route, never the address as it was asked for: that may carry what people typed.
      const route = request.routeOptions.url ?? '(none)';
      log.info({ id: request.id, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    });
  }

  app.addHook('preClose', async () => {
    service.phase = 'closing';
  });
  const [fromOutside, fromPages] = [handlers.filter(isFromOutside), handlers.filter((one) => !isFromOutside(one))];
  for (const handler of fromPages) mount(app, service, handler, answerFault);
  await app.register(async (outside) => {
    // Whatever the body is, it is read and says nothing.
    outside.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}));
    for (const handler of fromOutside) mount(outside, service, handler, answerFault);
  });
  return app;
}

const FORM = 'application/x-www-form-urlencoded';

const isFromOutside = ({ call }: Handler) => call.fromOutside;

/** What it waited for is not known; while the database is away, most likely for that. */
class OutOfTime extends Error {}

/** Whoever asked for a file went away while it was sent: no fault, and anybody could fill the log with it. */
const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

type AnswerFault = (error: unknown, request: FastifyRequest) => Answer;

function mount(app: FastifyInstance, service: Service, handler: Handler, answerFault: AnswerFault): void {
  const { call } = handler;
  const { requestsPerMinute, callsPerMinute, timeouts } = service.config;
  const max = call.limit ? callsPerMinute[call.limit] : 0;
  const count = service.metrics.ofCall(call);
  const allowed = call.effect === 'bigRead' ? timeouts.bigCall : timeouts.call;
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
      const began = performance.now();
      let isAnswered = false;
      const answerOnce = (answer: Answer | null) => {
        if (isAnswered) return;
        isAnswered = true;
        clearTimeout(deadline);
        count(answer?.status ?? 200, answer?.body.errorCode ?? (call.bare ? '' : 0), performance.now() - began);
        // Where an answer in pieces has begun already, this cuts it off.
        if (answer) sendAnswer(reply.raw, answer);
      };
      const fail = (error: unknown) => answerOnce(answerFault(error, request));
      const deadline = setTimeout(() => fail(new OutOfTime(`No answer of ${call.path} in time.`)), allowed);
      answerCall(service, handler, request, reply.raw).then(answerOnce, fail);
    },
  });
}

/** The framework believes nobody by number, since it cannot know who connects: that is for the operator to know. */
function trustedProxies(trust: Config['trustProxy']) {
  if (trust === 0) return false;
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : [...trust];
}

/** Without a length there is no body, whatever its type is said to be: nobody may wait for one. */
function endEmptyBody({ raw: { headers } }: FastifyRequest): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type'];
  }
}

/** Null where the answer has gone out already, or nobody is there to hear it. */
async function answerCall(service: Service, handler: Handler, request: FastifyRequest, response: ServerResponse) {
  const { call } = handler;
  let admitted: Awaited<ReturnType<typeof admitCall>> | undefined;
  try {
    admitted = await admitCall(service, call, request, response);
    const { who, wire } = admitted;
    if (who.kind === 'administrator') authorize(call, who);
    const input = decode(call, who, wire);
    const institutionCode = institutionIn(wire);
    const run = (db: Service['db']) => handler.run(db, who, input);
    const log = callLogOf(call, who, input);
    if (call.effect === 'bigRead') {
      const answer = (read: typeof run) => answerInPieces(service, handler, institutionCode, read, response);
      return await (log ? log.read(run, answer) : answer(run));
    }
    const work = () => {
      if (call.effect === 'write') return inTransaction(service.db, log ? log.write(run) : run);
      return log ? log.read(run, (read) => read(service.db)) : run(service.db);
    };
    const reply = await enqueueCall(service, call, who, institutionCode, work);
    if (call.effect !== 'read') service.outbox?.nudge();
    return { status: 200, body: answerSuccess(call, reply) };
  } catch (error) {
    if (error instanceof Failure) return answerFailure(call, admitted ? logRefusal(call, admitted, error) : error);
    if (isOverload(error)) return answerFailure(call, tooMany());
    throw error;
  }
}

/** Whoever tries a password takes no place of an institution, whatever the request says: only one of the own network address. */
function enqueueCall<T>(
  service: Service,
  { effect }: Call,
  who: RequestContext,
  institutionCode: string,
  work: () => Promise<T>,
): Promise<T> {
  if (effect === 'attempts') {
    const workWithBreaks = (takeBreak: TakeBreak) => {
      who.takeBreak = takeBreak;
      return work();
    };
    return service.attempts.runWithBreaks(networkOf(who.address), workWithBreaks, who);
  }
  return institutionCode && effect !== 'bigRead' ? service.calls.run(effect, institutionCode, work, who) : work();
}

/** A fault gets an id, by which it is found in the log. */
function withId({ status, body }: Answer, id: string): Answer {
  return { status, body: { ...body, errorId: id } };
}

const sendByFramework = (reply: FastifyReply, { status, body }: Answer) =>
  reply.code(status).headers(API_HEADERS).send(JSON.stringify(body));

export const answerNoSuchCall = (_request: FastifyRequest, reply: FastifyReply) =>
  sendByFramework(reply, answerUnexpected(notFound()));
