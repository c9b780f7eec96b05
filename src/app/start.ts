// Starts the service: database, schema, demo, web side, door; and stops all of it again, within a bounded time.

import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { reRenderDailyMail } from '#booking/mail/daily-mails.ts';
import { startDailyRun } from '#booking/mail/daily-run.ts';
import { type Roles, rolesAt } from '#db/connection.ts';
import { openDatabase } from '#db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts';
import { postgresqlSource, readPostgresqlVersion } from '#db/embedded/programs.ts';
import { DiskFull, MAY_PASS } from '#db/errors.ts';
import { readRole } from '#db/grants.ts';
import { isOutages, startHeartbeat } from '#db/heartbeat.ts';
import { checkOwnTables, migrate } from '#db/migrate.ts';
import { analyze } from '#db/pooler-detection.ts';
import { rethrowPlainly, waitForDatabase } from '#db/wait-for-database.ts';
import { requireKeySettings, settleSecret } from '#server/access/key-ring.ts';
import { setAuditOutput } from '#server/access-log/write-log.ts';
import { isBackupPlain } from '#server/backup/envelope.ts';
import { refuseLostData } from '#server/backup/stored-backups.ts';
import { BadConfig, type Config, listeningAt, readConfig } from '#server/config.ts';
import { mountProbes, openMetricsPort } from '#server/health/ports.ts';
import { prepareClosing } from '#server/http/closing.ts';
import type { Prerender } from '#server/http/first-page.ts';
import { buildHttpServer } from '#server/http/http-server.ts';
import { mountImages } from '#server/http/pictures.ts';
import { mountManifests, mountSecurityText, mountWebFiles } from '#server/http/web-files.ts';
import { startJobs } from '#server/jobs.ts';
import { startOutbox } from '#server/mail/outbox.ts';
import type { Service } from '#server/service.ts';
import { handlers } from './calls.ts';
import { ensureDemo } from './demo/ensure-demo.ts';
import { explainRefusal, SAME_SIGNAL_MS } from './explain-refusal.ts';
import { startNightlyBackups } from './nightly-backup.ts';
import { makeService } from './service.ts';
import { buildIfStale, DIST, PRERENDER, WEB } from './web-build.ts';

const PLAIN_BACKUPS =
  'nightly backups are not encrypted: set BACKUP_PASSPHRASE_FILE, or BACKUP_PLAIN=1 where anybody who finds one may read it';

const print = (line: string) => console.log(line);

const SUPERUSER =
  'DATABASE_URL is a superuser, who may read files and run programs on the database machine: give the service a role of its own (docs/operations.md, "The roles of the database")';

/** What was started, as far as the start has got: the ground is stopped when the work is done, the last started first. */
const work: (() => Promise<unknown>)[] = [];
const ground: (() => Promise<unknown>)[] = [];
let letGo = () => {};
/** Signals load balancers that nobody new is to come, and waits until they have heard. */
let drain = async () => {};
let stopSeconds = 0;
/** Connections say goodbye at once or not at all. */
const GOODBYE_MS = 2_000;

async function within(ms: number, ending: Promise<unknown>): Promise<void> {
  await Promise.race([ending, wait(ms, undefined, { ref: false })]).catch((error) => console.error(String(error)));
}

let stopping: Promise<void> | undefined;
function stop(isAtOnce = true): Promise<void> {
  stopping ??= (async () => {
    if (!isAtOnce) await drain();
    await within(stopSeconds * 1000 + GOODBYE_MS, Promise.all(work.map((end) => end())));
    for (const end of ground.reverse()) await end().catch((error) => console.error(String(error)));
  })();
  return stopping;
}

async function end(code: number): Promise<never> {
  await stop(code !== 0);
  process.exit(code);
}

let firstSignal: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    firstSignal ??= Date.now();
    if (Date.now() - firstSignal > SAME_SIGNAL_MS) {
      letGo();
      process.exit(1);
    }
    void end(0);
  });
}

try {
  await start(readConfig(process.env), readFlags());
} catch (error) {
  const refusal = explainRefusal(error);
  await stop();
  console.error(refusal?.message ?? error);
  process.exit(refusal?.exitCode ?? MAY_PASS);
}

/** To begin with a new key or with nothing, where there was something before, is said for one start and stands in no setting. */
function readFlags() {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({ options: { 'new-key': flag, new: flag } });
    return { takesNew: values['new-key'], isNew: values.new };
  } catch {
    throw new BadConfig(
      'The start knows --new and --new-key and nothing else; what can be set stands in docs/operations.md.',
    );
  }
}

async function start(config: Config, flags: ReturnType<typeof readFlags>): Promise<void> {
  stopSeconds = config.stopSeconds;
  const log = pino({ level: config.logLevel, base: null, serializers: { err: describeFault } });
  requireKeySettings(config);
  refuseLostData(config, flags.isNew);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  for (const warning of config.warnings) log.warn(warning);
  const embedded = config.databaseUrl === null ? await startOwn(config, log) : null;
  const roles: Roles = embedded ?? rolesAt(config.databaseUrl ?? '', config.databaseOwnerUrl);
  const { connection } = roles;
  await prepareDatabase(roles, config, log);
  const db = openDatabase(connection, config.poolSize);
  ground.push(() => within(GOODBYE_MS, db.destroy()));
  const [postgresql] = await readPostgresqlVersion(db);
  log.info(`PostgreSQL ${postgresql?.version} (${postgresqlSource(config)})`);
  const secret = await settleSecret(db, config, flags);
  const heartbeat = startHeartbeat(connection, {
    db,
    look: checkOwnTables,
    isFull: embedded?.isFull,
    onGone: ({ id }, error) => log.error({ id, reason: error.message }, describeOutage(error)),
    onBack: ({ id, since }) => log.warn({ id, ms: Date.now() - since.getTime() }, 'the database answers again'),
  });
  ground.push(async () => heartbeat.stop());

  const now = () => new Date();
  const hasDemo = await ensureDemo(db, config, now(), print, () => analyze(roles.owner));
  await buildIfStale(print);

  const service = makeService({ db, heartbeat, clock: now, config, secret });
  await service.hidden.refresh();
  startAccessLog(service, log);
  const app = await buildHttpServer(service, handlers, log);
  const close = prepareClosing(app);
  work.push(() => close(config.stopSeconds * 1000));
  mountProbes(app, service);
  mountImages(app, service);
  mountManifests(app);
  mountSecurityText(app, service);
  const prerender: Prerender = await import(pathToFileURL(`${DIST}/${PRERENDER}`).href);
  await mountWebFiles(app, `${DIST}/${WEB}`, { service, prerender });
  await openMetricsPort(service);
  await app.listen({ host: config.host, port: config.port });
  drain = () => {
    service.phase = 'draining';
    return wait(config.drainSeconds * 1000);
  };
  const jobs = startJobs(service, log);
  work.push(async () => jobs.stop());
  const outbox = startOutbox(service, reRenderDailyMail(service), log);
  service.outbox = outbox;
  const nightly = startNightlyBackups(config, now, log);
  if (nightly) {
    service.nightly = nightly;
    work.push(() => nightly.stop());
    if (isBackupPlain(service)) log.warn(PLAIN_BACKUPS);
  }
  const dailyRun = startDailyRun(service, log);
  work.push(() => dailyRun.stop());
  work.push(() => within(config.stopSeconds * 1000, outbox.stop()));
  embedded?.keepRoom();
  greet(config, embedded, hasDemo);
}

/** A database of one's own may come up after the service, as when a whole rack is switched on. */
async function prepareDatabase(roles: Roles, config: Config, log: FastifyBaseLogger): Promise<void> {
  const report = (reason: string) => log.warn({ reason }, 'waiting for the database');
  if (config.databaseUrl !== null) await waitForDatabase(roles.connection, config.startWaitSeconds, report);
  await migrate(roles, undefined, (line) => log.warn(line)).catch(rethrowPlainly);
  if (config.databaseUrl !== null && (await readRole(roles.connection)).isSuperuser) log.warn(SUPERUSER);
}

const describeOutage = (error: Error) =>
  error instanceof DiskFull ? 'nothing can be saved until there is room on the disk' : 'the database does not answer';

/** What was read until the last answer went out is written before the database is left. */
function startAccessLog({ accessLog, unknownAttempts, config, heartbeat }: Service, log: FastifyBaseLogger): void {
  if (config.isAccessLogPrinted) setAuditOutput((line) => process.stdout.write(line));
  accessLog.onFault = (error) => {
    if (!isOutages(heartbeat, error)) log.error({ err: error }, 'entries of the access log wait');
  };
  unknownAttempts.onMinute = (counts) => log.warn(counts, 'tries to log in without an entry in the access log');
  ground.push(() => {
    unknownAttempts.flush();
    return within(GOODBYE_MS, accessLog.flush());
  });
}

/** The PostgreSQL of the data folder: without it there is no service. */
async function startOwn({ dataDir, postgresBin }: Config, log: FastifyBaseLogger): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded(dataDir, { machineBin: postgresBin }, (line) => log.error(line));
  ground.push(() => embedded.stop());
  letGo = embedded.letGo;
  embedded.lost.then((error) => {
    console.error(`The service ends, since its database cannot be started again. ${error.message}`);
    void end(1);
  });
  return embedded;
}

/** The database's messages may quote what people typed: of a fault, only its kind and its place are logged. */
function describeFault(error: Error & { code?: string; table?: string; constraint?: string }) {
  const { name, code, table, constraint } = error;
  const message = code && /^[0-9A-Z]{5}$/.test(code) ? '(database)' : error.message;
  return { name, message, code, table, constraint, stack: error.stack?.split('\n').slice(1).join('\n') };
}

function greet(config: Config, embedded: EmbeddedDatabase | null, hasDemo: boolean): void {
  const base = listeningAt(config);
  print('');
  print('健診びより is ready.');
  print(`  Back office   ${base}/AdminLogin${hasDemo ? '        demo0001 / Biyori#2026' : ''}`);
  print(
    `  Examinees     ${base}/CommonTop/${hasDemo ? 'demo    hanako@example.jp / Biyori#2026' : '{route parameter}'}`,
  );
  print(`  Data          ${embedded ? (embedded.elsewhere ?? config.dataDir) : 'the database of DATABASE_URL'}`);
  print(`  Mails         ${config.smtpUrl ? 'sent over SMTP' : `written to ${config.dataDir}/mails (no SMTP_URL)`}`);
  if (config.metricsPort > 0) {
    print(`  Metrics       ${listeningAt({ host: config.metricsHost, port: config.metricsPort })}/metrics`);
  }
  print('  Stop with Ctrl-C.');
}
