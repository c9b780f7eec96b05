// A process of its own that makes the same bookings by calling the database function, and nothing else; tells its rate.
import pg from 'pg';

interface Task {
  connection: { host: string; port: number; user: string; database: string };
  /** The function's input as the service made it for one booking; what must differ is changed for each. */
  input: {
    requests: { request_id: string; answer: { reservationNumber: number } }[];
    accounts: Record<string, unknown>[];
    follows: Record<string, unknown>[];
    reservations: Record<string, unknown>[];
    options: object[];
    history: object[];
    mails: object[];
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
  const day = days[n % days.length];
  const slot = slots[Math.floor(n / days.length) % slots.length] ?? '';
  const own = examinees[n % examinees.length];
  const whose = { reservation_number: number, examinee_id: own ?? number };
  return JSON.stringify({
    ...input,
    requests: input.requests.map((one) => ({
      ...one,
      request_id: `${run}-${n}`,
      answer: { ...one.answer, reservationNumber: number },
    })),
    accounts: input.accounts.map((one) => ({ ...one, examinee_id: number, mail })),
    follows: input.follows.map((one) => ({ ...one, examinee_id: own })),
    reservations: input.reservations.map((one) => ({ ...one, ...whose, mail, visit_date: day, slot_code: slot })),
    options: input.options.map((one) => ({ ...one, reservation_number: number })),
    history: input.history.map((one) => ({ ...one, reservation_number: number })),
    mails: input.mails.map((one) => ({
      ...one,
      mail_id: crypto.randomUUID(),
      message_id: `<${number}@bench>`,
      reservation_number: number,
      recipient: mail,
    })),
    places: input.places.map((place) => ({
      ...place,
      reservation_number: number,
      visit_date: day,
      slot_code: place.slot_code === 'ZZ' ? 'ZZ' : slot,
    })),
  });
}

async function loop(until: number): Promise<number> {
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await client.query({ name: 'book', text: 'select book_all($1::jsonb) as answer', values: [nextInput()] });
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
