// A service for a test with the demo of today: what it holds is loaded once for all of them.
import { inject } from 'vitest';
import { loadDemo } from '#app/demo/ensure-demo.ts';
import { openDatabase } from '#db/database.ts';
import { TEMPLATE } from './global-setup.ts';
import { prepareOnce } from './prepared.ts';
import { runOnServer, startTestService, type TestService } from './service.ts';

const DEMO = `${TEMPLATE}_demo`;

export async function startDemoService(): Promise<TestService> {
  const now = new Date();
  const server = inject('database');
  await prepareOnce('demo', async () => {
    await runOnServer(server, `create database ${DEMO} template ${TEMPLATE} strategy file_copy`);
    const db = openDatabase({ ...server, database: DEMO }, 2);
    await db.transaction().execute((transaction) => loadDemo(transaction, now));
    await db.destroy();
  });
  return startTestService({ now: now.toISOString(), template: DEMO });
}
