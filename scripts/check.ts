// Format, lint, types and generated files, in one go; and which pictures of the guide are stale.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { stalePictures } from './screens/manifest.ts';

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

// Said, but no fault: whoever changes a screen is not held up by its picture.
const stale = stalePictures();
if (stale.length > 0) {
  console.warn(`Pictures of the staff guide that are older than their screens: ${stale.join(', ')}.`);
  console.warn('"npm run screens -- guide" takes new ones.');
}
