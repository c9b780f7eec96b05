// Tickets for what takes two steps: they hold, sealed, what the second step needs to know, so that nothing is stored meanwhile.
import { hash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { seal, unseal } from '#server/access/seal.ts';
import type { RequestContext } from '#server/service.ts';

interface TicketContents {
  /** The password was right; the second factor is asked for. */
  'second-step': { institutionCode: string; userId: string; print: string; challenge: string };
  /** A passkey alone: nobody has said who they are. */
  passkey: { challenge: string };
  'new-totp': { institutionCode: string; userId: string; secret: string };
  'new-passkey': { institutionCode: string; userId: string; challenge: string; handle: string };
}

type TicketPurpose = keyof TicketContents;

const MINUTES: Readonly<Record<TicketPurpose, number>> = {
  'second-step': 5,
  passkey: 5,
  'new-totp': 10,
  'new-passkey': 10,
};
export const secondsOf = (purpose: TicketPurpose) => MINUTES[purpose] * 60;

const sealOf = (purpose: TicketPurpose) => `ticket:${purpose}`;

export function writeTicket<P extends TicketPurpose>(
  { service, now }: RequestContext,
  purpose: P,
  contents: TicketContents[P],
): string {
  const end = now.getTime() + secondsOf(purpose) * 1000;
  return seal(service.secret, sealOf(purpose), JSON.stringify({ ...contents, end }));
}

/** Null where it is over, or none of ours for this purpose. */
export function readTicket<P extends TicketPurpose>({ service, now }: RequestContext, purpose: P, ticket: string) {
  const text = unseal(service.secret, sealOf(purpose), ticket);
  if (text === null) return null;
  // Nobody but writeTicket can have sealed it.
  const contents = JSON.parse(text) as TicketContents[P] & { end: number };
  return contents.end > now.getTime() ? contents : null;
}

const use = query<{ used: number }>(`
  insert into used_tickets (ticket_hash, expires_at) values ($1, $2) on conflict do nothing returning 1 as used`);

/** False where it was used before: each is good once. */
export async function spendTicket(db: Db, ticket: string, end: number): Promise<boolean> {
  const used = await use(db, Buffer.from(hash('sha256', ticket, 'hex'), 'hex'), new Date(end));
  return used.length > 0;
}
