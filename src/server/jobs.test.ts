// What is removed once it has run out, and that one table's trouble is its own.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { sweepAll } from './jobs.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  await service.openInstitution('10000001', 'clinic01');
  await sql`insert into failed_tries (key, failures, last_failure_at)
    select 'old' || n, 1, '2026-11-14T09:59:00+09:00' from generate_series(1, 25) n
    union all values ('new', 1, timestamptz '2026-11-14T10:01:00+09:00')`.execute(service.db);
  await sql`update sessions set last_used_at = '2026-11-14T21:00:00+09:00'`.execute(service.db);
});
afterAll(() => service.close());

const left = async () => {
  const tries = await service.db.selectFrom('failed_tries').select('key').where('key', 'in', ['new', 'old1']).execute();
  const { rows } = await sql<{ old: string }>`select count(*) as old from failed_tries where key like 'old%'`.execute(
    service.db,
  );
  const sessions = await service.db.selectFrom('sessions').select('kind').execute();
  return { tries: tries.map(({ key }) => key), old: Number(rows[0]?.old), sessions: sessions.length };
};

test('all that is old goes, in however many batches, and a table that refuses keeps none of the others', async () => {
  const failed: string[] = [];
  const report = (what: string) => void failed.push(what);
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$no$$; end'`.execute(
    service.admin,
  );
  await sql`create trigger refuse before delete on sessions for each row execute function refuse()`.execute(
    service.admin,
  );
  await sweepAll(service.running, report, 10);
  expect(failed).toEqual(['sweep of sessions']);
  expect(await left()).toEqual({ tries: ['new'], old: 0, sessions: 1 });

  await sql`drop trigger refuse on sessions`.execute(service.admin);
  await sweepAll(service.running, report, 10);
  expect(failed).toEqual(['sweep of sessions']);
  expect(await left()).toEqual({ tries: ['new'], old: 0, sessions: 0 });
});
