// What the alive calls tell: whether this server can do its work, without a question to the database.
import { Unreachable } from '#db/errors.ts';
import type { RequestContext } from '#server/service.ts';

/** No fault, and nothing for the log: a load balancer is to send people elsewhere. */
export class Stopping extends Error {}

export async function answerAlive(_db: unknown, { service }: RequestContext): Promise<Record<string, never>> {
  if (service.phase !== 'serving') throw new Stopping();
  if (service.heartbeat?.outage) throw new Unreachable();
  return {};
}
