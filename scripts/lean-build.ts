// What keeps the built web side small: which files a wing comes in, and what nobody uses of what it is made of.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin, Rolldown } from 'vite';

/** Modules below these folders; with what they import, unless that is loaded already. */
const within =
  (...folders: string[]) =>
  (id: string) =>
    folders.some((folder) => id.includes(`/src/${folder}`));

const START: Rolldown.CodeSplittingGroup = { name: 'start', tags: ['$initial'], priority: 50 };

/** Few files for a wing rather than one for each part of it: on a phone's line, what counts is how often it asks. */
export const OFFICE_FILES: Rolldown.CodeSplittingGroup[] = [
  START,
  { name: 'office', test: within('web/office-shell', 'backoffice/day/status/'), priority: 20 },
  // What many screens share comes at once with the first of them: a reservation from the list asks for 15 files and not for 26.
  { name: 'shared', test: within('backoffice/shared/', 'web/', 'wire/', 'domain/'), minShareCount: 5, priority: 10 },
];

export const EXAMINEE_FILES: Rolldown.CodeSplittingGroup[] = [
  START,
  // What the errands share, so that my page loads nothing of the booking.
  {
    name: 'parts',
    test: within('examinee/parts/', 'examinee/contract', 'web/', 'wire/', 'domain/'),
    minShareCount: 2,
    priority: 45,
  },
  {
    name: 'booking',
    test: within('examinee/booking/', 'examinee/login/', 'examinee/passwords/'),
    priority: 40,
  },
  { name: 'my-page', test: within('examinee/reservations/'), priority: 30 },
];

/** Of the router's core: fetchers, its own scrolling, actions (forms that are sent through it), routes that come later, monitoring. */
const UNUSED_IN_ROUTER: [RegExp, string][] = [
  [/^\t\t(fetch|getFetcher|resetFetcher|enableScrollRestoration|patchRoutes|_internalSetRoutes),$/gm, ''],
  [/\bopts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false'],
  [/\binit\.(instrumentations|patchRoutesOnNavigation)\b/g, 'undefined'],
];

/**
 * Takes out of the router what nobody uses, which it does not say itself can be left out: links and forms (web/ui/link.tsx is ours), fetchers,
 * actions, late routes and so on. A first page loads 4 KB less of it.
 */
export const slimRouter: Plugin = {
  name: 'slim-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\// },
    handler(code, id) {
      const slim = code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/(?<== )React\$1\.(forwardRef|createContext)\(/g, '/* @__PURE__ */ $&');
      if (!id.endsWith('/lib/router/router.js')) return slim;
      return UNUSED_IN_ROUTER.reduce((text, [unused, instead]) => {
        const less = text.replace(unused, instead);
        // A newer router may be written otherwise: then nothing would be saved any more, and nobody would notice.
        if (less === text) throw new Error(`${id} has no ${unused}: look what of it is unused now.`);
        return less;
      }, slim);
    },
  },
};

/** Whether a custom property is a design token that nobody reads: the sheet stands in the way of the first paint. */
export function unreadTokens(): (name: string) => boolean {
  const tokens = readFileSync(
    createRequire(import.meta.url).resolve('@digital-go-jp/design-tokens/dist/tokens.css'),
    'utf8',
  );
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'));
  const declared = new Set(tokens.match(/--[\w-]+(?=:)/g));
  const read = new Set([tokens, ...sources].flatMap((text) => text.match(/(?<=var\()--[\w-]+/g) ?? []));
  return (name) => declared.has(name) && !read.has(name);
}
