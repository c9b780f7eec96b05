// A document of the service without a browser: the wing's whole code, run in a window of Happy DOM, with nothing painted and nothing laid out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { Window as HappyWindow } from 'happy-dom';
import { isOfExaminees } from '#server/http/documents.ts';
import { prepareOnce } from '#tests/kit/prepared.ts';
import { putSheet, readSheet, type Sheet } from './styles.ts';

export type Win = Window & typeof globalThis;

const ROOT = new URL('../../../', import.meta.url).pathname;
const WINGS = ['office', 'examinee'] as const;

/** A script and a sheet for each wing. */
async function buildWings(folder: string): Promise<void> {
  const { build } = await import('vite');
  const before = process.env.NODE_ENV;
  // React for development takes several times as long.
  process.env.NODE_ENV = 'production';
  try {
    for (const wing of WINGS) {
      const output = {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: `${wing}.js`,
        assetFileNames: `${wing}[extname]`,
      } as const;
      const input = path.join(ROOT, `src/app/${wing}.tsx`);
      const rolldownOptions = { input, output, onLog: () => {} };
      await build({
        root: ROOT,
        logLevel: 'silent',
        publicDir: false,
        build: { outDir: folder, emptyOutDir: false, minify: false, cssCodeSplit: false, rolldownOptions },
      });
    }
  } finally {
    process.env.NODE_ENV = before;
  }
}

interface Wing {
  script: vm.Script;
  sheet: Sheet;
}

/** Of this process: what was compiled once is run for every document. */
const wings = new Map<string, Wing>();

async function loadWing(pathname: string): Promise<Wing> {
  const name = isOfExaminees(pathname) ? 'examinee' : 'office';
  const file = path.join(await prepareOnce('wings', buildWings), name);
  const wing = wings.get(name) ?? {
    script: new vm.Script(readFileSync(`${file}.js`, 'utf8'), { filename: `${file}.js` }),
    sheet: readSheet(readFileSync(`${file}.css`, 'utf8')),
  };
  wings.set(name, wing);
  return wing;
}

const readDocument = (file: string) =>
  readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/<script.*<\/script>|<link.*>/g, '');
const documents = { office: readDocument('index.html'), examinee: readDocument('examinee.html') };

const keys = new Map<unknown, unknown>();

function request<T>(result: T) {
  const asked: { result: T; onsuccess?(): void } = { result };
  queueMicrotask(() => asked.onsuccess?.());
  return asked;
}

/** As much of it as the key needs that drafts are sealed with: one store, which all documents share. */
const indexedDB = {
  open: () =>
    request({
      close() {},
      transaction: () => ({
        objectStore: () => ({
          get: (key: unknown) => request(keys.get(key)),
          put: (value: unknown, key: unknown) => request(keys.set(key, value)),
        }),
      }),
    }),
};

let ciphering = 0;
const subtle = new Proxy(crypto.subtle, {
  get:
    (target, name) =>
    (...given: unknown[]) => {
      ciphering++;
      const work = (target[name as 'digest'] as (...given: unknown[]) => Promise<unknown>).apply(target, given);
      return work.finally(() => ciphering--);
    },
});

/** Drafts are stored once they are sealed: no person loads a page again before that. */
export async function whenStored(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = ciphering > 0 ? 0 : quiet + 1) await new Promise(setImmediate);
}

/** An empty document, before anything runs in it. */
export function makeWindow(url: string, { width, height }: { width: number; height: number }): Win {
  const settings = { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true };
  const window = new HappyWindow({ url, width, height, settings }) as unknown as Win;
  window.document.write(documents[isOfExaminees(new URL(url).pathname) ? 'examinee' : 'office']);
  window.document.documentElement.style.fontSize = '16px';
  Object.assign(window, { scrollTo: () => {}, TextDecoder, TextEncoder, indexedDB });
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
  Object.defineProperty(window, 'crypto', {
    value: { subtle, getRandomValues, randomUUID: () => crypto.randomUUID() },
  });
  return window;
}

export async function runWing(window: Win): Promise<void> {
  const { script, sheet } = await loadWing(window.location.pathname);
  putSheet(window.document, sheet);
  script.runInContext(window as unknown as vm.Context);
}

export const closeWindow = (window: Win) => (window as unknown as HappyWindow).happyDOM.close();
export const setUrl = (window: Win, url: string) => (window as unknown as HappyWindow).happyDOM.setURL(url);
