// Builds the web side and the staff guide into dist/: the files of both wings with compressed copies beside them, and what draws a
// page ahead of the browser; stamps it with its sources.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { DIST, PRERENDER, ROOT, sourceStamp, WEB } from '#app/web-build.ts';
import { linkOwnLibraries } from '#db/embedded/programs.ts';
import { documentFor, PARTS, type Part } from '#server/http/documents.ts';
import { EXAMINEE_FILES, OFFICE_FILES } from './lean-build.ts';
import { renderGuide } from './staff-guide.ts';

// Also for whoever has set another: tests do, and their build is kept. React for development takes several times as long.
process.env.NODE_ENV = 'production';

linkOwnLibraries();
const stamp = sourceStamp();
const draft = `${DIST}.${process.pid}`;
const web = path.join(draft, WEB);
// One after the other: nobody who comes to one wing loads anything of the other. The guide's pages have no script, and take their
// sheet from here.
await buildWing('index.html', OFFICE_FILES);
const examinees = await buildWing('examinee.html', EXAMINEE_FILES);
await buildWing('src/web/styles/guide.css', []);
for (const part of PARTS) await writeDocument(part, examinees);
await build({
  root: ROOT,
  // Complete in itself, whatever is installed where it runs.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/prerender.tsx',
    outDir: path.dirname(path.join(draft, PRERENDER)),
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  logLevel: 'warn',
});
await writeGuide();
for (const file of await readdir(web, { recursive: true })) {
  if (!/\.(js|css|html|svg|json)$/.test(file)) continue;
  const content = await readFile(path.join(web, file));
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await writeFile(path.join(web, `${file}.br`), await promisify(brotliCompress)(content, brotli));
  await writeFile(path.join(web, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
}
await writeFile(path.join(draft, '.stamp'), stamp);
await rm(DIST, { recursive: true, force: true });
await rename(draft, DIST);

async function buildWing(input: string, groups: Rolldown.CodeSplittingGroup[]): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    root: ROOT,
    build: {
      outDir: web,
      emptyOutDir: false,
      rolldownOptions: { input: path.join(ROOT, input), output: { codeSplitting: { groups } } },
    },
    logLevel: 'warn',
  });
  return 'output' in built ? built.output.filter((file) => file.type === 'chunk') : [];
}

/** The examinees' document for addresses that begin with a part of the wing: it names the files of that part, so that they come with the first. */
async function writeDocument(part: Part, chunks: readonly Rolldown.OutputChunk[]): Promise<void> {
  const found = chunks.find(({ name }) => name === part);
  if (!found) throw new Error(`The build has made no file for ${part}.`);
  // What a file builds on comes before it: of two sheets the later counts.
  const needed = [...chunks.filter(({ fileName, isEntry }) => found.imports.includes(fileName) && !isEntry), found];
  const scripts = needed.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
  const sheets = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const links = [...sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`), ...scripts].join('');
  const document = await readFile(path.join(web, documentFor(null)), 'utf8');
  await writeFile(
    path.join(web, documentFor(part)),
    document.replace('</head>', () => `${links}</head>`),
  );
}

/** The pages of the staff guide, in the sheet that was just built. */
async function writeGuide(): Promise<void> {
  const sheet = (await readdir(path.join(web, 'assets'))).find((file) => /^guide-.*\.css$/.test(file));
  if (!sheet) throw new Error('The build has made no style sheet for the staff guide.');
  const { pages, pictures } = renderGuide(sheet);
  await mkdir(path.join(web, 'guide'));
  for (const { topic, html } of pages) await writeFile(path.join(web, 'guide', `${topic}.html`), html);
  for (const { asset, content } of pictures) await writeFile(path.join(web, 'assets', asset), content);
}
