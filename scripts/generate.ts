// Writes the files that follow from others, or with --check says which are stale.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { handlers } from '#app/calls.ts';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { drawGuards } from '#tests/attacks/guards-list.ts';
import { measuredDocuments } from '../bench/frame/documents.ts';
import { drawCoverage, findGaps } from '../tests/spec/coverage.ts';
import { PARTS } from '../tests/spec/list.ts';
import { describeTables } from './describe-tables.ts';
import { fillIn, readDocument } from './fill-in.ts';
import { glossary } from './glossary.ts';
import { drawThirdParty } from './third-party.ts';

async function describeMigratedSchema(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-schema-'));
  const database = await startEmbedded(folder, { durable: false });
  try {
    await migrate(database);
    const client = new pg.Client(database.superuser);
    await client.connect();
    try {
      return await describeTables(client);
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const calls = handlers.map((handler) => handler.call);
const gaps = findGaps(PARTS, calls);

const files: Record<string, string> = {
  'src/db/tables.ts': await describeMigratedSchema(),
  'docs/glossary.md': glossary(calls),
  'docs/spec-coverage.md': drawCoverage(PARTS, gaps),
  'THIRD-PARTY.md': drawThirdParty(),
  ...measuredDocuments(),
  'docs/reliability.md': fillIn(readDocument('docs/reliability.md'), { guards: drawGuards() }),
};
const check = process.argv.includes('--check');
for (const [file, content] of Object.entries(files)) {
  const url = new URL(`../${file}`, import.meta.url);
  const before = await readFile(url, 'utf8').catch(() => '');
  if (before === content) continue;
  if (check) {
    console.error(`${file} is stale: run "npm run generate".`);
    process.exitCode = 1;
  } else {
    await writeFile(url, content);
    console.log(`wrote ${file}`);
  }
}

for (const gap of gaps) {
  console.error(`The specification is not shown: ${gap}`);
  process.exitCode = 1;
}
