// What the alive calls tell: whether this server can do its work, without a question to the database.
import { Unreachable } from '#db/errors.ts';
import type { Asking } from '../service.ts';

export async function answerAlive(_db: unknown, { service }: Asking): Promise<Record<string, never>> {
  if (service.heartbeat?.outage) throw new Unreachable();
  return {};
}
