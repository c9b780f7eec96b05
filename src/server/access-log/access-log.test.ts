// The access log as the HTTP server keeps it: with a write in its transaction, behind the answer of a read, and of whoever may not.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accountHandlers } from '#account/server.ts';
import type { Role } from '#domain/staff/roles.ts';
import { handle, handleBigRead } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { officeCalls } from '#wire/call.ts';
import { Failure, forbidden, refused } from '#wire/failure.ts';
import { integer } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { MOST_ENTRIES, setAuditOutput } from './write-log.ts';

const { read, write, bigRead } = officeCalls('Test', { least: 'reception' });
const request = record({ number: integer('ukno', '予約番号', { max: 999_999_999 }) });
const subject = ({ number }: { number: number }) => String(number);
const look = read('Look', { request, log: { act: 'look', subject } });
const glance = read('Glance', { request });
const save = write('Save', { request, log: { act: 'master', subject, note: '更新' } });
const rows = record({
  rows: list('rows', '行', record({ number: integer('ukno', '予約番号', { max: 999_999_999 }) })),
});
const search = bigRead('Search', { request, reply: rows, log: { act: 'search' } });

/** What the server half of a save or a search is to do. */
let act = async (_attempt: number) => {};
let attempts = 0;
let found: { number: number }[] = [];

let service: TestService;
const NOW = new Date('2026-11-15T10:00:00+09:00');
const clerk = (role: Role) =>
  openClerk(service.db, { institutionCode: '10000001', userId: `log${role.slice(0, 5).padEnd(5, '0')}`, role }, NOW);
let reception: string;

beforeAll(async () => {
  service = await startTestService({
    only: [
      ...accountHandlers,
      handle(look, async () => ({})),
      handle(glance, async () => ({})),
      handle(save, async (db, who) => {
        await db.updateTable('institutions').set({ name: '変更後' }).execute();
        who.trace.details = { ...who.trace.details, count: (who.trace.details?.count ?? 0) + 1 };
        await act(++attempts);
        return {};
      }),
      handleBigRead(search, 'rows', async (_db, who) => {
        who.trace.details = { conditions: ['氏名'], count: found.length };
        if (found.length === 0) throw new Failure('NoData', ['該当するデータがありません。']);
        return { reply: {}, pieces: [found][Symbol.iterator]() as unknown as AsyncIterable<typeof found> };
      }),
    ],
  });
  await service.openInstitution('10000001', 'admin001');
  reception = await clerk('reception');
});
afterAll(() => service.close());
afterEach(() => {
  act = async () => {};
  attempts = 0;
  vi.restoreAllMocks();
});

const nameOf = async () => (await service.db.selectFrom('institutions').select('name').executeTakeFirstOrThrow()).name;
const linesSince = async (count: number) => (await service.readLog()).slice(count);

test('a save and its entry are one: who, when, from where, what, and what it did', async () => {
  const before = (await service.readLog()).length;
  await service.ask(save, { number: 123 }, reception);
  expect(await linesSince(before)).toMatchObject([
    {
      institution_code: '10000001',
      at: NOW,
      actor_kind: 'staff',
      user_id: 'logrecep',
      display_name: '受付',
      role: 'reception',
      address: '127.0.0.1',
      act: '21',
      subject: '123',
      details: { note: '更新', count: 1 },
      outcome: 'ok',
    },
  ]);
});

test('a save that collides with another one and is made again leaves one entry, of its last try', async () => {
  const before = (await service.readLog()).length;
  act = async (attempt) => {
    if (attempt === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
  };
  await service.ask(save, { number: 124 }, reception);
  expect(attempts).toBe(2);
  expect(await linesSince(before)).toMatchObject([{ subject: '124', details: { count: 1 } }]);
});

test('what is refused by its content is not logged: nothing happened', async () => {
  const before = (await service.readLog()).length;
  act = async () => {
    throw refused('できません。');
  };
  expect((await service.post(save.path, { ukno: '1' }, reception)).body.errorCode).toBe(13);
  expect((await service.post(save.path, { ukno: 'x' }, reception)).body.errorCode).toBe(12);
  expect(await linesSince(before)).toEqual([]);
});

test('given a save whose log insert fails, then nothing of it is written', async () => {
  await service.db.updateTable('institutions').set({ name: '変更前' }).execute();
  const client = new pg.Client(service.superuser);
  await client.connect();
  await client.query(`alter table access_log add constraint broken check (subject <> '666')`);
  try {
    expect((await service.post(save.path, { ukno: '666' }, reception)).status).toBe(500);
    expect(await nameOf()).toBe('変更前');
  } finally {
    await client.query('alter table access_log drop constraint broken');
    await client.end();
  }
});

test('a read is logged after its answer, without a statement in its way; one without an act never', async () => {
  const before = (await service.readLog()).length;
  const statements = await watchStatements(async () => {
    await service.ask(look, { number: 987 }, reception);
    await service.ask(glance, { number: 987 }, reception);
  });
  expect(statements.filter((statement) => statement.startsWith('insert'))).toEqual([]);
  expect(await linesSince(before)).toMatchObject([{ act: '12', subject: '987', details: {}, outcome: 'ok' }]);
});

test('it is written by itself within a second or so', async () => {
  const count = async () => Number((await service.db.selectFrom('access_log').select('at').execute()).length);
  const before = await count();
  await service.ask(look, { number: 5 }, reception);
  await expect.poll(count).toBe(before + 1);
});

test('a big read is logged with what it has found, and also where that is nothing', async () => {
  const before = (await service.readLog()).length;
  found = [{ number: 100_000_001 }, { number: 100_000_002 }];
  await service.ask(search, { number: 1 }, reception);
  found = [];
  expect((await service.post(search.path, { ukno: '1' }, reception)).body.errorCode).toBe(13);
  const entries = await linesSince(before);
  expect(entries.map(({ details }) => details)).toEqual(
    expect.arrayContaining([
      { conditions: ['氏名'], count: 2 },
      { conditions: ['氏名'], count: 0 },
    ]),
  );
  expect(entries).toHaveLength(2);
});

test('up to 1,000 reservations of a list are named, of a longer one the conditions and the count', async () => {
  const before = (await service.readLog()).length;
  for (const count of [1000, 1001]) {
    found = Array.from({ length: count }, (_, at) => ({ number: 100_000_001 + at }));
    await service.ask(search, { number: 1 }, reception);
  }
  const entries = (await linesSince(before)).map(({ numbers, details }) => [numbers?.length, details]);
  expect(entries).toEqual([
    [1000, { conditions: ['氏名'], count: 1000 }],
    [undefined, { conditions: ['氏名'], count: 1001 }],
  ]);
});

test('who may not is refused, and that is logged as the act, with what it was about', async () => {
  const viewer = await clerk('viewer');
  const before = (await service.readLog()).length;
  for (const form of [{ ukno: '55' }, { ukno: 'no number' }]) {
    expect((await service.post(save.path, form, viewer)).status).toBe(403);
  }
  expect((await service.post(glance.path, { ukno: '55' }, viewer)).status).toBe(403);
  act = async () => {
    throw forbidden();
  };
  expect((await service.post(save.path, { ukno: '56' }, reception)).status).toBe(403);
  const entries = await linesSince(before);
  expect(entries.map(({ act, subject, role, outcome }) => [act, subject, role, outcome].join(' ')).sort()).toEqual([
    '21  viewer refused',
    '21 55 viewer refused',
    '21 56 reception refused',
    '71  viewer refused',
  ]);
});

test('a session that may only set up a second factor is refused, and logged', async () => {
  const token = await openClerk(
    service.db,
    { institutionCode: '10000001', userId: 'logrestr', role: 'reception' },
    NOW,
  );
  await service.db
    .updateTable('sessions')
    .set({ is_restricted: true })
    .where('administrator_id', '=', 'logrestr')
    .execute();
  const before = (await service.readLog()).length;
  expect((await service.post(look.path, { ukno: '77' }, token)).body.isTwoFactorNeeded).toBe('1');
  expect(await linesSince(before)).toMatchObject([{ act: '12', subject: '77', outcome: 'refused' }]);
});

test('ACCESS_LOG_STDOUT: each entry is a line of JSON too', async () => {
  const lines: string[] = [];
  setAuditOutput((line) => lines.push(line));
  try {
    await service.ask(save, { number: 8 }, reception);
    await service.ask(look, { number: 9 }, reception);
    const log = await service.readLog();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { log: 'access', act: '21', subject: '8', at: NOW.toISOString() },
      { log: 'access', act: '12', subject: '9', user_id: 'logrecep', outcome: 'ok' },
    ]);
    const ids = log.map(({ entry_id }) => entry_id);
    expect(lines.every((line) => line.endsWith('\n') && ids.includes(JSON.parse(line).entry_id))).toBe(true);
  } finally {
    setAuditOutput(null);
  }
});

test.each(['update access_log set subject = $$$$', 'delete from access_log', 'truncate access_log'])(
  'given %s, even by whom no right is refused, then it is refused',
  async (statement) => {
    const client = new pg.Client(service.superuser);
    await client.connect();
    const before = await service.readLog();
    await expect(client.query(statement)).rejects.toThrow('the access log is not changed');
    await client.end();
    expect(await service.readLog()).toEqual(before);
  },
);

test("given 20,000 reads while the log's statement hangs, then at most 10,000 were answered, and none is lost", async () => {
  const before = (await service.readLog()).length;
  const holder = new pg.Client(service.superuser);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table access_log in exclusive mode');
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < 20_000; sent += 500) {
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => service.post(look.path, { ukno: '1' }, reception)),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: MOST_ENTRIES, 429: MOST_ENTRIES });
  await holder.query('commit');
  await holder.end();
  expect(await linesSince(before)).toHaveLength(MOST_ENTRIES);
  expect((await service.post(look.path, { ukno: '1' }, reception)).status).toBe(200);
}, 120_000);
