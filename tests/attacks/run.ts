// npm run attacks -- [requests] [seed] [untimed]: a service under generated requests of every kind. What is found is printed as it
// was sent. `untimed` where the machine does other things, and slow answers say nothing.
import { readFileSync } from 'node:fs';
import { attackWith } from './attack.ts';
import { openAttackGround } from './ground.ts';

const requests = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const AT_ONCE = 16;
/** Of all requests: until then caches fill and code is compiled. */
const WARM = 0.3;
/** How much more the service may hold at the end than when it was warm. */
const FLAT = 1.25;

let failures = 0;
const check = (what: string, isRight: boolean) => {
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}`);
  if (!isRight) failures++;
};
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

console.log(`${requests} requests, seed ${seed}`);
const ground = await openAttackGround();
const memory: { at: number; mb: number }[] = [];
const began = Date.now();
try {
  const { findings, done, statuses, slowestMs } = await attackWith({
    port: ground.service.port,
    requests,
    seed,
    callers: ground.callers,
    atOnce: AT_ONCE,
    isTimed: process.argv[4] !== 'untimed',
    onFinding: (finding) => console.log(`     ${finding}`),
    onProgress(at) {
      memory.push({ at, mb: residentMb(ground.service.pid) });
      if (at % 10_000 === 0) console.log(`     ${at} after ${Math.round((Date.now() - began) / 1000)} s`);
    },
  });
  console.log(`     took ${Math.round((Date.now() - began) / 1000)} s`);
  check(
    `${requests} requests, ${done.size} calls done by somebody: nothing is wrong with any answer`,
    findings.length === 0,
  );
  console.log(
    `     by status: ${[...statuses]
      .sort()
      .map(([status, n]) => `${status}: ${n}`)
      .join(', ')}; slowest ${Math.round(slowestMs)} ms`,
  );
  const warm = median(
    memory.filter(({ at }) => at > requests * WARM && at < requests * (WARM + 0.2)).map(({ mb }) => mb),
  );
  const last = median(memory.filter(({ at }) => at > requests * 0.8).map(({ mb }) => mb));
  check(`memory is flat: ${warm} MB when warm, ${last} MB at the end`, last <= warm * FLAT);
  const faults = ground.service.output.filter((line) => line.includes('"level":50'));
  for (const line of faults.slice(0, 10)) console.log(`     ${line.slice(0, 600)}`);
  check('the service has logged no fault', faults.length === 0);
  const { isBooked, violations } = await ground.lookAfter();
  check('somebody books as before', isBooked);
  for (const line of violations) console.log(`     ${line}`);
  check('the data are as they must be', violations.length === 0);
} finally {
  await ground.close();
}
if (failures > 0) console.log(`send them again with: npm run attacks -- ${requests} ${seed}`);
process.exitCode = failures > 0 ? 1 : 0;

/** Of the service itself; its database has a memory of its own. */
function residentMb(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}
