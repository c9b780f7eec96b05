// The nightly backup as a process of its own, so that it takes nothing from the service's but the database's time.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { LINE_BEGINS } from '#server/access-log/write-log.ts';
import { findPassphrase } from '#server/backup/envelope.ts';
import { NightlyBackups } from '#server/backup/nightly.ts';
import type { Config } from '#server/config.ts';
import { withoutSubject } from './operator/options.ts';

const NIGHTLY = '夜間バックアップ';
const OPERATOR = fileURLToPath(new URL('operator/operator.ts', import.meta.url));

/** Where the database is embedded: whoever has one of their own has somebody who sees to it. */
export function startNightlyBackups(config: Config, clock: () => Date, log: FastifyBaseLogger): NightlyBackups | null {
  if (config.databaseUrl !== null || config.backups.kept === 0) return null;
  const flags = findPassphrase(config.backups) === null ? ['--plain'] : [];
  const write = async (file: string, signal: AbortSignal) => {
    const line = await operate(['backup', file, ...flags], config.dataDir, signal);
    return { line, rows: Number(/ holds (\d+) rows /.exec(line)?.[1]) };
  };
  // That it was made is logged, however little else is.
  const backupLog = log.level === 'warn' ? log.child({}, { level: 'info' }) : log;
  const { backups: settings, dataDir } = config;
  return new NightlyBackups({ write, settings, dataDir, clock, log: backupLog }).start();
}

function operate(args: string[], dataDir: string, signal: AbortSignal): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, OPERATOR_NAME: NIGHTLY };
  const child = spawn(process.execPath, [OPERATOR, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], signal });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      // Its entries in the access log go where the service's own go (ACCESS_LOG_STDOUT).
      const lines = (code === 0 ? out : withoutSubject(err)).split('\n');
      const isEntry = (text: string) => code === 0 && text.startsWith(LINE_BEGINS);
      for (const entry of lines.filter(isEntry)) process.stdout.write(`${entry}\n`);
      const [line = ''] = lines.filter((text) => !isEntry(text));
      if (code === 0) resolve(line);
      else reject(new Error(line || `it ended with ${killedBy ?? code}`));
    });
  });
}
