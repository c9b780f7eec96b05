// Debian's packages: what the tests need and the machine lacks is installed from them where the command runs as root.
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const FONT = 'fonts-ipafont-gothic';

export const find = (places: readonly (string | undefined)[]) => places.find((place) => place && existsSync(place));
export const hasJapaneseFont = () => spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim() !== '';

/** Whether they are there now. */
export function install(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${packages.join(', ')} and a Japanese font for the browser tests ...`);
  const quiet: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], quiet);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages, FONT], quiet);
    return true;
  } catch {
    return false;
  }
}
