// The bare driver beside a service, as what its acts are held against; it lives as long as the rows, so that every round finds it warm.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Connection } from '#db/connection.ts';
import type { BareTask } from './bare-process.ts';
import type { Act } from './row.ts';

export interface Bare {
  /** What the task costs when nothing but the driver does it. */
  act(task: Omit<BareTask, 'calls'>): Act;
  stop(): Promise<void>;
}

export async function startBare(connection: Connection, connections: number): Promise<Bare> {
  const task = JSON.stringify({ connection, connections });
  const child = fork(new URL('bare-process.ts', import.meta.url), [task], { execArgv: [] });
  const ended = once(child, 'exit');
  const answer = async (): Promise<number> => {
    const message = await Promise.race([
      once(child, 'message'),
      ended.then(() => [{ fault: 'the bare driver is gone' }]),
    ]);
    const { seconds, fault } = message[0] as { seconds?: number; fault?: string };
    if (seconds === undefined) throw new Error(fault);
    return seconds;
  };
  await answer();
  return {
    act: (given) => async (calls) => {
      const answered = answer();
      child.send({ ...given, calls } satisfies BareTask);
      return { seconds: await answered, service: 0, database: 0 };
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
