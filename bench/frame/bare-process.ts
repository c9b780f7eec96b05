// A process of its own that sends statements through the bare driver, as often as it is told: the least that the same SQL costs.
import pg from 'pg';
import { type BareBooking, inputsOf } from './bare-booking.ts';

export interface BareTask {
  calls: number;
  /** Sent one after the other in each call. */
  steps?: readonly { statement: string; values: readonly unknown[] }[];
  booking?: BareBooking;
}

const { connection, connections } = JSON.parse(process.argv[2] ?? '{}');
const clients: pg.Client[] = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  }),
);
/** Names that the connections have prepared. */
const prepared = new Map<string, string>();

function nameOf(statement: string): string {
  const name = prepared.get(statement) ?? `bare${prepared.size}`;
  prepared.set(statement, name);
  return name;
}

const BOOK = 'select book_where_room($1::jsonb) as answer';

async function run({ calls, steps = [], booking }: BareTask): Promise<number> {
  const inputs = booking ? inputsOf(booking, clients.length) : null;
  const named = steps.map(({ statement, values }) => ({
    name: nameOf(statement),
    text: statement,
    values: [...values],
  }));
  const began = performance.now();
  let left = calls;
  await Promise.all(
    clients.map(async (client, at) => {
      while (left-- > 0) {
        for (const step of named) await client.query(step);
        if (!inputs) continue;
        const { rows } = await client.query({ name: nameOf(BOOK), text: BOOK, values: [inputs(at)] });
        if (rows[0]?.answer?.full) throw new Error('there is no room');
      }
    }),
  );
  return (performance.now() - began) / 1000;
}

process.on('message', async (task: BareTask) => {
  try {
    process.send?.({ seconds: await run(task) });
  } catch (error) {
    process.send?.({ fault: String(error) });
  }
});
process.send?.({ seconds: 0 });
