// Format, lint, types and generated files, in one go.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);

const steps: [string, string[]][] = [
  [bin('biome'), ['ci', '--error-on-warnings']],
  [bin('tsc'), ['--noEmit']],
  [process.execPath, ['scripts/run.mjs', 'scripts/generate.ts', '--check']],
];
for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
