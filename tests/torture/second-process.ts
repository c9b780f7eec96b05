// Starts a second service on the folder of one that works: it is refused in a sentence, and the first goes on as if nothing were.
import { rm } from 'node:fs/promises';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { connectionTo, startRealService } from '#tests/kit/real-service.ts';
import { audit, everyLoadServed } from './afterwards.ts';
import { openGround } from './ground.ts';
import { startLoads } from './load.ts';

/** All that the second one says. */
const REFUSAL = /^the service did not start:\nThe service is already running on the data folder [^\n]+$/;

export async function startBeside(times: number) {
  const dataDir = await makeDataDir('second');
  const wrong: string[] = [];
  const service = await startRealService(dataDir);
  try {
    await openGround(connectionTo(dataDir));
    const loads = await startLoads(service);
    const before = service.output.length;
    try {
      await everyLoadServed(service, loads, 'before the first');
      for (let time = 1; time <= times; time++) {
        const outcome = await startRealService(dataDir).then(
          async (second) => {
            await second.stop();
            return 'a second service has started';
          },
          (error: Error) => error.message,
        );
        if (!REFUSAL.test(outcome)) wrong.push(outcome);
        await everyLoadServed(service, loads, `after a second start, number ${time}`);
      }
    } catch (error) {
      wrong.push((error as Error).message);
    } finally {
      await loads.stop();
    }
    wrong.push(...service.output.slice(before).map((line) => `the first one said: ${line}`));
    const { missing, strange, violations } = await audit(dataDir, loads);
    return { bookings: loads.bookings.size, wrong: [...wrong, ...missing, ...strange], violations };
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
