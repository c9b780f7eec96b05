// Who may come in: finds out who asks, holds the call to its terms, and reads what was sent by its contract.
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isAtLeast } from '#domain/staff/roles.ts';
import { isFromThisMachine, isHidden } from '#server/access/hidden-institutions.ts';
import { requireFresh } from '#server/access/staff-sessions.ts';
import { findSession } from '#server/access/tokens.ts';
import { onGoneOf } from '#server/load/big-reads.ts';
import type { Administrator, CallActor, RequestContext, Service, Session } from '#server/service.ts';
import { type Call, institutionField, institutionIn, tokenIn } from '#wire/call.ts';
import { forbidden, invalid, noSession, notFound, passwordChangeNeeded, twoFactorNeeded } from '#wire/failure.ts';
import type { Wire, WireOut } from '#wire/field.ts';
import { parseForm } from '#wire/form.ts';

/** Stands for a form that is not well-formed; what a call's contract says about wrong input holds for it too. */
const MALFORMED = {};
export const readForm = (text: string) => parseForm(text) ?? MALFORMED;

export async function admitCall(service: Service, call: Call, request: FastifyRequest, response: ServerResponse) {
  if (!call.fromOutside) refuseCrossSite(request);
  const form = call.method === 'GET' || call.fromOutside ? request.query : (request.body ?? {});
  if (form === MALFORMED) throw invalid('送信された内容に読み取れない文字が含まれています。');
  const wire = form as Record<string, string | string[]>;
  const asking = {
    now: service.clock(),
    address: request.ip,
    userAgent: request.headers['user-agent'],
    isLocal: !service.hidden.areSomeLocal || isFromThisMachine(request.raw),
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

export function decode(call: Call, who: CallActor, wire: Wire): unknown {
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

function admit(call: Call, asking: RequestContext, session: Session | null, wire: WireOut): CallActor {
  if (call.who === 'anyone') {
    if (session) settleInstitution(session, wire);
    return { ...asking, kind: 'anyone', session };
  }
  if (!session || session.kind === 'handover' || session.kind !== call.who) throw noSession();
  settleInstitution(session, wire);
  return session;
}

export function authorize(call: Call, who: Administrator): void {
  const { role, isRestricted, mustChangePassword } = who;
  if (isRestricted && !call.isForRestricted) throw mustChangePassword ? passwordChangeNeeded() : twoFactorNeeded();
  if (!isAtLeast(role, call.least)) throw forbidden();
  if (call.isFresh) requireFresh(who);
}

/** A token is about one institution: it need not be said again, and nothing is answered about another. */
function settleInstitution({ institutionCode }: Session, wire: WireOut): void {
  const named = institutionIn(wire);
  if (named === '') institutionField.put(institutionCode, wire);
  else if (named !== institutionCode) throw notFound();
}

/** Whatever stands there: what no token can look like is a dead one, and nobody is then taken for a visitor. */
function bearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (!header) return '';
  return /^Bearer +(.+)$/i.exec(header)?.[1] ?? '';
}
