// How notices are read, on enough rows for that to matter: by keys and along indexes that start with the institution.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putMany } from '#tests/kit/notices.ts';
import { planOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { DETAIL, NEWEST } from './server-detail.ts';
import { IN_CELLS } from './server-draft.ts';

const [HOME, AWAY] = ['50000001', '50000002'];
const GROWING = ['reservations', 'reservation_places', 'notices', 'notice_recipients', 'outbox_mails'];
const NOTICE = '00000000-0000-4000-8000-000000000001';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service;
  for (const [code, userId] of [
    [HOME, 'clerk001'],
    [AWAY, 'clerk002'],
  ] as const) {
    await service.openInstitution(code, userId);
    await putMany(db, code, 4_000);
    await sql`update reservations set visit_date = date '2026-01-01' + reservation_number % 300 where institution_code = ${code}`.execute(
      db,
    );
    await sql`
      insert into frames (institution_code, frame_code, name, managed_by, counted_as)
      select ${code}, lpad(n::text, 4, '0'), '枠', 'time', 'persons' from generate_series(1, 3) as n`.execute(db);
    await sql`
      insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
      select r.institution_code, r.reservation_number, lpad(n::text, 4, '0'), r.visit_date, '01', 1, false
        from reservations r, generate_series(1, 3) as n where r.institution_code = ${code}`.execute(db);
    await sql`
      insert into notices (institution_code, notice_id, request_id, content_hash, at, administrator_id, title, told_title, body, source)
      select ${code}, case n when 1 then ${NOTICE}::uuid else gen_random_uuid() end, 'r' || n, '', now() - n * interval '1 hour',
             '', '件名', '件名', '本文', '' from generate_series(1, 1000) as n`.execute(db);
    await sql`
      insert into notice_recipients (institution_code, notice_id, reservation_number, channel, visit_date, slot_code, subject,
                                     mail_id, mail_state)
      select n.institution_code, n.notice_id, r.reservation_number, 'mail', r.visit_date, r.slot_code, '件名', gen_random_uuid(),
             'sent'
        from notices n
        join (select row_number() over () as at, r.* from reservations r where institution_code = ${code}) r on r.at <= 20
       where n.institution_code = ${code}`.execute(db);
    await sql`
      insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, sender, recipient, subject, body,
                                state, next_attempt_at, created_at)
      select institution_code, mail_id, '<x>', 'notice', reservation_number, '', '', '件名', '', 'sent', now(), now()
        from notice_recipients where institution_code = ${code}`.execute(db);
  }
  await settle(service.admin);
}, 120_000);
afterAll(() => service.close());

const cells = 200;
const STATEMENTS = {
  'whoever uses frames on days': [
    IN_CELLS,
    [
      HOME,
      Array.from({ length: cells }, (_, at) => `2026-02-${String((at % 28) + 1).padStart(2, '0')}`),
      Array.from({ length: cells }, (_, at) => (at % 2 ? '0002' : '0000')),
      Array.from({ length: cells }, () => 'ZZ'),
      1_001,
    ],
    ['reservation_places_by_frame', 'reservations_by_visit', 'reservations_pkey'],
  ],
  'one notice': [
    DETAIL,
    [HOME, NOTICE, null, '2026-11-15T10:00:00+09:00'],
    ['notice_recipients_pkey', 'notices_pkey', 'outbox_mails_pkey', 'reservations_pkey'],
  ],
  'the newest notices': [
    NEWEST,
    [HOME, '2026-11-15T10:00:00+09:00'],
    ['notice_recipients_pkey', 'notices_by_time', 'reservations_pkey'],
  ],
} as const;

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('%s', (mode) => {
  test.each(Object.entries(STATEMENTS))('%s: by keys', async (_, [text, values, indexes]) => {
    const nodes = await planOf(service.db, mode, text, values);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
    expect(whole.filter((table) => GROWING.includes(table))).toEqual([]);
    const scans = nodes.filter((node) => node['Index Name'] !== undefined);
    for (const scan of scans) expect(scan['Index Cond']).toContain('institution_code');
    // Both begin with the reservation's key.
    const named = scans.map((scan) => scan['Index Name']?.replace('reservations_by_words', 'reservations_pkey'));
    expect(named).toEqual(expect.arrayContaining([...indexes]));
  });
});
