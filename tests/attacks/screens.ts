// npm run attacks:screens: every screen with hostile texts in all that was written, walked as for its pictures; nothing of them may run.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { INSTITUTION as DEMO } from '#app/demo/institution.ts';
import { openDatabase } from '#db/database.ts';
import { connectionTo, startRealService } from '#tests/kit/real-service.ts';
import { ensureChromium } from '../../scripts/chromium.ts';
import { takeWalk } from '../../scripts/screens/take.ts';
import { walks } from '../../scripts/screens/walks.ts';
import { MARKUP, RAN } from './hostile.ts';
import { writeBehind, writtenColumns } from './marks.ts';

const text = MARKUP.slice(0, 3).join(' ');
const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-hostile-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const service = await startRealService(folder);
const base = `http://127.0.0.1:${service.port}`;
const db = openDatabase({ ...connectionTo(folder), database: 'biyori' }, 2);
/** What forms and calls take again has to be as short as they ask for, or they refuse it. */
const isShort = ({ table, column }: { table: string; column: string }) =>
  table === 'institutions' || column.endsWith('kana');
const columns = (await writtenColumns(db)).filter(({ column }) => column !== 'sending_name');
await writeBehind(
  db,
  columns.filter((each) => !isShort(each)),
  DEMO,
  text,
);
await writeBehind(db, columns.filter(isShort), DEMO, MARKUP[0]!);
await db.destroy();

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
const faults: string[] = [];
let shown = 0;

/** What a screen shows is text, and it has asked for nothing that is not ours. */
async function look(page: Page, name: string): Promise<void> {
  if (await page.evaluate((flag) => flag in window, RAN)) faults.push(`${name}: a text was run`);
  const made = await page.locator('img[src="x"], img[onerror], svg[onload], script:not([src]):not([type])').count();
  if (made > 0) faults.push(`${name}: a text became ${made} elements`);
  const foreign = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name: url }) => url)
      .filter((url) => !url.startsWith(location.origin) || url.endsWith('/x')),
  );
  for (const url of foreign.filter((one) => !/^(data|blob):/.test(one))) faults.push(`${name}: asked for ${url}`);
  if ((await page.locator('body').innerText()).includes('onerror=')) shown++;
}

let taken = 0;
let missed = 0;
try {
  // Whoever has just been opened has nothing written yet.
  for (const walk of walks.filter(({ who }) => !who.startsWith('newcomer'))) {
    const results = await takeWalk(browser, base, walk, async (page, shot) => {
      await look(page, shot.name);
      return [];
    });
    for (const { shot, fault } of results) {
      taken++;
      if (!fault) continue;
      missed++;
      console.log(`     ${shot.name} was not reached: ${fault}`);
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
for (const fault of faults) console.log(`FAIL ${fault}`);
console.log(
  `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${taken - missed} of ${taken} screens, ${shown} of them showing such a text as text`,
);
process.exitCode = faults.length > 0 || shown === 0 ? 1 : 0;
