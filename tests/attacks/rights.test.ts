// What the service's own role may not do, so that somebody who gets a statement into the service gets no further (decision 96).
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRole } from '#db/grants.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

let service: TestService;
let client: pg.Client;
beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution('10000001', 'rights01');
  await service.post('/api/Course/List', {}, await service.logIn('rights01'));
  client = new pg.Client(service.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.close();
});

test('the service is no superuser, and none of its tables are its own', async () => {
  expect(await readRole(service.connection)).toMatchObject({ isSuperuser: false });
  const { rows } = await client.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = current_user`);
  expect(rows).toEqual([]);
  const { rows: roles } = await client.query(
    'select rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(Object.values(roles[0])).toEqual([false, false, false, false]);
});

const REFUSED = [
  `copy (select 1) to program 'true'`,
  `copy institutions to '/tmp/institutions'`,
  `select pg_read_file('postgresql.conf')`,
  'update access_log set subject = $$$$',
  'delete from access_log',
  'truncate access_log',
  'alter table access_log disable trigger all',
  'drop trigger is_kept on access_log',
  'drop table access_log',
  'create or replace function keep_access_log() returns trigger language plpgsql as $$ begin return old; end $$',
  'create rule no_log as on insert to access_log do instead nothing',
  'create table stolen as select * from administrators',
  'update schema_migrations set checksum = $$$$',
  'set session_replication_role = replica',
  'alter system set log_min_error_statement = error',
  'create role another superuser',
  'alter role current_user superuser',
  'create extension dblink',
];
test.each(REFUSED)('%s is refused to it', async (statement) => {
  // By a right that is missing: 42501.
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('it may add to the log, and prune it by the function that keeps the rules of that', async () => {
  const { rows } = await client.query<{ privilege: string }>(`
    select privilege_type as privilege from information_schema.role_table_grants
     where table_name = 'access_log' and grantee = current_user order by 1`);
  expect(rows.map(({ privilege }) => privilege)).toEqual(['INSERT', 'SELECT']);
  await client.query(`insert into access_log (institution_code, at, actor_kind, act)
    values ('10000001', '2001-01-01', 'service', '11')`);
  const pruned = await client.query(`select prune_access_log('10000001', '2002-01-01', 10) as count`);
  expect(pruned.rows).toEqual([{ count: 1 }]);
});

test('what it puts into a temporary schema takes no part in that function', async () => {
  await client.query('create temporary table access_log (institution_code text, at timestamptz, entry_id uuid)');
  await client.query(`insert into access_log values ('10000001', '2001-01-01', gen_random_uuid())`);
  const { rows } = await client.query(`select prune_access_log('10000001', '2002-01-01', 10) as count`);
  expect(rows).toEqual([{ count: 0 }]);
  await client.query('drop table pg_temp.access_log');
});
