// Whether a server can do its work, for whoever sends people to it (a load balancer).
import { Unreachable } from '#db/errors.ts';
import type { RequestContext, Service } from '#server/service.ts';
import { type Answer, failureBody } from '#wire/call.ts';
import { FAULT } from '#wire/failure.ts';

/** No fault, and nothing for the log: a load balancer is to send people elsewhere. */
export class Stopping extends Error {}

export async function answerAlive(_db: unknown, { service }: RequestContext): Promise<Record<string, never>> {
  if (service.phase !== 'serving') throw new Stopping();
  if (service.heartbeat?.outage) throw new Unreachable();
  return {};
}

const UNAVAILABLE = 503;
const NOT_NOW = 'ただいまご利用いただけません。しばらく待ってからもう一度お試しください。';

/** Of a server that is being stopped: nothing was done, and another one may be asked at once. */
export const answerStopping = (): Answer => ({
  status: UNAVAILABLE,
  body: failureBody(FAULT.errorCode, [NOT_NOW], { reason: 'stopping' }),
});

export function whyNotReady({ phase, heartbeat }: Pick<Service, 'phase' | 'heartbeat'>): Answer | null {
  if (phase !== 'serving') return answerStopping();
  const outage = heartbeat?.outage;
  if (!outage) return null;
  const body = failureBody(FAULT.errorCode, [NOT_NOW], { reason: 'database', errorId: outage.id });
  return { status: UNAVAILABLE, body };
}

const WELL: Answer = { status: 200, body: { errorCode: 0, errorMessagesList: [] } };

/** By path. Healthz says no more than that the process answers: whoever restarts it for a database that is away gains nothing. */
export const PROBES: Readonly<Record<string, (service: Service) => Answer>> = {
  '/healthz': () => WELL,
  '/readyz': (service) => whyNotReady(service) ?? WELL,
};
