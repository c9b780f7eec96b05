// A process of its own that runs one statement, or some in turn, over and over through the bare driver, and tells its rate.
import pg from 'pg';
import { cpuSeconds } from './kit.ts';

const task = JSON.parse(process.argv[2] ?? '{}');
const { host, statement, values, connections, seconds } = task;
const steps: readonly { statement: string; values: unknown[] }[] = task.steps ?? [{ statement, values }];
const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ host, port: 5432, user: 'biyori', database: 'biyori' });
    await client.connect();
    return client;
  }),
);

async function loop(until: number): Promise<number> {
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        for (const [at, step] of steps.entries()) {
          await client.query({ name: `bench${at}`, text: step.statement, values: step.values });
        }
        count++;
      }
    }),
  );
  return count;
}

await loop(performance.now() + 1000);
/** Of the database's processes behind the connections. */
const inDatabase = () => clients.reduce((sum, client) => sum + cpuSeconds(Reflect.get(client, 'processID')), 0);
const before = inDatabase();
const cpu = process.cpuUsage();
const count = await loop(performance.now() + seconds * 1000);
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    perSecond: count / seconds,
    cpuMicros: (user + system) / count,
    databaseMicros: ((inDatabase() - before) / count) * 1e6,
  }),
);
await Promise.all(clients.map((client) => client.end()));
