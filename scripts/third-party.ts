// THIRD-PARTY.md: every package of the lock file with its version and licence, those that run and those that only build and test.
import { readFileSync } from 'node:fs';

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
}

/** In the pages though they are no part of the server: the build puts them there. */
const IN_PAGES = [
  '@digital-go-jp/design-tokens',
  '@simplewebauthn/browser',
  '@tanstack/',
  'lean-qr',
  'react',
  'react-dom',
  'react-router',
  'scheduler',
];

const isInPages = (name: string) => IN_PAGES.some((one) => (one.endsWith('/') ? name.startsWith(one) : name === one));

export function drawThirdParty(): string {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const all = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, one]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...one }));
  const table = (wanted: (one: (typeof all)[number]) => boolean) =>
    [
      '| package | version | licence |',
      '|---|---|---|',
      ...[
        ...new Set(
          all
            .filter(wanted)
            .map(({ name, version, license }) => `| ${name} | ${version} | ${license ?? 'see its files'} |`),
        ),
      ].sort(),
    ].join('\n');
  const runs = ({ name, dev }: (typeof all)[number]) => !dev || isInPages(name);
  return `${[
    '# Packages of others, and their licences',
    'Written by `npm run generate` from `package-lock.json`: do not edit. `npm run --silent sbom` prints the same for programs (CycloneDX), with hashes. Each package brings the text of its licence along.',
    '## What runs, on the server or in the pages',
    table(runs),
    '## What only builds and tests',
    table((one) => !runs(one)),
  ].join('\n\n')}\n`;
}
