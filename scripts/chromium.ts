// Finds a Chromium for the browser tests, or installs Debian's when that is possible, or says what to install.
import { FONT, find, hasJapaneseFont, install } from './debian.ts';

// Without the parts that draw windows it does the same in half the time.
const HEADLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

export function ensureChromium(): string {
  const best = find([process.env.CHROMIUM, HEADLESS]);
  if (best && hasJapaneseFont()) return best;
  const installed = install(['chromium-headless-shell']) || install(['chromium']);
  const found = find([process.env.CHROMIUM, HEADLESS, ...WHOLE]);
  if (found) return found;
  throw new Error(
    installed
      ? 'Chromium was installed but cannot be found.'
      : `The browser tests need Chromium: install the packages chromium-headless-shell (or chromium) and ${FONT}.`,
  );
}
