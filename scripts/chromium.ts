// Finds a Chromium for the browser tests, or installs Debian's when that is possible, or says what to install.
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Without the parts that draw windows it does the same in half the time.
const HEADLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
const FONT = 'fonts-ipafont-gothic';

const find = (places: readonly (string | undefined)[]) => places.find((place) => place && existsSync(place));
const hasJapaneseFont = () => spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim() !== '';

export function ensureChromium(): string {
  const best = find([process.env.CHROMIUM, HEADLESS]);
  if (best && hasJapaneseFont()) return best;
  const installed = canInstall() && (install('chromium-headless-shell') || install('chromium'));
  const found = find([process.env.CHROMIUM, HEADLESS, ...WHOLE]);
  if (found) return found;
  throw new Error(
    installed
      ? 'Chromium was installed but cannot be found.'
      : `The browser tests need Chromium: install the packages chromium-headless-shell (or chromium) and ${FONT}.`,
  );
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(browser: string): boolean {
  console.log(`Installing ${browser} and a Japanese font for the browser tests ...`);
  const quiet: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], quiet);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, FONT], quiet);
    return true;
  } catch {
    return false;
  }
}
