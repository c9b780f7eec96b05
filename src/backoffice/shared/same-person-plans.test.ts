// How a person's other reservations, and rows of a list, are read among many: by their keys.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_NOTED, NOTED_OF } from '#booking/records/person-note.ts';
import { type PlanMode, planOf, settle } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { PIECE_ROWS } from './server-rows.ts';
import { SAME_PERSON } from './server-same-person.ts';

const HOME = '50000001';
let service: TestService;

const PLAN_MODES: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];

/** A large institution among two hundred small ones: how large one is, the database can't tell for whatever may be asked. */
beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(HOME, 'clerk001');
  await putReservation(service.db, HOME, { visitDate: '2016-01-01', slotCode: '01', startMinute: 540 });
  await sql`
    insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display,
      prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
      patient_number, created_at, updated_at)
    select case when n % 4 = 0 then (51000000 + n % 800 / 4)::text else institution_code end,
           case when n % 4 = 0 then null else examinee_id end, 'confirmed', false, 2026, client_code, course_code,
           price_condition_code, visit_date + n % 900, slot_code, client_name, course_name, 0, 0, tax_display, prices_shown,
           family_name, given_name, family_kana, 'ハナコ' || n % 900, birth_date, age, sex, mail, true,
           case when n % 3 = 0 then 'K-' || n % 900 else '' end, created_at, updated_at
      from (select * from reservations where institution_code = ${HOME} limit 1) as one,
           generate_series(1, 16000) as n`.execute(service.db);
  await sql`
    insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, updated_at, updated_by)
    select institution_code, 'ナマエ' || n, birth_date, case when n % 2 = 0 then 'N-' || n else '' end, 'x', now(), 'x'
      from (select * from reservations where institution_code = ${HOME} limit 1) as one,
           generate_series(1, 4000) as n`.execute(service.db);
  await settle(service.admin);
}, 60_000);
afterAll(() => service.close());

const keys = /institution_code = .*(reservation_number|patient_number|folded_kana.*birth_date) = /;

test.each(PLAN_MODES)('%s: the person is looked up, not searched for', async (mode) => {
  const asked = [HOME, 0, 'ケンシンハナコ7', '1980-01-01', '', 2026, 0];
  const nodes = await planOf(service.db, mode, SAME_PERSON, asked);
  const reads = nodes.filter((node) => node['Relation Name'] === 'reservations');
  expect(reads.filter((node) => !keys.test(node['Index Cond'] ?? ''))).toEqual([]);
  expect(reads.map((node) => node['Index Name'])).toContain('reservations_by_person');
  expect(reads.map((node) => node['Index Name'])).toContain('reservations_by_patient');
});

test.each(PLAN_MODES)(
  '%s: rows are read by their numbers, the mark 重 by one probe of an index alone',
  async (mode) => {
    const nodes = await planOf(service.db, mode, PIECE_ROWS, [HOME, [100_000_001, 100_000_002]]);
    const reads = nodes.filter((node) => node['Relation Name'] === 'reservations');
    expect(reads.filter((node) => !keys.test(node['Index Cond'] ?? ''))).toEqual([]);
    const probes = reads.filter((node) => node['Index Name'] === 'reservations_by_person');
    expect(probes.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
    for (const probe of probes) expect(probe['Index Cond']).toMatch(/folded_kana.*birth_date/);
  },
);

test.each(PLAN_MODES)('%s: who has a note is looked up, from whichever side', async (mode) => {
  const some = await planOf(service.db, mode, NOTED_OF, [HOME, [100_000_001, 100_000_002]]);
  const all = await planOf(service.db, mode, ALL_NOTED, [HOME]);
  for (const nodes of [some, all]) {
    const reads = nodes.filter((node) => node['Relation Name'] === 'reservations');
    expect(reads.filter((node) => !keys.test(node['Index Cond'] ?? ''))).toEqual([]);
    expect(reads.map((node) => node['Index Name'])).toContain('reservations_by_person');
    const notes = nodes.filter((node) => node['Relation Name'] === 'person_notes').map((node) => node['Index Name']);
    if (nodes === some)
      expect(notes).toEqual(expect.arrayContaining(['person_notes_by_number', 'person_notes_by_name']));
  }
});

test.each(PLAN_MODES)('%s: a later booking of the person is looked up by who it is', async (mode) => {
  const { rows } = await sql<{ body: string; names: string[] }>`
    select prosrc as body, proargnames as names from pg_proc where proname = 'has_later_booking'`.execute(service.db);
  const [{ body, names } = { body: '', names: [] }] = rows;
  const types = ['text', 'text', 'date', 'text', 'date', 'integer'];
  const text = names.reduce((left, name, at) => left.replaceAll(name, `$${at + 1}::${types[at]}`), body);
  const person = ['ケンシンハナコ7', '1980-01-01', 'K-7'];
  const nodes = await planOf(service.db, mode, text, [HOME, ...person, '2016-01-01', 100_000_001]);
  const reads = nodes.filter((node) => node['Relation Name'] === 'reservations');
  expect(reads.filter((node) => !keys.test(node['Index Cond'] ?? ''))).toEqual([]);
  expect(reads.map((node) => node['Index Name'])).toEqual(['reservations_by_person', 'reservations_by_patient']);
});
