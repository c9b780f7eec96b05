// Runs in the folder of release 1.1.0, by its own modules: restores its backup into a new data folder, or into a database that it then serves.
import { handlers } from '#app/calls.ts';
import { makeService } from '#app/service.ts';
import { runDaily } from '#booking/mail/daily-run.ts';
import { openDatabase } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { startHeartbeat } from '#db/heartbeat.ts';
import { openBackup } from '#server/backup/records.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { buildHttpServer } from '#server/http/http-server.ts';
import { foldLiveCounts, sweepAll } from '#server/jobs.ts';
import { runRetention } from '#server/privacy/run-retention.ts';

const [act, file, where, now] = process.argv.slice(2);
const backup = await openBackup(file, () => Promise.reject(new Error('asked')));
if (act === 'fill-folder') {
  const database = await startEmbedded(where, { durable: false });
  await restoreBackup(database.superuser, backup);
  await database.stop();
} else {
  const connection = JSON.parse(where);
  await restoreBackup(connection, backup);
  const db = openDatabase(connection, 5);
  const service = makeService({
    db,
    heartbeat: startHeartbeat(connection, { db }),
    clock: () => new Date(now),
    config: readConfig({
      REQUESTS_PER_MINUTE: '0',
      BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
      LIVE_BOOKINGS_PER_ACCOUNT: '0',
      BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
    }),
    secret: Buffer.from('a key for tests, of 32 characters'),
  });
  const app = await buildHttpServer(service, handlers);
  app.post('/jobs', async () => {
    const faults = [];
    const report = (what, error) => faults.push(`${what}: ${error.message}`);
    await sweepAll(service, report);
    await foldLiveCounts(db);
    await runRetention(service, report);
    await runDaily(service);
    return faults;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(app.server.address().port);
}
