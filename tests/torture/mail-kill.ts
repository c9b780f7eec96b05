// Kills the service while it sends mails, again and again: every one arrives, under the one Message-ID that it has.
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { connectBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { wrongIn } from './afterwards.ts';
import { randomOf } from './random.ts';
import { until } from './until.ts';

const MAILS_EACH_ROUND = 40;
/** So many have arrived when it is killed, with others on their way. */
const ARRIVED_BEFORE = 10;

export interface Killed {
  /** Those that were put there; by day the demo's reminders go out beside them, and must not be lost either. */
  mails: number;
  wrong: string[];
  twice: number;
}

export async function killWhileSending(rounds: number, say: (line: string) => void = () => {}): Promise<Killed> {
  const dataDir = await makeDataDir('mail-kill');
  const server = await startMailServer();
  server.mood = 'slow';
  let service: RealService | null = null;
  try {
    for (let round = 1; round <= rounds; round++) {
      service = await startRealService(dataDir, {
        SMTP_URL: server.url,
        PUBLIC_URL: 'http://localhost',
        MAILS_PER_SECOND: '1000',
      });
      await query(dataDir, PUT, [MAILS_EACH_ROUND, `kill${round}@example.jp`]);
      const before = server.received.length;
      await until('mails arrive', () => server.received.length - before >= ARRIVED_BEFORE);
      await wait(randomOf(round).below(300));
      service.signal('SIGKILL');
      await service.ended;
      say(`round ${round}: ${server.received.length} mails arrived so far`);
    }
    server.mood = 'take';
    service = await startRealService(dataDir, {
      SMTP_URL: server.url,
      PUBLIC_URL: 'http://localhost',
      MAILS_PER_SECOND: '1000',
    });
    // As if the leases of the dead had run out, which takes a minute.
    await query(dataDir, `update outbox_mails set next_attempt_at = now() where state = 'waiting'`);
    await until('no mail waits', async () => (await query(dataDir, WAITING)).length === 0);
    const rows = await query(dataDir, ALL);
    const arrived = Map.groupBy(server.received, ({ messageId }) => messageId);
    const wrong = rows.filter(({ message_id, state }) => state !== 'sent' || !arrived.has(message_id));
    const lines = wrong.map(({ message_id, state }) => `${message_id} is ${state}`);
    if (arrived.size !== rows.length) lines.push(`${rows.length} mails arrived under ${arrived.size} Message-IDs`);
    lines.push(...(await wrongIn(connectionTo(dataDir))));
    const mails = rows.filter(({ kind }) => kind === 'booked').length;
    return { mails, wrong: lines, twice: server.received.length - arrived.size };
  } finally {
    await service?.stop();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const PUT = `
  insert into outbox_mails (institution_code, mail_id, message_id, kind, sender, recipient, subject, body,
                            next_attempt_at, created_at)
  select institution_code, id, '<' || id || '@example.jp>', 'booked', 'kenshin@example.jp', $2, '件名', '本文', now(), now()
    from (select institution_code, gen_random_uuid() as id from institutions, generate_series(1, $1::integer)) as new`;
const WAITING = `select message_id, state from outbox_mails where state = 'waiting' limit 1`;
const ALL = 'select message_id, state, kind from outbox_mails';

async function query(dataDir: string, text: string, values: unknown[] = []) {
  const client = await connectBeside(dataDir);
  try {
    return (await client.query<{ message_id: string; state: string; kind: string }>(text, values)).rows;
  } finally {
    await client.end();
  }
}
