// Whoever changes masters takes their version before anything else: so nobody can wait for somebody who waits for them.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import type { Administrator } from '#server/service.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { openClerksGround, saveTogether } from '#tests/torture/clerks.ts';

const OWN = '60000006';
let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  await openClerksGround(service.db, OWN);
  await addAdministrator(service.db, {
    institutionCode: OWN,
    userId: 'clerks01',
    displayName: '受付',
    password: PASSWORD,
  });
  token = await service.logIn('clerks01');
});
afterAll(() => service.close());

/** Calendars are no masters: what they say is read again for every booking, and saving them never touches the version. */
const CALENDARS = /^\/api\/(MasterWCALM|MasterWWKKR)(Bulk)?\//;
/** Called masters on the wire, but about reservations. */
const RESERVATIONS = /^\/api\/MasterWIGA1/;

const saves = handlers.filter(
  ({ call: { effect, path } }) =>
    effect === 'write' && path.startsWith('/api/MasterW') && !CALENDARS.test(path) && !RESERVATIONS.test(path),
);

test('there are saves to look at', () => {
  expect(saves.length).toBeGreaterThan(35);
});

test.each(saves.map((handler) => [handler.call.path, handler] as const))(
  '%s waits for it holding nothing',
  async (_path, handler) => {
    const holder = new pg.Client(service.connection);
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from masters_versions where institution_code = $1 for update', [OWN]);
      // It gets as far as the lock whatever was sent, since that comes first.
      const who = {
        kind: 'administrator',
        institutionCode: OWN,
        now: new Date(),
        service: {},
      } as unknown as Administrator;
      const save = service.db.transaction().execute((db) => handler.run(db, who, {}));
      const ended = save.then(
        () => 'ended',
        () => 'ended',
      );
      const waiting = await Promise.race([findWaiting(), ended]);
      expect(waiting).toEqual({ pid: expect.any(Number), held: ['masters_versions'] });
      await sql`select pg_cancel_backend(${(waiting as { pid: number }).pid})`.execute(service.db);
      await ended;
    } finally {
      await holder.end();
    }
  },
);

/** Whoever waits for a lock, and the tables of which they have locked rows, or mean to. */
async function findWaiting(): Promise<{ pid: number; held: string[] } | null> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const { rows } = await sql<{ pid: number; held: string[] }>`
      select a.pid, array(select l.relation::regclass::text from pg_locks l join pg_class c on c.oid = l.relation
                           where l.pid = a.pid and l.locktype = 'relation' and c.relkind = 'r'
                             and l.mode <> 'AccessShareLock') as held
        from pg_stat_activity a
       where a.datname = current_database() and a.wait_event_type = 'Lock'`.execute(service.db);
    if (rows[0]) return rows[0];
  }
  return null;
}

test('a course save, a frame update and others at once, 30 rounds: none is refused, and none had to be tried again', async () => {
  let outcome: Awaited<ReturnType<typeof saveTogether>> | undefined;
  const statements = await watchStatements(async () => {
    outcome = await saveTogether((path, form) => service.post(path, form, token), 30);
  });
  expect(outcome).toEqual({ saves: 210, strange: [] });
  // A deadlock would be tried again by itself, after a second.
  expect(statements.filter((statement) => statement === 'begin')).toHaveLength(210);
});
