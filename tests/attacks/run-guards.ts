// npm run guards -- [part of a guard]: takes one guard after the other out of a copy of the project, and looks whether its test fails there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GUARDS } from './guards.ts';
import type { Guard } from './guards-data.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const LEFT_OUT = ['node_modules', '.git', 'data', 'test-results', 'screens'];
const wanted = process.argv[2] ?? '';

const copy = mkdtempSync(path.join(os.tmpdir(), 'biyori-guards-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
cpSync(ROOT, copy, {
  recursive: true,
  filter: (source) => !LEFT_OUT.includes(path.relative(ROOT, source)),
});
symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** How the tests of that name have ended; none where the file could not even be loaded, which is no control of anything. */
function runTest({ test, named }: Guard): string[] {
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  spawnSync(path.join(copy, 'node_modules/.bin/vitest'), ['run', test, '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, PATH: `${ROOT}node_modules/.bin:${process.env.PATH}` },
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ fullName }) => fullName.includes(named)).map(({ status }) => status);
}

for (const guard of GUARDS.filter((one) => one.guard.includes(wanted))) {
  const file = path.join(copy, guard.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(guard.out[0], () => guard.out[1]),
  );
  const isNoticed = runTest(guard).includes('failed');
  writeFileSync(file, text);
  console.log(`${isNoticed ? 'ok  ' : 'FAIL'} without it, "${guard.named}" fails: ${guard.guard}`);
  if (!isNoticed) process.exitCode = 1;
}
