// The hourly work of forgetting: what goes, what stays, and that nobody waits for anybody.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchSummary } from '#backoffice/day/status/contract.ts';
import { HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { runRetention } from './run-retention.ts';

const QUICK = { batch: 10, restMs: 0, tableMs: 60_000 };
const [BIG, SMALL] = ['10000001', '10000002'];

const all = async <T>(service: TestService, text: string): Promise<T[]> =>
  (await sql.raw<T>(text).execute(service.db)).rows;
const refuse = (what: string) => {
  throw new Error(what);
};
const run = (service: TestService, options = {}) => runRetention(service.running, refuse, { pace: QUICK, ...options });

/** Those that still tell who they were for. */
const known = (service: TestService, institution: string) =>
  all<{ number: number }>(
    service,
    `select reservation_number as number from reservations where institution_code = '${institution}' and anonymised_at is null`,
  );

test("Given a visit of five years and a day ago, when the job has run, then the month's counts are as before and no column holds the name, in history and mails neither", async () => {
  const office: ReservationOffice = await openReservationOffice();
  const { service } = office;
  const { number } = await office.book({ nam1: '内緒', ryk1: 'ナイショ', mem1: '内緒です', reserveDate: '2026/12/01' });
  const { number: younger } = await office.book({ nam1: '今井', reserveDate: '2026/12/02' });
  await office.update(number, { trno: 'P-0001', isSendMail: '1' });
  const [before, after] = ['2031-12-01T10:00:00+09:00', '2031-12-02T10:00:00+09:00'];
  const days = { visitFrom: '2026-12-01', visitTo: '2026-12-31' };
  const ranges = { registeredFrom: null, registeredTo: null, updatedFrom: null, updatedTo: null, ...days };

  service.setNow(before);
  const counts = await service.ask(searchSummary, ranges, await service.logIn('clerk001'));
  await run(service);
  expect(await known(service, HOSPITAL)).toHaveLength(2);

  service.setNow(after);
  expect(await run(service)).toMatchObject({ reservations: 1 });
  expect(await known(service, HOSPITAL)).toEqual([{ number: younger }]);
  const token = await service.logIn('clerk001');
  expect(await service.ask(searchSummary, ranges, token)).toEqual(counts);
  expect(await wrongCounters(service.db)).toEqual([]);
  const tables = [
    'reservations',
    'reservation_history',
    'outbox_mails',
    'examinees',
    'access_log',
    'answered_requests',
  ];
  for (const table of tables) {
    const rows = await all<{ text: string }>(service, `select to_jsonb(t)::text as text from ${table} t`);
    for (const { text } of rows)
      for (const personal of ['内緒', 'ナイショ', 'P-0001']) expect(text).not.toContain(personal);
  }
  expect(await all(service, `select actor_kind, act, subject, details from access_log where act = '43'`)).toEqual([
    { actor_kind: 'service', act: '43', subject: String(number), details: { count: 1 } },
  ]);
  await service.close();
});

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(BIG, 'clinic01');
  await service.openInstitution(SMALL, 'clinic02');
});
afterAll(() => service.close());

const putVisits = async (institution: string, count: number) => {
  for (let n = 0; n < count; n++) {
    await putReservation(service.db, institution, { visitDate: '2020-10-01', slotCode: '01', startMinute: 540 });
  }
};

test("Given many due rows in one institution, when the job runs, then another's few are done in the same hour", async () => {
  await putVisits(BIG, 35);
  await putVisits(SMALL, 3);
  // Not even time for a second step.
  const hour = { pace: { ...QUICK, tableMs: 0 } };
  await run(service, hour);
  expect(await known(service, SMALL)).toEqual([]);
  expect(await known(service, BIG)).toHaveLength(25);
  // The next hours go on behind the last place.
  await run(service, hour);
  expect(await known(service, BIG)).toHaveLength(15);
  await run(service);
  expect(await known(service, BIG)).toEqual([]);
  const entries = await all<{ institution: string; count: number }>(
    service,
    `select institution_code as institution, (details ->> 'count')::integer as count from access_log where act = '43' order by entry_id`,
  );
  const sum = (code: string) =>
    entries.filter(({ institution }) => institution === code).reduce((all, { count }) => all + count, 0);
  expect([sum(BIG), sum(SMALL)]).toEqual([35, 3]);
});

test('a walk begins once a day, and goes on behind the last visit', async () => {
  await putReservation(service.db, SMALL, { visitDate: '2020-09-01', slotCode: '01', startMinute: 540 });
  expect((await run(service)).reservations).toBeUndefined();
  service.setNow('2026-11-16T00:30:00+09:00');
  await putReservation(service.db, SMALL, { visitDate: '2021-11-15', slotCode: '01', startMinute: 540 });
  expect(await run(service)).toMatchObject({ reservations: 1 });
  await service.db.deleteFrom('privacy_progress').execute();
  expect(await run(service)).toMatchObject({ reservations: 1 });
  expect(await known(service, SMALL)).toEqual([]);
});

test('a fault is reported, and stops only its table', async () => {
  await service.db.deleteFrom('privacy_progress').execute();
  await putVisits(BIG, 1);
  await putVisits(SMALL, 1);
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$no$$; end'`.execute(
    service.admin,
  );
  await sql`create trigger refuse before update on reservations for each row when (old.institution_code = '10000001')
    execute function refuse()`.execute(service.admin);
  const failed: string[] = [];
  const forgotten = await runRetention(service.running, (what) => void failed.push(what), { pace: QUICK });
  expect(failed).toEqual(['forgetting in reservations of 10000001']);
  expect(forgotten).toMatchObject({ reservations: 1, examinees: 0, access_log: 0 });
  await sql`drop trigger refuse on reservations`.execute(service.admin);
  expect(await run(service)).toMatchObject({ reservations: 1 });
});

test('while another server is at a table, it is left alone', async () => {
  await service.db.deleteFrom('privacy_progress').execute();
  await putVisits(BIG, 1);
  await service.db.transaction().execute(async (other) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('privacy/' || ${BIG} || '/reservations', 0))`.execute(
      other,
    );
    expect(await run(service)).toMatchObject({ reservations: 0 });
  });
  expect(await run(service)).toMatchObject({ reservations: 1 });
});

test('an institution that was there before is told for 30 days; a new one begins at once', async () => {
  await service.db.deleteFrom('privacy_progress').execute();
  await service.db.deleteFrom('institution_policies').where('institution_code', '=', BIG).execute();
  await putVisits(BIG, 1);
  await putVisits(SMALL, 1);
  expect(await run(service)).toMatchObject({ reservations: 1 });
  const [policy] = await all(
    service,
    `select anonymise_from from institution_policies where institution_code = '${BIG}'`,
  );
  expect(policy).toEqual({ anonymise_from: '2026-12-16' });
  service.setNow('2026-12-16T00:10:00+09:00');
  expect(await run(service)).toMatchObject({ reservations: 1 });
});

test('accounts without a reservation go when nobody has changed them for so long, with what belongs to them', async () => {
  await service.db.deleteFrom('privacy_progress').execute();
  await sql`delete from examinees where mail like '%@example.jp'`.execute(service.db);
  const put = async (mail: string, updatedAt: string) => {
    const { examinee_id } = await service.db
      .insertInto('examinees')
      .values({ institution_code: SMALL, mail, updated_at: new Date(updatedAt) })
      .returning('examinee_id')
      .executeTakeFirstOrThrow();
    await sql`insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, expires_at)
      values (${SMALL}, ${examinee_id}, 'own', 'keyed', 'x', null), (${SMALL}, ${examinee_id}, 'reissued', 'keyed', 'x', '2026-12-01')`.execute(
      service.db,
    );
    return examinee_id;
  };
  const old = await put('old@example.jp', '2021-12-01');
  const young = await put('young@example.jp', '2022-01-01');
  const visitor = await putReservation(service.db, SMALL, {
    visitDate: '2026-12-01',
    slotCode: '01',
    startMinute: 540,
  });
  await sql`update examinees set updated_at = '2020-01-01' where examinee_id =
    (select examinee_id from reservations where reservation_number = ${visitor})`.execute(service.db);
  await sql`insert into mail_wishes (institution_code, mail, accepts, at, origin)
    select ${SMALL}, mail || '@example.jp', accepts, now(), 'my_page'
      from (values ('old', false), ('young', true), ('nobody', true)) as wish (mail, accepts)`.execute(service.db);
  expect(await run(service)).toMatchObject({ examinees: 1, mail_wishes: 2 });
  // Of a refusal a keyed hash is left, of a consent nothing.
  expect(await all(service, 'select mail, accepts from mail_wishes order by accepts')).toEqual([
    { mail: expect.stringMatching(/^#[\w-]{43}$/), accepts: false },
    { mail: 'young@example.jp', accepts: true },
  ]);
  const left = await all<{ examinee_id: number; kind: string }>(
    service,
    `select examinee_id, kind from examinee_credentials where examinee_id in (${old}, ${young})`,
  );
  expect(left).toEqual([{ examinee_id: young, kind: 'own' }]);
  const people = await all<{ mail: string }>(service, `select mail from examinees where institution_code = '${SMALL}'`);
  expect(people.map(({ mail }) => mail)).toContain('anonymous@anonymous.invalid');
  expect(people).toHaveLength(3);
});

test('mails lose their text after so many days, waiting ones not, and go after 400', async () => {
  await service.db.deleteFrom('privacy_progress').execute();
  await service.db.deleteFrom('outbox_mails').execute();
  const put = async (day: string, state: string) => {
    const id = await putMail(service.db, { institution: SMALL, at: new Date(day) });
    await sql`update outbox_mails set state = ${state} where mail_id = ${id}`.execute(service.db);
    return id;
  };
  const ids = {
    gone: await put('2025-11-01', 'sent'),
    emptied: await put('2026-09-01', 'failed'),
    waiting: await put('2026-09-01', 'waiting'),
    young: await put('2026-09-20', 'sent'),
  };
  expect(await run(service)).toMatchObject({ 'outbox_mails/rows': 1 });
  const rows = await all<{ mail_id: string; text: string }>(
    service,
    'select mail_id, recipient || subject || body as text from outbox_mails',
  );
  const texts = new Map(rows.map(({ mail_id, text }) => [mail_id, text]));
  expect(texts.has(ids.gone)).toBe(false);
  expect(texts.get(ids.emptied)).toBe('');
  expect(texts.get(ids.waiting)).toContain('健診');
  expect(texts.get(ids.young)).toContain('健診');
});

test('of what stood in files only the newest is kept after 400 days; entries of the log and files go after their years', async () => {
  await service.db.deleteFrom('privacy_progress').execute();
  await sql`truncate csv_downloads, csv_download_rows`.execute(service.admin);
  const days = ['2021-12-01', '2025-10-01', '2025-10-02', '2026-12-01'];
  const ids: number[] = [];
  for (const day of days) {
    const { download_id } = await service.db
      .insertInto('csv_downloads')
      .values({
        institution_code: SMALL,
        at: new Date(day),
        administrator_id: 'clerk',
        pattern_code: '001',
        numbers: [200000001],
      })
      .returning('download_id')
      .executeTakeFirstOrThrow();
    ids.push(download_id);
  }
  const [, first, second, third] = ids;
  const rows = [
    [200000001, first],
    [200000001, second],
    [200000002, second],
    [200000003, second],
    [200000003, third],
  ];
  for (const [number, id] of rows) {
    await sql`insert into csv_download_rows values (${SMALL}, ${number}, ${id}, 1)`.execute(service.db);
  }
  await sql`insert into access_log (institution_code, at, actor_kind, act)
    values (${SMALL}, '2021-11-15T00:00:00+09:00', 'service', '43'), (${SMALL}, '2021-12-17T00:00:00+09:00', 'service', '43')`.execute(
    service.db,
  );
  expect(await run(service)).toMatchObject({
    'csv_downloads/numbers': 3,
    csv_download_rows: 2,
    csv_downloads: 1,
    access_log: 1,
  });
  const left = await all<{ number: number; id: number }>(
    service,
    'select reservation_number as number, download_id as id from csv_download_rows order by 1',
  );
  expect(left).toEqual([
    { number: 200000001, id: second },
    { number: 200000002, id: second },
    { number: 200000003, id: third },
  ]);
});

test('prune_access_log keeps what is younger than the setting allows, whoever calls it and whatever is said', async () => {
  const code = '10000009';
  await service.openInstitution(code, 'clinic09');
  // By the database's clock, which no caller sets.
  const put = (age: string) =>
    sql`insert into access_log (institution_code, at, actor_kind, act) values (${code}, now() - ${age}::interval, 'service', '43')`.execute(
      service.db,
    );
  const prune = async () => {
    const [row] = await all<{ count: number }>(
      service,
      `select prune_access_log('${code}', now() + '1 day', 500) as count`,
    );
    return row?.count;
  };
  await put('5 years 2 days');
  await put('4 years');
  expect(await prune()).toBe(1);
  // A server of before may write less than three years.
  await run(service, { institutionCode: code });
  await sql`update institution_policies set log_years = 1 where institution_code = ${code}`.execute(service.db);
  await put('2 years');
  expect(await prune()).toBe(1);
  expect(await prune()).toBe(0);
  await sql`update institution_policies set log_years = 5, log_years_next = 3, log_years_from = now()::date + 2
    where institution_code = ${code}`.execute(service.db);
  await put('4 years');
  expect(await prune()).toBe(0);
  await sql`update institution_policies set log_years_from = now()::date - 1 where institution_code = ${code}`.execute(
    service.db,
  );
  expect(await prune()).toBe(1);
});
