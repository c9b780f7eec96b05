// Finds Firefox and WebKitGTK for `npm run browsers`, or installs Debian's when that is possible, or says what to install.
import { FONT, find, hasJapaneseFont, install } from './debian.ts';

/** Where each program is looked for, and the package that it comes with. */
const PROGRAMS = {
  firefox: { places: [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'], from: 'firefox-esr' },
  webKitDriver: { places: ['/usr/bin/WebKitWebDriver'], from: 'webkit2gtk-driver' },
  // WebKitGTK draws into a window, and a window needs a screen.
  screen: { places: ['/usr/bin/Xvfb'], from: 'xvfb' },
} as const;

export type OtherBrowsers = Record<keyof typeof PROGRAMS, string>;

const entries = Object.entries(PROGRAMS) as [keyof OtherBrowsers, (typeof PROGRAMS)[keyof OtherBrowsers]][];
const missing = () => [
  ...entries.filter(([, { places }]) => !find(places)).map(([, { from }]) => from),
  ...(hasJapaneseFont() ? [] : [FONT]),
];

export function ensureOtherBrowsers(): OtherBrowsers {
  if (missing().length > 0) install(missing());
  if (missing().length > 0) throw new Error(`npm run browsers needs the packages ${missing().join(', ')}.`);
  return Object.fromEntries(entries.map(([name, { places }]) => [name, find(places)])) as OtherBrowsers;
}
