// Builds the web side and the staff guide into dist/, with compressed copies beside the files, and stamps it with its sources.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { DIST, ROOT, sourceStamp } from '#app/web-build.ts';
import { renderGuide } from './staff-guide.ts';

// Also for whoever has set another: tests do, and their build is kept. React for development takes several times as long.
process.env.NODE_ENV = 'production';

const stamp = sourceStamp();
const draft = `${DIST}.${process.pid}`;
await build({ root: ROOT, build: { outDir: draft, emptyOutDir: true }, logLevel: 'warn' });
await writeGuide();
for (const file of await readdir(draft, { recursive: true })) {
  if (!/\.(js|css|html|svg|json)$/.test(file)) continue;
  const content = await readFile(path.join(draft, file));
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await writeFile(path.join(draft, `${file}.br`), await promisify(brotliCompress)(content, brotli));
  await writeFile(path.join(draft, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
}
await writeFile(path.join(draft, '.stamp'), stamp);
await rm(DIST, { recursive: true, force: true });
await rename(draft, DIST);

/** The pages of the staff guide, in the sheet that was just built. */
async function writeGuide(): Promise<void> {
  const sheet = (await readdir(path.join(draft, 'assets'))).find((file) => /^guide-.*\.css$/.test(file));
  if (!sheet) throw new Error('The build has made no style sheet for the staff guide.');
  const { pages, pictures } = renderGuide(sheet);
  await mkdir(path.join(draft, 'guide'));
  for (const { topic, html } of pages) await writeFile(path.join(draft, 'guide', `${topic}.html`), html);
  for (const { asset, content } of pictures) await writeFile(path.join(draft, 'assets', asset), content);
}
