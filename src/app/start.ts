// Starts the service: database, schema, demo, web side, door; and stops all of it again.
import { mkdirSync } from 'node:fs';
import pino from 'pino';
import { type Connection, type Db, openDatabase } from '#db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded.ts';
import { AlreadyRunning } from '#db/embedded-owner.ts';
import { migrate, SchemaMismatch } from '#db/migrate.ts';
import { BadConfig, type Config, readConfig } from '#server/config.ts';
import { buildDoor } from '#server/door.ts';
import { mountImages } from '#server/images.ts';
import { startJobs } from '#server/jobs.ts';
import { startOutbox } from '#server/outbox.ts';
import { readSecret } from '#server/secret.ts';
import { mountWebFiles } from '#server/web-files.ts';
import { handlers } from './calls.ts';
import { loadDemo } from './demo/load-demo.ts';
import { buildIfStale, DIST } from './web-build.ts';

const say = (line: string) => console.log(line);

/** What has been started, so that it can be stopped in reverse order, from wherever the start has got to. */
const stops: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const each of stops.reverse()) await each().catch((error) => console.error(String(error)));
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await stop();
    process.exit(0);
  });
}

try {
  await start(readConfig(process.env));
} catch (error) {
  await stop();
  const foreseen = error instanceof BadConfig || error instanceof AlreadyRunning || error instanceof SchemaMismatch;
  const code = (error as NodeJS.ErrnoException).code;
  if (foreseen) console.error((error as Error).message);
  else if (code === 'EADDRINUSE') console.error('The port is taken by another program: choose another with PORT.');
  else if (code === 'ECONNREFUSED') console.error('The database of DATABASE_URL does not answer.');
  else console.error(error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir) : null;
  if (embedded) stops.push(() => embedded.stop());
  const connection: Connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  await migrate(connection);
  const db = openDatabase(connection, config.poolSize);
  stops.push(() => db.destroy());

  const now = () => new Date();
  const hasDemo = embedded !== null && (await loadDemoIfEmpty(db, now()));
  await buildIfStale(say);

  const service = { db, clock: now, config, secret: readSecret(config.secretKey, config.dataDir) };
  const log = pino({ level: config.logLevel, base: null, serializers: { err: describeFault } });
  const app = await buildDoor(service, handlers, log);
  stops.push(() => app.close());
  mountImages(app, db);
  await mountWebFiles(app, DIST);
  await app.listen({ host: config.host, port: config.port });
  const jobs = startJobs(service, log);
  stops.push(async () => jobs.stop());
  const outbox = startOutbox(service, log);
  stops.push(() => outbox.stop());
  greet(config, embedded, hasDemo);
}

/** Loads the demo into an empty database; says whether the demo institution is there. */
async function loadDemoIfEmpty(db: Db, now: Date): Promise<boolean> {
  const routes = await db.selectFrom('institution_routes').select('route_param').execute();
  if (routes.length > 0) return routes.some(({ route_param }) => route_param === 'demo');
  say('Loading the demo institution into the empty database ...');
  await db.transaction().execute((transaction) => loadDemo(transaction, now));
  return true;
}

/** The database's messages may quote what people typed: of a fault, only its kind and its place are logged. */
function describeFault(error: Error & { code?: string; table?: string; constraint?: string }) {
  const { name, code, table, constraint } = error;
  const message = code && /^[0-9A-Z]{5}$/.test(code) ? '(database)' : error.message;
  return { name, message, code, table, constraint, stack: error.stack?.split('\n').slice(1).join('\n') };
}

function greet(config: Config, embedded: EmbeddedDatabase | null, hasDemo: boolean): void {
  const base = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  say('');
  say('健診びより is ready.');
  say(`  Back office   ${base}/AdminLogin${hasDemo ? '        demo0001 / Biyori#2026' : ''}`);
  say(`  Examinees     ${base}/CommonTop/${hasDemo ? 'demo    hanako@example.jp / Biyori#2026' : '{route parameter}'}`);
  say(`  Data          ${embedded ? (embedded.elsewhere ?? config.dataDir) : 'the database of DATABASE_URL'}`);
  say(`  Mails         ${config.smtpUrl ? 'sent over SMTP' : `written to ${config.dataDir}/mails (no SMTP_URL)`}`);
  say('  Stop with Ctrl-C.');
}
