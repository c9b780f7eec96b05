// Kills the service under load, again and again: every write it acknowledged must be there after the restart.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RealService, startRealService } from '#tests/kit/real-service.ts';

const WRITERS = 8;

interface Outcome {
  acknowledged: number;
  missing: string[];
}

export async function killNine(rounds: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-kill-'));
  const acknowledged = new Set<string>();
  let service: RealService | null = null;
  try {
    for (let round = 1; round <= rounds; round++) {
      service = await startRealService(dataDir);
      const token = await service.logIn();
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilDead(service as RealService, token, `${round}-${writer}`, acknowledged),
      );
      await wait(300 + Math.random() * 700);
      service.signal('SIGKILL');
      await Promise.all(writers);
      say(`round ${round}: ${acknowledged.size} writes acknowledged so far`);
    }
    service = await startRealService(dataDir);
    const kept = await listNames(service, await service.logIn());
    return { acknowledged: acknowledged.size, missing: [...acknowledged].filter((name) => !kept.has(name)) };
  } finally {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function writeUntilDead(
  service: RealService,
  token: string,
  prefix: string,
  acknowledged: Set<string>,
): Promise<void> {
  for (let count = 0; ; count++) {
    const name = `耐久 ${prefix}-${count}`;
    const form = { wknm: name, krkb: '1', ccd1: '1' };
    const answer = await service.post('/api/MasterWWAKU/Register', form, token).catch(() => null);
    if (!answer) return;
    if (answer.errorCode === 0) acknowledged.add(name);
  }
}

async function listNames(service: RealService, token: string): Promise<Set<string>> {
  const { listWAKU } = (await service.post('/api/MasterWWAKU/List', {}, token)) as { listWAKU: { WKNM: string }[] };
  return new Set(listWAKU.map(({ WKNM }) => WKNM));
}
