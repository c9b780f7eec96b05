// The access log behind the answers: whether a server's queue keeps up with so many reads a second, on a table that is full already.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { LogQueue } from '#server/access-log/write-log.ts';
import { cpuSeconds, databaseCpuSeconds, type Ratio, startService } from './kit.ts';

const INSTITUTIONS = 20;
const TICK_MS = 20;

export async function benchAccessLog(
  perSecond = 10_000,
  seconds = Number(process.env.BENCH_SECONDS ?? 10),
  stored = 1_000_000,
): Promise<Ratio[]> {
  const service = await startService(18_087);
  const connection = connectRunning(service.dataDir)?.superuser;
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  try {
    for (let done = 0; done < stored; done += 50_000) {
      await sql`
        insert into access_log (institution_code, at, actor_kind, user_id, act, subject)
        select '1' || lpad((n % ${INSTITUTIONS})::text, 7, '0'), now() - (${stored}::integer - n) * interval '1 s', 'staff',
               'bench' || lpad((n % 50)::text, 3, '0'), '12', (100000000 + n % 100000)::text
          from generate_series(${done + 1}::integer, ${done + 50_000}::integer) as n`.execute(db);
    }
    const queue = new LogQueue(db);
    queue.onFault = (error) => console.error(error);
    const [cpu, databaseCpu] = [cpuSeconds(process.pid), databaseCpuSeconds(service.dataDir)];
    const begun = performance.now();
    let put = 0;
    let refused = 0;
    for (const isOver = () => performance.now() - begun > seconds * 1000; !isOver(); await wait(TICK_MS)) {
      // What is due by now, however late the timer was.
      const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
      for (; put + refused < due; ) {
        if (queue.isFull) refused++;
        else {
          queue.hold();
          queue.put(look(put++));
        }
      }
    }
    await queue.flush();
    const took = (performance.now() - begun) / 1000;
    const written = { perSecond: put / took, cpuMicros: ((cpuSeconds(process.pid) - cpu) / put) * 1e6 };
    const database = (databaseCpuSeconds(service.dataDir) - databaseCpu) / put;
    console.log(
      `${put} entries in ${took.toFixed(1)} s, ${refused} reads refused, ${(database * 1e6).toFixed(0)} us of the database each`,
    );
    const asked = { perSecond, cpuMicros: 0 };
    return [
      { name: `entries written behind the answers, of ${perSecond} a second`, of: written, to: asked, wanted: 0.95 },
    ];
  } finally {
    await db.destroy();
    await service.stop();
  }
}

const look = (n: number) => ({
  institutionCode: `1${String(n % INSTITUTIONS).padStart(7, '0')}`,
  at: new Date(),
  actor: {
    kind: 'staff' as const,
    userId: `bench${String(n % 50).padStart(3, '0')}`,
    displayName: '受付　佐藤',
    role: 'reception' as const,
    address: '192.0.2.31',
  },
  act: 'look' as const,
  subject: String(100_000_000 + (n % 100_000)),
});
