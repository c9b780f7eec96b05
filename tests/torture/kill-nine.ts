// Kills the service under load, again and again: every write it acknowledged must be there after the restart.
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Violation, violationsOf } from '#server/verify/verify.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { connectBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { randomOf } from './random.ts';

const WRITERS = 8;

interface Outcome {
  acknowledged: number;
  missing: string[];
  /** Accounts of the staff of which only a part is there. */
  halves: string[];
  violations: Violation[];
}

export async function killNine(rounds: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const dataDir = await makeDataDir('kill');
  const acknowledged = new Set<string>();
  let service: RealService | null = null;
  try {
    for (let round = 1; round <= rounds; round++) {
      service = await startRealService(dataDir);
      const token = await service.logIn();
      const { post } = service;
      const before = acknowledged.size;
      const frames = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilDead((count) => {
          const name = `耐久 ${round}-${writer}-${count}`;
          return { name, answer: post('/api/MasterWWAKU/Register', { wknm: name, krkb: '1', ccd1: '1' }, token) };
        }, acknowledged),
      );
      const accounts = writeUntilDead((count) => {
        const name = `k${String(round).padStart(2, '0')}${String(count).padStart(5, '0')}`;
        return { name, answer: post('/api/Staff/Register', { userId: name, name: '受付', role: '2' }, token) };
      }, acknowledged);
      // A busy machine may take its time for the first.
      while (acknowledged.size === before) await wait(10);
      await wait(300 + randomOf(round).below(700));
      service.signal('SIGKILL');
      await Promise.all([...frames, accounts]);
      say(`round ${round}: ${acknowledged.size} writes acknowledged so far`);
    }
    service = await startRealService(dataDir);
    const kept = await listNames(service, await service.logIn());
    const missing = [...acknowledged].filter((name) => !kept.has(name));
    const violations = await violationsOf(connectionTo(dataDir));
    return { acknowledged: acknowledged.size, missing, halves: await findHalves(dataDir), violations };
  } finally {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Write = (count: number) => { name: string; answer: ReturnType<RealService['post']> };

async function writeUntilDead(write: Write, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count++) {
    const { name, answer } = write(count);
    const reply = await answer.catch(() => null);
    if (!reply) return;
    if (reply.errorCode === 0) acknowledged.add(name);
  }
}

async function listNames({ post }: RealService, token: string): Promise<Set<string>> {
  const { listWAKU } = (await post('/api/MasterWWAKU/List', {}, token)) as { listWAKU: { WKNM: string }[] };
  const { listStaff } = (await post('/api/Staff/List', { isStopped: '1' }, token)) as {
    listStaff: { userId: string }[];
  };
  return new Set([...listWAKU.map(({ WKNM }) => WKNM), ...listStaff.map(({ userId }) => userId)]);
}

/** An account, its entry in the directory and the one in the access log are written together, or none of them is. */
const HALVES = `
  select coalesce(d.user_id, a.user_id, l.subject) as id
    from administrator_directory d
    full join administrators a using (user_id)
    full join (select distinct subject from access_log where act = '31') l on l.subject = coalesce(d.user_id, a.user_id)
   where coalesce(d.user_id, a.user_id, l.subject) like 'k%' and (d.user_id is null or a.user_id is null or l.subject is null)`;

async function findHalves(dataDir: string): Promise<string[]> {
  const client = await connectBeside(dataDir);
  try {
    return (await client.query<{ id: string }>(HALVES)).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
