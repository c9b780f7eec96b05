// The service as `npm start` runs it, in a process of its own: for what kills, stops or starves it.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectRunning } from '#db/embedded/embedded.ts';
import { encodeForm } from '#wire/form.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface RealService {
  port: number;
  pid: number;
  /** What it has said so far, on either output. */
  output: string[];
  /** Its exit code, when it ends. */
  ended: Promise<number | null>;
  isRunning(): boolean;
  signal(signal: NodeJS.Signals): void;
  isAlive(): Promise<boolean>;
  // biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
  post(path: string, form: Record<string, unknown>, token?: string): Promise<Record<string, any>>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  askToken(): Promise<Record<string, any>>;
  /** The demo's administrator; returns a token. */
  logIn(): Promise<string>;
  /** Stops it if it still runs. */
  stop(): Promise<void>;
}

export async function startRealService(
  dataDir: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<RealService> {
  const port = Number(env.PORT) || (await freePort());
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['scripts/run.mjs', 'src/app/start.ts', ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // Others are opened beside it.
      DEMO: '1',
      REQUESTS_PER_MINUTE: '0',
      TOKEN_REQUESTS_PER_MINUTE: '0',
      GUEST_RESERVATIONS_PER_MINUTE: '0',
      BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
      LIVE_BOOKINGS_PER_ACCOUNT: '0',
      BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
      AVAILABILITY_REQUESTS_PER_MINUTE: '0',
      ...env,
    },
  });
  const output: string[] = [];
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => output.push(line));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  const service: RealService = {
    port,
    pid: child.pid ?? 0,
    output,
    ended,
    isRunning,
    signal: (signal) => child.kill(signal),
    isAlive: () =>
      fetch(`${base}/api/AdminLogin/GetAliveServer`, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.ok,
        () => false,
      ),
    async post(path, form, token) {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: token ? { authorization: `Bearer ${token}` } : {},
        body: encodeForm(form),
        signal: AbortSignal.timeout(60_000),
      });
      return (await response.json()) as Record<string, unknown>;
    },
    askToken: () => service.post('/Token', { grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' }),
    async logIn() {
      return String((await service.askToken()).access_token);
    },
    async stop() {
      if (isRunning()) child.kill('SIGTERM');
      await ended;
    },
  };
  for (const deadline = Date.now() + 300_000; !(await service.isAlive()); await wait(100)) {
    if (isRunning() && Date.now() < deadline) continue;
    await service.stop();
    throw new Error(`the service did not start:\n${output.join('\n')}`);
  }
  return service;
}

/** How its database is reached, past the service. */
export function connectionTo(dataDir: string) {
  const running = connectRunning(dataDir);
  if (!running) throw new Error('the database does not run');
  return running.superuser;
}

/** A connection to its database, past the service. */
export async function connectBeside(dataDir: string, database = 'biyori'): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(dataDir), database });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** One question, on a connection of its own. */
export async function askBeside<Row extends object>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connectBeside(dataDir);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
