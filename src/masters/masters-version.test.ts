// Every master moves the version that bookings compare, however it is changed; a new table has to say which it is.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const OWN = '30000009';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** What happens rather than what holds, and what no booking is decided on. */
const NOT_MASTERS = `
  institution_routes institution_images masters_versions code_counters
  administrator_directory administrators sessions partner_keys used_assertions
  passkey_directory staff_passkeys staff_recovery_codes institution_policies removed_institutions
  access_log privacy_progress person_notes sendings mail_wishes erasures staff_devices staff_notices
  examinees examinee_credentials partner_subjects answered_requests
  reservations reservation_options reservation_places reservation_history reception_marks outbox_mails
  notices notice_recipients
  daily_runs live_counts live_count_moves
  csv_patterns csv_pattern_items csv_downloads csv_download_rows csv_pending`;
/** Read again for every month that is shown, and written under locks of their own. */
const CALENDARS = 'frame_capacities calendar_days';

const client = { client_code: '00000001' };
const course = { ...client, fiscal_year: 2026, course_code: '0001' };
const group = { group_code: '0001' };
const frame = { frame_code: '0001' };
const row = { ...course, condition_code: '01', age_from: 0, age_to: 99 };

/** One record of each master, each after those it needs. */
const RECORDS: Record<string, object> = {
  institutions: { route_param: 'version', name: '版' },
  time_slots: { slot_code: '01', name: '朝', start_minute: 540 },
  frames: { ...frame, name: '枠', managed_by: 'day', counted_as: 'persons' },
  exam_items: { item_code: '0001', sort: 1, name: '血圧' },
  option_groups: { ...group, sort: 1, name: '分類', selection: 'single' },
  option_items: { ...group, option_code: '0001', sort: 1, name: '項目' },
  clients: { ...client, name: '健保', age_basis: 'visit_day' },
  client_categories: { ...client, category_code: '01', name: '本人' },
  courses: { ...course, name: 'コース', registration_from: '2026-04-01', registration_to: '2027-03-31' },
  course_items: { ...course, item_code: '0001', extent: 'all' },
  course_frames: { ...row, ...frame },
  course_prices: { ...row, amount: 1000 },
  course_options: { ...row, ...group, option_code: '0001', amount: 1000 },
  mail_templates: { template_code: '0001', kind: 'booked', title: '件名', body: '本文' },
};

async function version(): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from masters_versions where institution_code = ${OWN}`.execute(service.db);
  return Number(rows[0]?.version ?? 0);
}

test('every table of an institution is a master here, or known not to be one', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'institution_code'`.execute(
    service.db,
  );
  const tables = rows.map(({ name }) => name).sort();
  const known = [...`${NOT_MASTERS} ${CALENDARS}`.trim().split(/\s+/), ...Object.keys(RECORDS)];
  expect(known.sort()).toEqual(tables);
});

test('adding, changing and removing a record of any master moves the version', async () => {
  let before = 0;
  const unmoved: string[] = [];
  const expectMove = async (act: string) => {
    const after = await version();
    if (after <= before) unmoved.push(act);
    before = after;
  };
  for (const [table, record] of Object.entries(RECORDS)) {
    const values = Object.entries({ institution_code: OWN, ...record });
    await sql`
      insert into ${sql.table(table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
      values (${sql.join(values.map(([, value]) => value))})`.execute(service.db);
    await expectMove(`insert into ${table}`);
    await sql`
      update ${sql.table(table)} set institution_code = institution_code where institution_code = ${OWN}`.execute(
      service.db,
    );
    await expectMove(`update ${table}`);
  }
  for (const table of Object.keys(RECORDS).reverse()) {
    await sql`delete from ${sql.table(table)} where institution_code = ${OWN}`.execute(service.db);
    await expectMove(`delete from ${table}`);
  }
  expect(unmoved).toEqual([]);
});
