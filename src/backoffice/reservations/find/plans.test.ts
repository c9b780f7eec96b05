// How people are found among many: by the index of what was typed, whether the database plans for it or for whatever may be typed.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSearch } from '#domain/reservation/parse-search.ts';
import { type PlanMode, type PlanNode, planOf, settle } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { PEOPLE, valuesOf } from './server.ts';
import { INSIDE, KEYS, type PersonKey, valuesFor, valuesInside } from './server-keys.ts';

const HOME = '50000001';
const TODAY = '2026-11-17';

let service: TestService;
let token: string;

/** A large institution among small ones: names of a few letters, so that many begin alike. */
beforeAll(async () => {
  service = await startTestService({ now: `${TODAY}T10:00:00+09:00` });
  token = await service.openInstitution(HOME, 'clerk001');
  const place = { visitDate: '2026-11-02', slotCode: '01', startMinute: 540 };
  await putReservation(service.db, HOME, place);
  // Some at a time: a busy machine takes long for them.
  for (let done = 0; done < 24_000; done += 3000)
    await sql`
    insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
      tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
      patient_number, phone, created_at, updated_at)
    select case when n % 3 = 0 then (51000000 + n % 200)::text else institution_code end,
      case when n % 3 = 0 then null else examinee_id end,
      case n % 50 when 1 then 'replaced_confirmed' else 'confirmed' end, desired, 2024 + n % 3, client_code, course_code,
      price_condition_code, date '2024-04-01' + n % 1095, slot_code, start_minute, client_name, course_name, 0, 0, tax_display,
      prices_shown, (array['佐藤', '鈴木', '森', '加藤', '高橋'])[1 + n % 5], '名' || n / 40,
      (array['サトウ', 'スズキ', 'モリ', 'カトウ', 'タカハシ'])[1 + n % 5], 'メイ' || n / 40,
      date '1940-01-01' + (n / 40) * 7 % 25000, 50, sex, 'p' || n / 4 || '@example.jp', true,
      case when n % 4 = 0 then 'P' || n / 40 || '-' || n % 5 else '' end,
      '090' || lpad((n / 4)::text, 8, '0'), created_at, updated_at
      from (select * from reservations where institution_code = ${HOME} limit 1) as one,
           generate_series(${done + 1}::integer, ${done + 3000}::integer) as n`.execute(service.db);
  await settle(service.admin);
}, 120_000);
afterAll(() => service.close());

const understand = (text: string) => {
  const understood = parseSearch(text, TODAY);
  if (!understood) throw new Error('nothing was typed');
  return understood;
};

const MODES: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];

/** Two indexes begin with the number: either does. */
const BY_NUMBER = expect.stringMatching(/^reservations_(pkey|by_words)( only)?$/);

describe.each(MODES)('%s', (mode) => {
  /** What reads reservations: all of it by an index, within the institution. */
  async function readsOf(text: string, values: readonly unknown[]) {
    const nodes = await planOf(service.db, mode, text, values);
    const isGoneThrough = (node: PlanNode) =>
      node['Relation Name'] === 'reservations' && node['Node Type'] === 'Seq Scan';
    expect(nodes.filter(isGoneThrough)).toEqual([]);
    const reads = nodes.filter((node) => node['Index Name']?.startsWith('reservations_'));
    for (const { 'Index Cond': condition } of reads) expect(condition).toContain('institution_code');
    return reads;
  }

  const indexesOf = async (text: string, values: readonly unknown[]) =>
    (await readsOf(text, values)).map(
      (node) => `${node['Index Name']}${node['Node Type'] === 'Index Only Scan' ? ' only' : ''}`,
    );

  test.each([
    ['number', '100000500', [BY_NUMBER, 'reservations_by_patient']],
    ['patient', 'P7-1', ['reservations_by_patient']],
    ['patient', '0012', ['reservations_by_patient', 'reservations_by_phone_end', 'reservations_by_mail']],
    ['patient', 'sato1974', ['reservations_by_patient', 'reservations_by_phone_end', 'reservations_by_mail']],
    ['phone', '090-00000012', ['reservations_by_phone', 'reservations_by_patient']],
    ['phone', '090-0000', ['reservations_by_phone', 'reservations_by_patient']],
    ['mail', 'p12@example.jp', ['reservations_by_mail']],
    ['date', '1940/1/8', ['reservations_by_birth']],
    ['date', '19400108', ['reservations_by_birth', 'reservations_by_patient']],
    ['kana', 'サト', ['reservations_by_person', 'reservations_by_name']],
    ['kana', 'サトウ 佐藤', ['reservations_by_person', 'reservations_by_name']],
    ['kana', 'メイ サト', ['reservations_by_person', 'reservations_by_name']],
    ['name', '佐藤', ['reservations_by_name', 'reservations_by_mail']],
    ['name', 'sato', ['reservations_by_name', 'reservations_by_mail']],
    ['name', '斎藤 辺見', ['reservations_by_name', 'reservations_by_mail']],
    ['date', 'サトウ 1940/1/8', ['reservations_by_birth']],
  ] as const)('by %s: %s', async (kind, text, indexes) => {
    const used = await indexesOf(KEYS[kind], valuesFor(HOME, understand(text)));
    expect(used).toEqual(expect.arrayContaining([...indexes]));
  });

  test('what is inside is gone through without touching the table', async () => {
    for (const text of ['トウメイ', '斎藤 辺見']) {
      const used = await indexesOf(INSIDE, valuesInside(HOME, understand(text)));
      expect(used).toContain('reservations_by_words only');
    }
  });

  test('the reservations of those who were found are read by their names and numbers', async () => {
    const key = { own: null, isByOther: true, isCut: false };
    const keys: PersonKey[] = [
      { ...key, patient: 'P7-1', kana: null, birth: null },
      { ...key, patient: '', kana: 'サトウメイ7', birth: '1940-02-19' },
    ];
    const used = await indexesOf(PEOPLE, valuesOf(HOME, keys));
    expect(used).toEqual(expect.arrayContaining(['reservations_by_patient', 'reservations_by_person', BY_NUMBER]));
  });

  test('whoever has a name in common with hundreds is found by name and birth date, not by going through all of that name', async () => {
    const keys = await readsOf(KEYS.kana, valuesFor(HOME, understand('サト')));
    const people = await readsOf(PEOPLE, valuesOf(HOME, []));
    const ofPerson = [...keys, ...people].filter(
      ({ 'Index Name': index, 'Index Cond': condition }) =>
        index === 'reservations_by_person' && condition?.includes('birth_date ='),
    );
    // Whose number it is, and the numbers under a name, as typed and the given name first; another number under it, what has none, the mark 重, whose note it is, for the mark and for its text, and whether nobody knows.
    expect(ofPerson).toHaveLength(3 + 8);
  });
});

test('given very many, when kana and a telephone are searched, then 50 people come and it is informed that there are more', async () => {
  const first = await service.post('/api/Desk/Find', { find: 'サト' }, token);
  expect(first.body).toMatchObject({ errorCode: 0, isMore: '1', kind: 'kana' });
  expect(first.body.personList).toHaveLength(50);
  const second = await service.post('/api/Desk/Find', { find: '090000' }, token);
  expect([second.body.isMore, second.body.personList.length]).toEqual(['1', 50]);
});
