// Finds a Chromium for the browser tests, or installs Debian's when that is possible, or says what to install.
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

function find(): string | null {
  return [process.env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place)) ?? null;
}

const hasJapaneseFont = () => spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim() !== '';

export function ensureChromium(): string {
  const found = find();
  if (found && hasJapaneseFont()) return found;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    if (found) return found;
    throw new Error('The browser tests need Chromium: install the packages chromium and fonts-ipafont-gothic.');
  }
  console.log('Installing Chromium and a Japanese font for the browser tests ...');
  const quiet: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], quiet);
  execFileSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-ipafont-gothic'],
    quiet,
  );
  const installed = find();
  if (!installed) throw new Error('Chromium was installed but cannot be found.');
  return installed;
}
