// How the daily run finds its reservations, and the outbox its mails: by indexes that start with the institution or hold
// only what waits, on enough rows for that to matter.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { Sender } from '#server/mail/outbox-sender.ts';
import { readReservationMails } from '#server/mail/reservation-mails.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { EXPLAIN, type Explained, nodesOf, settle } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { FIRST_CURSOR, PROMOTIONS, REMINDERS, readDue } from './daily-mails.ts';

const HOME = '10000001';
const AWAY = '10000002';
const TODAY = '2026-11-15';
const { visitDate, number } = FIRST_CURSOR;
const NOW = new Date('2026-11-15T03:00:00Z');
/** Of each institution: four visits a day for three years, the last of them in 100 days. */
const EACH = 4_000;
const DAYS = 1_000;
/** Of each person. */
const VISITS = 4;
const GROWING = ['reservations', 'reservation_options', 'outbox_mails', 'mail_wishes'];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  for (const [code, userId] of [
    [HOME, 'clinic01'],
    [AWAY, 'clinic02'],
  ] as const) {
    await service.openInstitution(code, userId);
    await putReservation(service.db, code, { visitDate: '2024-01-01', slotCode: '01', startMinute: 540 });
    await sql`
      insert into examinees (institution_code, mail)
      select ${code}, n || '@example.jp' from generate_series(1, ${EACH / VISITS}::integer) as n`.execute(service.db);
    await sql`
      insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
        price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
        tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail,
        accepts_mail, created_at, updated_at)
      select institution_code, e.examinee_id, 'confirmed', false, 2026, r.client_code, course_code, price_condition_code,
             ${TODAY}::date + 100 - (n * ${VISITS}::integer + visit) % ${DAYS}::integer, slot_code, 540, client_name, course_name, 0, 0, tax_display,
             prices_shown, r.family_name, r.given_name, r.family_kana, 'ナマエ' || n, r.birth_date, 46, r.sex, e.mail, true,
             created_at, updated_at
        from reservations r join (select institution_code, examinee_id, mail, (row_number() over ())::integer as n from examinees
                                   where institution_code = ${code}) as e using (institution_code),
             generate_series(1, ${VISITS}::integer) as visit
       where n <= ${EACH / VISITS}::integer`.execute(service.db);
  }
  await sql`
    insert into reservation_options (institution_code, reservation_number, position, group_code, option_code,
                                     condition_code, name, amount)
    select institution_code, reservation_number, 0, '0001', '0001', '01', 'オプション', 0 from reservations`.execute(
    service.db,
  );
  // Each was told of its booking, and reminded of its visit if that is over.
  await sql`
    insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, once_key, sender, recipient,
                              subject, body, state, next_attempt_at, created_at)
    select institution_code, gen_random_uuid(), '<x>', kind, reservation_number,
           case kind when 'reminder' then once_key_of(kind, reservation_number, visit_date) end, '', mail, '件名', '本文',
           'sent', created_at, created_at
      from reservations, unnest(array['booked', 'reminder']) as kind
     where kind = 'booked' or visit_date < ${TODAY}::date`.execute(service.db);
  await sql`
    insert into mail_wishes (institution_code, mail, accepts, at, origin)
    select institution_code, mail, true, created_at, 'booking' from examinees`.execute(service.db);
  await sql`update clients set reminder_days = 7, promotion_months = 11`.execute(service.db);
  await settle(service.admin);
});
afterAll(() => service.close());

/** By which indexes a statement reads what grows; complains of whatever it reads otherwise. */
async function indexesOf(db: Db, text: string): Promise<string[]> {
  const explain = query<Explained>(`${EXPLAIN} ${text}`);
  const nodes = nodesOf(await explain(db, HOME, TODAY, visitDate, number, 500));
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
  expect(whole.filter((table) => GROWING.includes(table))).toEqual([]);
  const scans = nodes.filter((node) => /^(reservation|outbox)/.test(node['Index Name'] ?? ''));
  for (const scan of scans) expect(scan['Index Cond']).toContain('institution_code');
  return [...new Set(scans.map((scan) => scan['Index Name'] ?? ''))].sort();
}

/** Rows that were read of each growing table, and how many of them by reading the table from end to end. */
async function readsOf(db: Db, work: () => Promise<unknown>): Promise<Record<string, { whole: number; rows: number }>> {
  const count = async () => {
    const { rows } = await sql<{ table: string; whole: number; rows: number }>`
      select relname as table, seq_tup_read::integer as whole, (seq_tup_read + idx_tup_fetch)::integer as rows
        from pg_stat_xact_user_tables where relname in (${sql.join(GROWING)})`.execute(db);
    return new Map(rows.map((row) => [row.table, row]));
  };
  const before = await count();
  await work();
  const after = [...(await count()).values()];
  const since = after.map(({ table, whole, rows }) => {
    const was = before.get(table);
    return [table, { whole: whole - (was?.whole ?? 0), rows: rows - (was?.rows ?? 0) }] as const;
  });
  return Object.fromEntries(since);
}

const inPlanMode = <T>(mode: string, work: (db: Db) => Promise<T>): Promise<T> =>
  service.db.transaction().execute(async (db) => {
    await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(db);
    return work(db);
  });

/** The database plans again for the values it is given, or once for all, as it sees fit. */
describe.each(['force_custom_plan', 'force_generic_plan'])('the daily run (%s)', (mode) => {
  test('reminders: the visits of some days, and mails by their key', async () => {
    expect(await inPlanMode(mode, (db) => indexesOf(db, REMINDERS))).toEqual([
      'outbox_mails_once',
      'reservation_options_pkey',
      'reservations_by_visit',
      // Of what a reservation has replaced.
      'reservations_pkey',
    ]);
  });

  test('invitations: the visits of some days, and mails by their key', async () => {
    const indexes = await inPlanMode(mode, (db) => indexesOf(db, PROMOTIONS));
    // Those that were found are read by their number, for which there are two.
    const byNumber = ['reservations_pkey', 'reservations_by_words'];
    expect(indexes.filter((index) => !byNumber.includes(index))).toEqual([
      'outbox_mails_once',
      'reservation_options_pkey',
      'reservations_by_visit',
    ]);
  });

  test('a batch of reminders reads the days in question and nothing else', async () => {
    const reads = await inPlanMode(mode, (db) =>
      readsOf(db, async () => {
        expect(await readDue.reminder(db, HOME, TODAY, visitDate, number, 500)).toHaveLength(28);
      }),
    );
    expect(reads.reservations).toMatchObject({ whole: 0 });
    expect(reads.reservations?.rows).toBeLessThan(40);
    expect(reads.outbox_mails).toMatchObject({ whole: 0, rows: 0 });
  });

  test.each([
    // One visit each.
    { kind: 'reminder', most: 10 },
    // Every fourth visit is somebody's last; of each are read itself, the person's others twice, and what is told of it.
    { kind: 'promotion', most: 200 },
  ] as const)(
    'a batch of five ($kind) reads no further than the fifth, however many are due',
    async ({ kind, most }) => {
      const reads = await inPlanMode(mode, (db) =>
        readsOf(db, async () => expect(await readDue[kind](db, HOME, TODAY, visitDate, number, 5)).toHaveLength(5)),
      );
      expect(reads.reservations).toMatchObject({ whole: 0 });
      expect(reads.reservations?.rows).toBeLessThanOrEqual(most);
      // The wish of each by its address.
      expect(reads.mail_wishes).toMatchObject({ whole: 0 });
      expect(reads.mail_wishes?.rows).toBeLessThanOrEqual(kind === 'promotion' ? 40 : 0);
    },
  );
});

test('a mail that is taken, kept under way and noted is read a few times, however many were sent or wait', async () => {
  // More than the planner has heard of: whatever holds only what waits looks small to it.
  for (let count = 0; count < 100; count++) await putMail(service.db, { institution: HOME, at: NOW });
  await service.db.transaction().execute(async (db) => {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const delivery = { send: () => promise, close() {} };
    const sender = new Sender({ db, clock: () => NOW, delivery, connections: 1 });
    const note = () => {
      end();
      return sender.finish();
    };
    for (const step of [() => sender.begin(1), () => sender.renew(), note]) {
      const { outbox_mails: reads } = await readsOf(db, step);
      expect(reads).toMatchObject({ whole: 0 });
      expect(reads?.rows).toBeLessThan(5);
    }
  });
});

test('the mails about a reservation: those alone', async () => {
  const [first] = await service.db.selectFrom('reservations').select('reservation_number').limit(1).execute();
  await service.db.transaction().execute(async (db) => {
    const reads = await readsOf(db, () => readReservationMails(db, HOME, first!.reservation_number));
    expect(reads.outbox_mails).toEqual({ whole: 0, rows: 2 });
  });
});

test.each(['force_custom_plan', 'force_generic_plan'])(
  'how much an account has booked: its own alone (%s)',
  async (mode) => {
    const [owner] = await service.db
      .selectFrom('examinees')
      .select(['examinee_id', 'mail'])
      .where('institution_code', '=', HOME)
      .where('mail', '=', '7@example.jp')
      .execute();
    const limit = {
      ...owner,
      replaces: null,
      per_day: 10,
      live: 20,
      per_recipient: 5,
      day_start: NOW.toISOString(),
      today: TODAY,
      recipient: 'key',
      since: NOW.toISOString(),
    };
    await inPlanMode(mode, async (db) => {
      const reads = await readsOf(db, async () => {
        const over = sql<{
          over: boolean;
        }>`select is_over_limit(${HOME}, ${JSON.stringify([limit])}::jsonb, ${NOW}) as over`;
        expect((await over.execute(db)).rows).toEqual([{ over: false }]);
      });
      expect(reads.reservations).toEqual({ whole: 0, rows: VISITS });
    });
  },
);
