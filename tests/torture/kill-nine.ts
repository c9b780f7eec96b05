// Kills the service under load, again and again: every write it acknowledged must be there after the restart.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = new URL('../../', import.meta.url).pathname;
const WRITERS = 8;

interface Outcome {
  acknowledged: number;
  missing: string[];
}

export async function killNine(rounds: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-kill-'));
  const port = await freePort();
  const acknowledged = new Set<string>();
  let service: ChildProcess | null = null;
  try {
    for (let round = 1; round <= rounds; round++) {
      service = await start(dataDir, port);
      const token = await logIn(port);
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilDead(port, token, `${round}-${writer}`, acknowledged),
      );
      await wait(300 + Math.random() * 700);
      service.kill('SIGKILL');
      await Promise.all(writers);
      say(`round ${round}: ${acknowledged.size} writes acknowledged so far`);
    }
    service = await start(dataDir, port);
    const kept = await listNames(port, await logIn(port));
    return { acknowledged: acknowledged.size, missing: [...acknowledged].filter((name) => !kept.has(name)) };
  } finally {
    if (service && service.exitCode === null) {
      service.kill('SIGTERM');
      await new Promise((resolve) => service?.once('exit', resolve));
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function start(dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'src/app/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      REQUESTS_PER_MINUTE: '0',
      TOKEN_REQUESTS_PER_MINUTE: '1000',
    },
  });
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    const alive = await fetch(`http://127.0.0.1:${port}/api/AdminLogin/GetAliveServer`).then(
      (response) => response.ok,
      () => false,
    );
    if (alive) return child;
    await wait(100);
  }
  throw new Error('the service does not answer');
}

async function post(port: number, call: string, form: Record<string, string>, token = '') {
  const response = await fetch(`http://127.0.0.1:${port}${call}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: new URLSearchParams(form),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function logIn(port: number): Promise<string> {
  const form = { grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' };
  return String((await post(port, '/Token', form)).access_token);
}

async function writeUntilDead(port: number, token: string, prefix: string, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count++) {
    const name = `耐久 ${prefix}-${count}`;
    const form = { wknm: name, krkb: '1', ccd1: '1' };
    const answer = await post(port, '/api/MasterWWAKU/Register', form, token).catch(() => null);
    if (!answer) return;
    if (answer.errorCode === 0) acknowledged.add(name);
  }
}

async function listNames(port: number, token: string): Promise<Set<string>> {
  const { listWAKU } = (await post(port, '/api/MasterWWAKU/List', {}, token)) as { listWAKU: { WKNM: string }[] };
  return new Set(listWAKU.map(({ WKNM }) => WKNM));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
