// A cold start on a folder that has been used: until the service answers, beside a hello and the bare database; and what it takes at rest.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { freePort } from '#tests/kit/real-service.ts';
import { type Figure, type Found, sayFigure } from './frame/results.ts';
import { type Act, measureRow, type Pace, sayRow } from './frame/row.ts';
import { memoryOf, startHello, startService } from './kit.ts';

/** Until what a start has left behind is cleared away. */
const REST_MS = 5_000;

/** What is started is stopped again; only the start is timed. */
const starting =
  (start: () => Promise<() => Promise<unknown>>): Act =>
  async (calls) => {
    let seconds = 0;
    for (let call = 0; call < calls; call++) {
      const began = performance.now();
      const stop = await start();
      seconds += (performance.now() - began) / 1000;
      await stop();
    }
    return { seconds, service: 0, database: 0 };
  };

export async function measureStart(pace: Pace): Promise<Found> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-bench-start-'));
  try {
    const startWhole = async () => startService(await freePort(), { DATA_DIR: dataDir });
    const first = await startWhole();
    await wait(REST_MS);
    const idle: Figure = {
      name: 'memory of the service at rest',
      value: memoryOf(first.pid).now,
      unit: 'MB',
      most: 300,
    };
    await first.stop();
    const row = await measureRow(
      {
        name: 'cold start',
        calls: 1,
        act: starting(async () => {
          const { stop } = await startWhole();
          return stop;
        }),
        references: [
          {
            name: 'a bare hello and the bare database',
            act: starting(async () => {
              const [hello, database] = [await startHello(await freePort()), await startEmbedded(dataDir)];
              return () => Promise.all([hello.stop(), database.stop()]);
            }),
            least: 0.05,
          },
        ],
      },
      pace,
    );
    sayRow(row);
    sayFigure(idle);
    const seconds = { name: 'cold start', value: 1 / row.perSecond, unit: 's' };
    return { rows: [row], figures: [idle, seconds] };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
