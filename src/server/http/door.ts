// The door: every call comes in here, is checked against its contract, run, and answered in one way.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isOverload } from '#db/errors.ts';
import { isOutages } from '#db/heartbeat.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import { isFromThisMachine } from '#server/access/hidden-institutions.ts';
import { findSession } from '#server/access/tokens.ts';
import { networkOf } from '#server/access/tries.ts';
import { callLogOf, logRefusal } from '#server/access-log/call-log.ts';
import { answerInPieces, onGoneOf } from '#server/load/big-reads.ts';
import {
  type Answer,
  answerFailure,
  answerSuccess,
  type Call,
  institutionField,
  institutionIn,
  tokenIn,
} from '#wire/call.ts';
import {
  confirmNeeded,
  Failure,
  forbidden,
  invalid,
  noSession,
  notFound,
  tooMany,
  twoFactorNeeded,
} from '#wire/failure.ts';
import type { Wire, WireOut } from '#wire/field.ts';
import { parseForm } from '#wire/form.ts';
import type { Config } from '../config.ts';
import {
  type Administrator,
  type Asking,
  type Examinee,
  type Handler,
  isHidden,
  type Service,
  type Session,
  type Visitor,
} from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { answerUnexpected, refuseConnection, refuseExpectation, sendAnswer } from './answers.ts';
import { API_HEADERS, HSTS } from './headers.ts';

// Unique among all servers without asking for randomness at every request.
const PROCESS_ID = randomUUID().slice(0, 13);
let requests = 0;
const nextRequestId = () => `${PROCESS_ID}-${(++requests).toString(36)}`;

export async function buildDoor(service: Service, handlers: readonly Handler[], log?: FastifyBaseLogger) {
  const { config } = service;
  const { timeouts } = config;
  const answerFault: AnswerFault = (error, request) => {
    const answer = answerUnexpected(error);
    if (answer.status < 500) return answer;
    const outage = service.heartbeat?.outage;
    // What fails because the database is away has the one reason that the log names already, under this id.
    if (outage && (isOutages(service.heartbeat, error) || error instanceof OutOfTime)) return withId(answer, outage.id);
    log?.error({ err: error, id: request.id }, 'fault');
    return withId(answer, request.id);
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
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: Math.min(timeouts.headers, 5000),
      // A question without a body is over when it arrives; nothing waits for more of it.
      optimizeEmptyRequests: true,
    },
    frameworkErrors: (error, request, reply) => sendByFramework(reply, answerFault(error, request)),
    clientErrorHandler: refuseConnection,
  });
  app.server.on('checkExpectation', (_request, response) => refuseExpectation(response));
  app.setErrorHandler((error, request, reply) => sendByFramework(reply, answerFault(error, request)));
  app.addHook('onRequest', (request, _reply, done) => {
    endEmptyBody(request);
    done();
  });
  if (config.publicUrl.startsWith('https:')) {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.raw.setHeader('strict-transport-security', HSTS);
      done();
    });
  }

  // Forms only: a JSON body would be a second way to say the same, and one that other sites' pages cannot be kept from.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 4 * 1024 * 1024, parser: readForm });
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

  const [fromOutside, fromPages] = [handlers.filter(isFromOutside), handlers.filter((one) => !isFromOutside(one))];
  for (const handler of fromPages) mount(app, service, handler, answerFault);
  await app.register(async (outside) => {
    // Whatever the body is, it is read and says nothing.
    outside.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}));
    for (const handler of fromOutside) mount(outside, service, handler, answerFault);
  });
  return app;
}

const isFromOutside = ({ call }: Handler) => call.fromOutside;

/** What it waited for is not known; while the database is away, most likely for that. */
class OutOfTime extends Error {}

type AnswerFault = (error: unknown, request: FastifyRequest) => Answer;

function mount(app: FastifyInstance, service: Service, handler: Handler, answerFault: AnswerFault): void {
  const { call } = handler;
  const { requestsPerMinute, callsPerMinute, timeouts } = service.config;
  const max = call.limit ? callsPerMinute[call.limit] : 0;
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
      let isAnswered = false;
      const answerOnce = (answer: Answer | null) => {
        if (isAnswered) return;
        isAnswered = true;
        clearTimeout(deadline);
        // Where an answer in pieces has begun already, this cuts it off.
        if (answer) sendAnswer(reply.raw, answer);
      };
      const fail = (error: unknown) => answerOnce(answerFault(error, request));
      const deadline = setTimeout(() => fail(new OutOfTime(`No answer of ${call.path} in time.`)), allowed);
      answerCall(service, handler, request, reply.raw).then(answerOnce, fail);
    },
  });
}

/** The framework believes nobody by number, since it cannot tell who connects: that is for the operator to know. */
function trustedProxies(trust: Config['trustProxy']) {
  if (trust === 0) return false;
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : [...trust];
}

/** Stands for a form that is not well-formed; what a call's contract says about wrong input holds for it too. */
const MALFORMED = {};
const readForm = (text: string) => parseForm(text) ?? MALFORMED;

/** Without a length there is no body, whatever its type is said to be: nobody may wait for one. */
function endEmptyBody({ raw: { headers } }: FastifyRequest): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type'];
  }
}

/** Null where the answer has gone out already, or nobody is there to hear it. */
async function answerCall(
  service: Service,
  handler: Handler,
  request: FastifyRequest,
  response: ServerResponse,
): Promise<Answer | null> {
  const { call } = handler;
  let admitted: Awaited<ReturnType<typeof admitCall>> | undefined;
  try {
    admitted = await admitCall(service, call, request, response);
    const { who, wire } = admitted;
    if (who.kind === 'administrator') checkTerms(call, who);
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
    const reply = await waitForTurn(service, call, who, institutionCode, work);
    if (call.effect !== 'read') service.outbox?.nudge();
    return { status: 200, body: answerSuccess(call, reply) };
  } catch (error) {
    if (error instanceof Failure) return answerFailure(call, admitted ? logRefusal(call, admitted, error) : error);
    if (isOverload(error)) return answerFailure(call, tooMany());
    throw error;
  }
}

/** Whoever tries a password takes no place of an institution, whatever the request says: only one of the own network address. */
function waitForTurn<T>(
  service: Service,
  { effect }: Call,
  who: Asking,
  institutionCode: string,
  work: () => Promise<T>,
): Promise<T> {
  if (effect === 'tries') {
    return service.tries.runWithBreaks(
      networkOf(who.address),
      (takeBreak) => {
        who.takeBreak = takeBreak;
        return work();
      },
      who,
    );
  }
  return institutionCode && effect !== 'bigRead' ? service.calls.run(effect, institutionCode, work, who) : work();
}

async function admitCall(service: Service, call: Call, request: FastifyRequest, response: ServerResponse) {
  if (!call.fromOutside) refuseCrossSite(request);
  const form = call.method === 'GET' || call.fromOutside ? request.query : (request.body ?? {});
  if (form === MALFORMED) throw invalid('送信された内容に読み取れない文字が含まれています。');
  const wire = form as Record<string, string | string[]>;
  const asking = {
    now: service.clock(),
    address: request.ip,
    userAgent: request.headers['user-agent'],
    isLocal: !service.hidden.areSomeLocal || isFromThisMachine(request.headers),
    service,
    onGone: onGoneOf(response),
  };
  const token = call.fromOutside ? '' : bearer(request) || (call.who === 'administrator' ? '' : tokenIn(wire));
  const session = token ? await findSession(token, asking) : null;
  if (token && !session) throw noSession();
  const who = admit(call, asking, session, wire);
  if (isHidden(asking, institutionIn(wire))) throw notFound();
  return { who, wire };
}

function decode(call: Call, who: Administrator | Examinee | Visitor, wire: Wire): unknown {
  const session = who.kind === 'anyone' ? who.session : who;
  const isGuest = session?.kind !== 'examinee';
  const reading = ((isGuest && call.guestRequest) || call.request).decode(wire);
  if (!reading.ok) throw invalid(...reading.problems.map((problem) => problem.sentence));
  return reading.value;
}

/** Pages of other sites have no business here; a person who follows a link only loads a page. */
function refuseCrossSite(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw notFound();
}

function admit(call: Call, asking: Asking, session: Session | null, wire: WireOut): Administrator | Examinee | Visitor {
  if (call.who === 'anyone') {
    if (session) settleInstitution(session, wire);
    return { ...asking, kind: 'anyone', session };
  }
  if (!session || session.kind === 'handover' || session.kind !== call.who) throw noSession();
  settleInstitution(session, wire);
  return session;
}

/** How long somebody who has shown who they are need not show it again. */
const FRESH_MS = 10 * 60_000;

function checkTerms(call: Call, { role, isRestricted, confirmedAt, now }: Administrator): void {
  if (isRestricted && !call.isForRestricted) throw twoFactorNeeded();
  if (!isAtLeast(role, call.least)) throw forbidden();
  if (call.isFresh && now.getTime() - confirmedAt > FRESH_MS) throw confirmNeeded();
}

/** A token is about one institution: it need not be said again, and nothing is told about another. */
function settleInstitution({ institutionCode }: Session, wire: WireOut): void {
  const said = institutionIn(wire);
  if (said === '') institutionField.put(institutionCode, wire);
  else if (said !== institutionCode) throw notFound();
}

/** Whatever stands there: what no token can look like is a dead one, and nobody is then taken for a visitor. */
function bearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (!header) return '';
  return /^Bearer +(.+)$/i.exec(header)?.[1] ?? '';
}

/** A fault gets an id, by which it is found in the log. */
function withId({ status, body }: Answer, id: string): Answer {
  return { status, body: { ...body, errorId: id } };
}

const sendByFramework = (reply: FastifyReply, { status, body }: Answer) =>
  reply.code(status).headers(API_HEADERS).send(JSON.stringify(body));

/** For what is asked of the API but is not there. */
export const answerNoSuchCall = (_request: FastifyRequest, reply: FastifyReply) =>
  sendByFramework(reply, answerUnexpected(notFound()));
