// Where the service does not run, whoever tries reads a sentence and no stack.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url);

/** A command of the project, on a system that says so of itself. */
function runAs(system: { platform?: string; arch?: string; execPath?: string; glibc?: string | null }) {
  const { glibc, ...named } = system;
  const set = [
    ...Object.entries(named).map(([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' })`),
    ...(glibc === undefined
      ? []
      : [`process.report.getReport = () => ({ header: { glibcVersionRuntime: ${JSON.stringify(glibc)} } })`]),
  ].join(';');
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(set)}`,
    'scripts/run.mjs',
    'src/app/operator/operator.ts',
    'help',
  ];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
}

test.each([
  ['Windows', { platform: 'win32' }],
  ['linux on riscv64', { arch: 'riscv64' }],
  ['freebsd on x64', { platform: 'freebsd', arch: 'x64' }],
  ['Linux with musl (Alpine)', { platform: 'linux', execPath: '/usr/bin/node', glibc: null }],
])('%s', (name, system) => {
  const { status, stdout, stderr } = runAs(system);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^kenshin-biyori runs on Linux with glibc .*\n$/);
  expect(stderr).toContain(`This is ${name}: take `);
});

test('a Node of one’s own does as well, on glibc', () => {
  expect(runAs({ platform: 'linux', execPath: '/usr/bin/node', glibc: '2.36' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test('npm refuses other systems too, without any script', () => {
  for (const file of ['package.json', 'package-lock.json']) {
    const read = JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'));
    const { os, cpu } = read.packages?.[''] ?? read;
    expect({ os, cpu }).toEqual({ os: ['linux', 'darwin'], cpu: ['x64', 'arm64'] });
  }
});
