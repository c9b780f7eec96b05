// A process of its own that makes the same bookings by calling the database function, and nothing else; tells its rate.
import pg from 'pg';

interface Task {
  connection: { host: string; port: number; user: string; database: string };
  /** The function's input as the service made it for one booking; what must differ is changed for each. */
  input: {
    request: { request_id: string };
    answer: { reservationNumber: number };
    reservation: Record<string, unknown>;
    account: { mail: string } | null;
    mails: { mail_id: string; message_id: string; reservation_number: number; recipient: string }[];
    places: { slot_code: string }[];
  };
  days: string[];
  slots: string[];
  examinees: number[];
  connections: number;
  seconds: number;
}

const { connection, input, days, slots, examinees, connections, seconds }: Task = JSON.parse(process.argv[2] ?? '{}');
const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  }),
);
const run = `${Date.now().toString(36)}${process.pid}`;
let n = 0;
let next = 300_000_000 + Math.floor(Math.random() * 300_000_000);

function nextInput(): string {
  const number = next++;
  const mail = `loop${run}${++n}@example.jp`;
  const slot = slots[Math.floor(n / days.length) % slots.length] ?? '';
  return JSON.stringify({
    ...input,
    request: { ...input.request, request_id: `${run}-${n}` },
    answer: { ...input.answer, reservationNumber: number },
    reservation: {
      ...input.reservation,
      ...{ reservation_number: number, mail, visit_date: days[n % days.length], slot_code: slot },
      ...(examinees.length > 0 ? { examinee_id: examinees[n % examinees.length] } : {}),
    },
    account: input.account && { ...input.account, mail },
    mails: input.mails.map((one) => ({
      ...one,
      ...{ mail_id: crypto.randomUUID(), message_id: `<${number}@bench>`, reservation_number: number, recipient: mail },
    })),
    places: input.places.map((place) => ({ ...place, slot_code: place.slot_code === 'ZZ' ? 'ZZ' : slot })),
  });
}

async function loop(until: number): Promise<number> {
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await client.query({ name: 'book', text: 'select book($1::jsonb) as answer', values: [nextInput()] });
        count++;
      }
    }),
  );
  return count;
}

await loop(performance.now() + 1000);
const cpu = process.cpuUsage();
const count = await loop(performance.now() + seconds * 1000);
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ perSecond: count / seconds, cpuMicros: (user + system) / count }));
await Promise.all(clients.map((client) => client.end()));
