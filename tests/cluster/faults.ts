// What happens to the cluster: each fault does its harm and brings back what it took away.
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

export interface Fault {
  name: string;
  /** How often it is tried: at length, and in a quick run. */
  times: { full: number; quick: number };
  /** Bookings should succeed again within this time; what is away on purpose is in it. */
  goalMs?: number;
  happen(cluster: Cluster): Promise<void>;
}

/** As deploy/patroni.yml has it, and what an election takes on top of it. */
const TTL_MS = 20_000;
const ELECTION_MS = 5_000;
const FROZEN_MS = 40_000;

export const FAULTS: readonly Fault[] = [
  {
    // What the machine does to the numbers by itself.
    name: 'nothing, for 10 s',
    times: { full: 1, quick: 1 },
    happen: () => wait(10_000),
  },
  {
    name: 'switchover',
    times: { full: 3, quick: 1 },
    goalMs: 5_000,
    happen: async (cluster) => (await cluster.primary()).switchOver(),
  },
  {
    name: "kill -9 of all of the primary's postgres",
    times: { full: 3, quick: 1 },
    goalMs: 8_000,
    happen: async (cluster) => (await cluster.primary()).killPostgres(),
  },
  {
    name: 'kill -9 of a server, started again',
    times: { full: 3, quick: 1 },
    goalMs: 1_000,
    happen: (cluster) => replaceServer(cluster, 'SIGKILL'),
  },
  {
    name: 'SIGTERM of a server, started again',
    times: { full: 2, quick: 1 },
    goalMs: 1_000,
    happen: (cluster) => replaceServer(cluster, 'SIGTERM'),
  },
  {
    name: 'HAProxy killed, started after 1 s',
    times: { full: 3, quick: 1 },
    goalMs: 2_000,
    async happen({ haproxy }) {
      await haproxy.kill();
      await wait(1_000);
      haproxy.start();
    },
  },
  {
    name: 'all etcd away for 10 s',
    times: { full: 2, quick: 1 },
    goalMs: 5_000,
    async happen({ etcds }) {
      await Promise.all(etcds.map((etcd) => etcd.kill()));
      await wait(10_000);
      for (const etcd of etcds) etcd.start();
    },
  },
  {
    name: "the primary's node lost (ttl 20 s), back after 30 s",
    times: { full: 2, quick: 0 },
    goalMs: TTL_MS + ELECTION_MS,
    async happen(cluster) {
      const node = await cluster.primary();
      await node.kill();
      await wait(30_000);
      node.start();
    },
  },
  {
    name: "the primary's node frozen for 40 s",
    times: { full: 3, quick: 0 },
    goalMs: TTL_MS + ELECTION_MS,
    async happen(cluster) {
      const thaw = (await cluster.primary()).freeze();
      await wait(FROZEN_MS).finally(thaw);
    },
  },
];

async function replaceServer({ servers }: Cluster, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const [server] = servers;
  await server?.end(signal);
  await server?.start();
}
