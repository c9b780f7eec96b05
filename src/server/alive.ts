// What the alive calls tell: whether this server can do its work, without a question to the database.
import type { Asking } from './service.ts';

class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

export async function answerAlive(_db: unknown, { service }: Asking): Promise<Record<string, never>> {
  if (service.heartbeat?.outage) throw new DatabaseAway('the database does not answer');
  return {};
}
