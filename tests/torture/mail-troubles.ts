// Bookings while the mail server is in trouble: each is made as ever, its mails arrive when the trouble is over, and twice
// only where a connection was cut behind them, under the same Message-ID.

import { openDelivery } from '#server/mail/outbox-delivery.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { sendDue } from '#tests/kit/outbox.ts';
import type { Bench } from './acts.ts';
import { openRaceGround } from './races.ts';

export const TROUBLES = ['away', 'slow', 'later', 'never', 'cut'] as const;
export type Trouble = (typeof TROUBLES)[number];

const BEGIN = new Date('2026-11-15T03:00:00Z');
/** Longer than any first pause. */
const PAUSE_MS = 16 * 60_000;

export interface Weathered {
  mails: number;
  /** Bookings that were refused, mails that did not arrive, or arrived twice without a cut. */
  wrong: string[];
  /** How often a mail arrived twice. */
  twice: number;
}

/** A booking in each round, while the server is in trouble; then it is well again. */
export async function weather(
  bench: Bench,
  institutionCode: string,
  trouble: Trouble,
  rounds: number,
): Promise<Weathered> {
  const { db, config } = bench.service;
  await openRaceGround(bench, institutionCode, 900);
  // What other tortures have left to be sent is not looked at here.
  await db.updateTable('outbox_mails').set({ state: 'withdrawn' }).where('state', '=', 'waiting').execute();
  const server = await startMailServer();
  const delivery = openDelivery({ ...config, smtpUrl: server.url });
  const wrong: string[] = [];
  let now = BEGIN;
  try {
    for (let round = 0; round < rounds; round++) {
      await begin(server, trouble);
      const mail = `${trouble}${round}@example.jp`;
      const form = guestForm(institutionCode, { email1: mail });
      const { body } = await bench.post('/api/Account/CommonGuestNewReserve', form);
      if (body.errorCode !== 0) wrong.push(`${mail} was not booked: ${JSON.stringify(body)}`);
      await sendDue(db, delivery, () => now);
      await end(server, trouble);
      now = new Date(now.getTime() + PAUSE_MS);
      await sendDue(db, delivery, () => now);
    }
    const rows = await db
      .selectFrom('outbox_mails')
      .select(['message_id', 'state'])
      .where('institution_code', '=', institutionCode)
      .execute();
    const arrived = Map.groupBy(server.received, ({ messageId }) => messageId);
    for (const { message_id, state } of rows) {
      const times = arrived.get(message_id)?.length ?? 0;
      if (state !== 'sent' || times === 0) wrong.push(`${message_id} is ${state} and arrived ${times} times`);
      if (times > 1 && trouble !== 'cut') wrong.push(`${message_id} arrived ${times} times`);
    }
    if (arrived.size !== rows.length) wrong.push(`${rows.length} mails arrived under ${arrived.size} Message-IDs`);
    return { mails: rows.length, wrong, twice: server.received.length - arrived.size };
  } finally {
    delivery.close();
    await server.close();
  }
}

async function begin(server: MailServer, trouble: Trouble): Promise<void> {
  if (trouble === 'away') await server.goAway();
  else server.mood = trouble;
}

async function end(server: MailServer, trouble: Trouble): Promise<void> {
  if (trouble === 'away') await server.comeBack();
  server.mood = 'take';
}
