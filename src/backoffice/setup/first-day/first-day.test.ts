// The guide's life: what is open when, what can be put off, and when it goes away.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#domain/staff/roles.ts';
import { readPolicies } from '#server/privacy/policies.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { closeGuide, openGuide, putOff, reopenGuide, type StepName } from './contract.ts';

const SOCIETY = '30000001';
const NOW = '2026-11-15T10:00:00+09:00';
const TOP = '/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay';

let service: TestService;
let clinics = 10_000_000;
/** A new one for each test. */
let CLINIC: string;
let manager: string;

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { PUBLIC_URL: 'https://kenshin.example.jp' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  CLINIC = String(++clinics);
  await createInstitution(service.db, { institutionCode: CLINIC, routeParam: `r${CLINIC}`, name: `医療機関${CLINIC}` });
  manager = await addManager('manager1');
});

const logIn = (userId: string, role: Role) =>
  openClerk(service.db, { institutionCode: CLINIC, userId, role }, new Date(NOW));
async function addManager(userId: string) {
  await logIn(userId, 'manager');
  await run(
    `update administrators set password_hash = 'x' where institution_code = '${CLINIC}' and user_id = '${userId}'`,
  );
  return logIn(userId, 'manager');
}
const ask: TestService['ask'] = (call, input, token = manager) => service.ask(call, input, token);
const guide = (token = manager) => ask(openGuide, {}, token);
async function step(name: StepName) {
  const found = (await guide()).steps.find((one) => one.step === name);
  if (!found) throw new Error(name);
  return found;
}
const states = async () => Object.fromEntries((await guide()).steps.map(({ step: name, state }) => [name, state]));
const isFirstDay = async (token = manager) =>
  (await service.post('/api/AdminLogin/GetUserInfo', {}, token)).body.isFirstDay;
const run = (text: string) => sql.raw(text).execute(service.db);

const describeInstitution = (terms = '規約', phone = '045-000-0123') =>
  service.db
    .updateTable('institutions')
    .set({
      contract_phone: phone,
      exam_address1: '横浜市',
      exam_phone: '045-000-0123',
      phone_hours: '平日',
      terms_text: terms,
    })
    .where('institution_code', '=', CLINIC)
    .execute();
const addSlot = () => run(`insert into time_slots values ('${CLINIC}', '01', '8:30', 510)`);
const addFrame = (code: string, by: 'day' | 'time', name = `枠${code}`) =>
  run(`insert into frames (institution_code, frame_code, name, managed_by, counted_as)
       values ('${CLINIC}', '${code}', '${name}', '${by}', 'persons')`);
const courseKey = () => `'${CLINIC}', '00000000', 2026, '0001'`;
const addCourse = (changes = '') =>
  run(`insert into courses (institution_code, client_code, fiscal_year, course_code, name, registration_from, registration_to)
       values (${changes || courseKey()}, '人間ドック', '2026-04-01', '2027-03-31')`);
const price = (ages = '0, 999') =>
  run(`insert into course_prices values (${courseKey()}, '01', null, null, ${ages}, 1)`);
const frameRow = (frame = '0001', ages = '0, 999', row = '01') =>
  run(`insert into course_frames values (${courseKey()}, '${row}', null, null, ${ages}, '${frame}')`);
const publish = (published = true) => run(`update courses set published = ${published}`);
const capacity = (frame: string, day: string, count = 1) =>
  run(`insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
       values ('${CLINIC}', '${frame}', '${day}', 'ZZ', ${count})`);

const addReservation = async () => {
  await run(`insert into examinees (institution_code, mail) values ('${CLINIC}', 'a@example.jp')`);
  await run(`
    insert into reservations (institution_code, reservation_number, examinee_id, status, desired, fiscal_year, client_code,
      course_code, price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount,
      total_amount, tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail,
      accepts_mail, created_at, updated_at)
    select institution_code, 200000001, examinee_id, 'confirmed', false, 2025, '00000000', '0001', '01', '2026-11-01', '09', 540,
           '個人', 'コース', 0, 0, 'included', true, '健診', '太郎', 'ケンシン', 'タロウ', '1970-01-01', 50, 'male',
           'a@example.jp', true, now(), now()
      from examinees where institution_code = '${CLINIC}'`);
};

async function doAllRequired() {
  await describeInstitution();
  await addSlot();
  await addFrame('0001', 'day');
  await addCourse();
  await price();
  await frameRow();
  await publish();
  await capacity('0001', '2026-12-15');
}

const OPTIONAL: StepName[] = ['examItems', 'options', 'clients', 'closedDays', 'mails', 'staff'];

describe('the life of the guide', () => {
  test('Given a new institution, when its 管理者 logs in, then TOP opens with the guide, step 1 opened out, 「あと 5 項目」', async () => {
    expect(await isFirstDay()).toBe('1');
    const { steps, ...state } = await guide();
    expect(state).toMatchObject({ leftCount: 5, isBookable: false, isClosed: false, routeParam: `r${CLINIC}` });
    expect(steps.find(({ isRequired, state }) => isRequired && state === 'open')?.step).toBe('institution');
    expect(steps.filter(({ isRequired }) => isRequired).map((one) => one.step)).toEqual([
      'institution',
      'timeSlots',
      'frames',
      'courses',
      'capacity',
    ]);
  });

  test('Given all required steps, when the last optional one is put off, then nothing is open any more; once closed, the next visit is without it', async () => {
    await doAllRequired();
    for (const name of OPTIONAL) {
      expect(Object.values(await states())).toContain('open');
      await ask(putOff, { step: name, isLater: true });
    }
    const { steps, leftCount, isBookable } = await guide();
    expect(steps.filter(({ state }) => state === 'open')).toEqual([]);
    expect([leftCount, isBookable]).toEqual([0, true]);
    await ask(closeGuide, {});
    expect(await isFirstDay()).toBe('0');
    expect((await guide()).isClosed).toBe(true);
  });

  test('Given a guide that is away, when the only course is made private, then TOP stays as it is and /FirstDay shows step 7 open', async () => {
    await doAllRequired();
    await ask(closeGuide, {});
    await publish(false);
    expect(await isFirstDay()).toBe('0');
    expect((await step('courses')).state).toBe('open');
    expect((await guide()).isBookable).toBe(false);
  });

  test('Given 受付, then no guide: its calls are refused, and nothing is put off', async () => {
    const clerk = await logIn('clerk1', 'reception');
    for (const [path, form] of [
      ['FirstDisplay', {}],
      ['Later', { step: '4', isLater: '1' }],
      ['Close', {}],
      ['Reopen', {}],
      ['ExamineePage', {}],
    ] as const) {
      expect((await service.post(`/api/FirstDay/${path}`, form, clerk)).status).toBe(403);
    }
    expect(await isFirstDay(clerk)).toBe('1');
    expect((await step('examItems')).state).toBe('open');
  });

  test('Given two 管理者 with the guide open, when one closes it, then the other’s next visit is without it', async () => {
    const other = await logIn('manager2', 'manager');
    expect((await guide(other)).isClosed).toBe(false);
    await ask(closeGuide, {});
    expect((await guide(other)).isClosed).toBe(true);
    expect(await isFirstDay(other)).toBe('0');
    await ask(reopenGuide, {}, other);
    expect(await isFirstDay()).toBe('1');
  });

  test('what was put off can be taken back, and is done once it is done', async () => {
    await ask(putOff, { step: 'examItems', isLater: true });
    await ask(putOff, { step: 'examItems', isLater: true });
    expect((await step('examItems')).state).toBe('later');
    const { steps } = await ask(putOff, { step: 'examItems', isLater: false });
    expect(steps.find((one) => one.step === 'examItems')?.state).toBe('open');
    await ask(putOff, { step: 'examItems', isLater: true });
    await run(
      `insert into exam_items (institution_code, item_code, name, sort) values ('${CLINIC}', '0001', '診察', 1)`,
    );
    expect(await step('examItems')).toMatchObject({ state: 'done', count: 1 });
  });

  test.each(['1', '2', '3', '7', '9', '12', '0', ''])('step %s cannot be put off: 12', async (number) => {
    const { body } = await service.post('/api/FirstDay/Later', { step: number, isLater: '1' }, manager);
    expect(body.errorCode).toBe(12);
    expect(Object.values(await states())).not.toContain('later');
  });

  test('of another institution nothing is read or written', async () => {
    const [mine, first] = [CLINIC, manager];
    CLINIC = String(++clinics);
    await createInstitution(service.db, { institutionCode: CLINIC, routeParam: `r${CLINIC}`, name: '別院' });
    const other = await addManager('manager9');
    CLINIC = mine;
    manager = first;
    await ask(putOff, { step: 'examItems', isLater: true }, other);
    await ask(closeGuide, {}, other);
    expect(await isFirstDay()).toBe('1');
    expect((await step('examItems')).state).toBe('open');
  });

  test('an institution of before that has a reservation is born with it away, one without any is not', async () => {
    await run(`delete from institution_policies where institution_code = '${CLINIC}'`);
    expect(await isFirstDay()).toBe('1');
    await addReservation();
    expect(await isFirstDay()).toBe('0');
    await readPolicies(service.db, new Date(NOW));
    expect([await isFirstDay(), (await guide()).isClosed]).toEqual(['0', true]);
  });

  test('closing it leaves an institution of before its time to read about what is forgotten', async () => {
    await run(`delete from institution_policies where institution_code = '${CLINIC}'`);
    await ask(closeGuide, {});
    const { rows } = await sql<{ day: string }>`
      select anonymise_from::text as day from institution_policies where institution_code = ${CLINIC}`.execute(
      service.db,
    );
    expect(rows).toEqual([{ day: '2026-12-15' }]);
  });

  test('looking costs one statement beside that of the session', async () => {
    expect(await watchStatements(() => guide())).toHaveLength(2);
  });
});

describe('a step', () => {
  test('1 wants address, telephone, hours and terms, and stays open while a 【 stands in the terms', async () => {
    await describeInstitution('');
    expect(await step('institution')).toMatchObject({ state: 'open', message: '未入力：利用規約。' });
    // The one that mails and the top page tell.
    await describeInstitution('規約', '');
    expect(await step('institution')).toMatchObject({ state: 'open', message: '未入力：契約窓口の電話番号。' });
    await describeInstitution('【医療機関名】は');
    expect(await step('institution')).toMatchObject({
      state: 'open',
      message: '利用規約に、書き換えていない箇所（【 】や「（ひな形）」）があります。',
    });
    await describeInstitution();
    expect(await step('institution')).toMatchObject({ state: 'done', message: '' });
  });

  test('2 is done with a slot, and 不要 where all frames are by day', async () => {
    expect((await step('timeSlots')).state).toBe('open');
    await addFrame('0001', 'day');
    expect((await step('timeSlots')).state).toBe('needless');
    expect((await guide()).leftCount).toBe(3);
    await addFrame('0002', 'time');
    expect((await step('timeSlots')).state).toBe('open');
    await addSlot();
    expect(await step('timeSlots')).toMatchObject({ state: 'done', count: 1 });
    expect(await step('frames')).toMatchObject({ state: 'done', count: 2 });
  });

  test('5 is done with an option, not with a group', async () => {
    await run(
      `insert into option_groups (institution_code, group_code, sort, name, selection) values ('${CLINIC}', '0001', 1, '胃', 'single')`,
    );
    expect((await step('options')).state).toBe('open');
    await run(`insert into option_items (institution_code, group_code, option_code, sort, name)
               values ('${CLINIC}', '0001', '0001', 1, '胃カメラ')`);
    expect(await step('options')).toMatchObject({ state: 'done', count: 1 });
  });

  test('6 counts clients without a category, and is 不要 where only individuals are taken', async () => {
    expect(await step('clients')).toMatchObject({ state: 'open', count: 0, message: '' });
    await run(`insert into clients (institution_code, client_code, name, age_basis)
               values ('${CLINIC}', '${SOCIETY}', '組合', 'visit_day'), ('${CLINIC}', '30000002', '会社', 'visit_day')`);
    await run(`insert into client_categories values ('${CLINIC}', '${SOCIETY}', '01', '本人')`);
    expect(await step('clients')).toMatchObject({
      state: 'open',
      message: '対象者区分のないクライアントが 1 件あります。',
    });
    await run(`update clients set usable = false where client_code = '30000002'`);
    expect(await step('clients')).toMatchObject({ state: 'done', count: 1, message: '' });
    await run(`update institutions set booking_kinds = 'individual'`);
    expect(await step('clients')).toMatchObject({ state: 'needless', message: '' });
  });

  test('7 tells how far the furthest course is, and is done when a public one has rows that fit', async () => {
    const marks = async () => (await step('courses')).marks.map(({ isDone }) => Number(isDone)).join('');
    expect(await marks()).toBe('00000');
    await addCourse();
    expect(await marks()).toBe('10000');
    await addFrame('0001', 'day');
    await frameRow('0001', '40, 99');
    expect(await marks()).toBe('10100');
    await addCourse(`'${CLINIC}', '00000000', 2026, '0002'`);
    expect(await marks()).toBe('10100');
    await run(
      `insert into exam_items (institution_code, item_code, name, sort) values ('${CLINIC}', '0001', '診察', 1)`,
    );
    await run(`insert into course_items values (${courseKey()}, '0001', 'all')`);
    await price('0, 99');
    expect((await step('courses')).message).toContain('公開しているコースがありません。');
    await run(`update course_prices set age_to = 39`);
    await publish();
    expect(await marks()).toBe('11111');
    expect(await step('courses')).toMatchObject({
      state: 'open',
      message: expect.stringContaining('料金と予約枠の条件が合わないため予約できません。'),
    });
    await run(`update course_prices set age_to = 999`);
    // What it lacks in capacity is the ninth step's.
    expect((await step('courses')).state).toBe('done');
    await run(`update clients set usable = false`);
    expect((await step('courses')).state).toBe('open');
  });

  test('7 says whose the amounts are until a price was saved once', async () => {
    await addCourse();
    expect((await step('courses')).message).toBe('');
    await price();
    expect((await step('courses')).message).toBe('料金はひな形の金額です。');
    await run(`update courses set prices_version = 2`);
    expect((await step('courses')).message).toBe('');
  });

  test('7 does not count courses of years that are over', async () => {
    await addFrame('0001', 'day');
    await run(`insert into courses (institution_code, client_code, fiscal_year, course_code, name, registration_from, registration_to, published)
               values ('${CLINIC}', '00000000', 2025, '0001', '昨年度', '2025-04-01', '2027-03-31', true)`);
    await run(`insert into course_prices values ('${CLINIC}', '00000000', 2025, '0001', '01', null, null, 0, 999, 1)`);
    await run(
      `insert into course_frames values ('${CLINIC}', '00000000', 2025, '0001', '01', null, null, 0, 999, '0001')`,
    );
    expect((await step('courses')).state).toBe('open');
    expect((await step('courses')).marks.every(({ isDone }) => !isDone)).toBe(true);
  });

  test('8 counts closed days within the bookable ones', async () => {
    await run(
      `insert into calendar_days values ('${CLINIC}', '2026-11-14', 'closed'), ('${CLINIC}', '2027-05-15', 'closed')`,
    );
    expect((await step('closedDays')).state).toBe('open');
    await run(`insert into calendar_days values ('${CLINIC}', '2027-05-14', 'closed')`);
    expect(await step('closedDays')).toMatchObject({ state: 'done', count: 1 });
  });

  test('9 is open while no course is public, and names the frames without capacity on an open day, those of options too', async () => {
    await addFrame('0001', 'day', '健診受付');
    await addFrame('0002', 'day', '胃内視鏡');
    await addCourse();
    await price();
    await frameRow();
    await capacity('0001', '2026-12-15');
    expect(await step('capacity')).toMatchObject({ state: 'open', message: '' });
    await publish();
    expect(await step('capacity')).toMatchObject({ state: 'done', count: 1 });
    await run(
      `insert into option_groups (institution_code, group_code, sort, name, selection) values ('${CLINIC}', '0001', 1, '胃', 'single')`,
    );
    await run(`insert into option_items (institution_code, group_code, option_code, sort, name, frame_code)
               values ('${CLINIC}', '0001', '0001', 1, '胃カメラ', '0002')`);
    await run(`insert into course_options values (${courseKey()}, '0001', '0001', '01', null, null, 0, 999, 1)`);
    expect(await step('capacity')).toMatchObject({ state: 'open', message: '定員のない予約枠：胃内視鏡' });
    await capacity('0002', '2026-11-28');
    await capacity('0002', '2026-12-20', 0);
    expect((await step('capacity')).state).toBe('open');
    await capacity('0002', '2026-12-21');
    expect((await step('capacity')).state).toBe('done');
    await run(`insert into calendar_days values ('${CLINIC}', '2026-12-21', 'closed')`);
    expect((await step('capacity')).state).toBe('open');
  });

  test('9 names five frames and counts the rest', async () => {
    await addCourse();
    await price();
    for (let n = 1; n <= 7; n++) {
      await addFrame(`000${n}`, 'day', `枠${n}`);
      await frameRow(`000${n}`, '0, 999', `0${n}`);
    }
    await publish();
    expect((await step('capacity')).message).toBe('定員のない予約枠：枠1、枠2、枠3、枠4、枠5 ほか 2 件');
  });

  test('10 wants a mail server, and a template or a sender', async () => {
    expect(await step('mails')).toMatchObject({
      state: 'open',
      message: 'メールサーバーが未設定です。サービス提供元にお問い合わせください。',
    });
    Object.assign(service.config, { smtpUrl: 'smtp://127.0.0.1:1', isMailFromSet: true });
    expect(await step('mails')).toMatchObject({ state: 'done', message: '' });
    Object.assign(service.config, { isMailFromSet: false });
    expect(await step('mails')).toMatchObject({ state: 'open', message: '' });
    await run(`insert into mail_templates (institution_code, template_code, kind, title, body, sender)
               values ('${CLINIC}', '0001', 'booked', '題', '本文', 'a@example.jp')`);
    expect((await step('mails')).state).toBe('done');
    Object.assign(service.config, { smtpUrl: null });
  });

  test('11 wants two active 管理者', async () => {
    await logIn('invited1', 'manager');
    expect(await step('staff')).toMatchObject({ state: 'open', count: 1 });
    await addManager('manager2');
    expect(await step('staff')).toMatchObject({ state: 'done', count: 2 });
    await run(
      `update administrators set disabled_at = now() where institution_code = '${CLINIC}' and user_id = 'manager2'`,
    );
    expect((await step('staff')).state).toBe('open');
  });
});

describe('the address of the examinees’ page', () => {
  test('is reported to managers, on TOP and for the sheet of the waiting room', async () => {
    await describeInstitution();
    const url = `https://kenshin.example.jp/CommonTop/r${CLINIC}`;
    const page = await service.post('/api/FirstDay/ExamineePage', {}, manager);
    expect(page.body).toMatchObject({ url, irnm: `医療機関${CLINIC}`, ktel: '045-000-0123', uktk: '平日' });
    expect((await service.post(TOP, {}, manager)).body.url).toBe(url);
    const clerk = await logIn('clerk1', 'reception');
    expect((await service.post(TOP, {}, clerk)).body.url).toBe('');
  });
});
