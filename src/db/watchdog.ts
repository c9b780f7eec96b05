// Ends connections whose answers are long overdue: the database ends every statement in time, so where nothing comes at
// all, the network or the machine behind it is gone, and the operating system would only notice after a quarter of an hour.
import type { Limits } from './connection.ts';

const GRACE_MS = 3_000;
const ROUND_MS = 1_000;

/** Calls `look` every second with the moment before which nothing should have been left unanswered. */
export function watch(limits: Limits, look: (overdueSince: number) => void): { stop(): void } {
  const patience = limits.statement === 0 ? Number.POSITIVE_INFINITY : limits.statement + GRACE_MS;
  const timer = setInterval(() => look(performance.now() - patience), ROUND_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
