// Reminders and invitations: who gets one, when, and that nobody gets it twice.
import { sql, type Updateable } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { MailToSend } from '#server/mail/outbox-delivery.ts';
import { sendDue } from '#tests/kit/outbox.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { reRenderDailyMail } from './daily-mails.ts';
import { runDaily, runDailyFor, startDailyRun } from './daily-run.ts';

const OWN = '10000001';
const OTHER = '10000002';
const at = (day: string, time = '10:00') => new Date(`${day}T${time}:00+09:00`);
const TODAY = '2026-11-15';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(OWN, 'clinic01');
  await service.openInstitution(OTHER, 'clinic02');
  await setAddress('汐見の丘1-2-3');
});
afterAll(() => service.close());
afterEach(async () => {
  await sql`truncate reservations, reception_marks, outbox_mails, daily_runs, examinees, mail_wishes cascade`.execute(
    service.admin,
  );
  await service.db.deleteFrom('clients').where('client_code', '<>', '00000000').execute();
  await setClient({ reminder_days: 0, promotion_months: 0 });
});

const setAddress = (exam_address1: string, contract_address1 = '') =>
  service.db.updateTable('institutions').set({ exam_address1, contract_address1 }).execute();

const setClient = (set: { reminder_days?: number; promotion_months?: number }, institution = OWN) =>
  service.db.updateTable('clients').set(set).where('institution_code', '=', institution).execute();

/** Everybody another person, unless the test says who. */
async function visit(
  visitDate: string,
  row: Updateable<Tables['reservations']> = {},
  institution = OWN,
): Promise<number> {
  const number = await putReservation(service.db, institution, { visitDate, slotCode: '01', startMinute: 540 });
  await service.db
    .updateTable('reservations')
    .set({ status: 'confirmed', given_kana: `ハナコ${number}`, ...row })
    .where('reservation_number', '=', number)
    .execute();
  return number;
}

const ground = (now: Date) => {
  const { db, config, secret } = service.running;
  return { db, config, secret, clock: () => now };
};
const run = (now: Date) => runDaily(ground(now));

const written = async () => {
  const rows = await service.db
    .selectFrom('outbox_mails')
    .select(['kind', 'reservation_number', 'state'])
    .orderBy('reservation_number')
    .execute();
  return rows.map(({ kind, reservation_number }) => `${kind} ${reservation_number}`);
};

/** Sends what is due, and says about which reservations. */
async function send(now: Date): Promise<string[]> {
  return (await sendMails(now)).map(({ mail_id }) => mail_id);
}

async function sendMails(now: Date): Promise<MailToSend[]> {
  const sent: MailToSend[] = [];
  const delivery = { send: async (mail: MailToSend) => void sent.push(mail), close() {} };
  await sendDue(service.db, delivery, () => now, 10, reRenderDailyMail(ground(now)));
  return sent;
}

test.each([
  ['confirmed', false, true],
  ['new', false, true],
  ['changed', false, true],
  ['confirmed', true, true],
  ['new', true, false],
  ['changed', true, false],
  ['cancelled', false, false],
  ['cancel_confirmed', false, false],
  ['deleted', false, false],
  ['replaced_unconfirmed', false, false],
  ['replaced_confirmed', false, false],
] as const)('a reservation that is %s (desired: %s) is reminded of: %s', async (status, desired, isReminded) => {
  await setClient({ reminder_days: 7 });
  const number = await visit('2026-11-22', { status, desired });
  await run(at(TODAY));
  expect(await written()).toEqual(isReminded ? [`reminder ${number}`] : []);
});

test('who wants no invitations is reminded all the same: they come to that visit', async () => {
  await setClient({ reminder_days: 7, promotion_months: 10 });
  const number = await visit('2026-11-20', { accepts_mail: false });
  await visit('2026-01-15', { accepts_mail: false });
  await run(at(TODAY));
  expect(await written()).toEqual([`reminder ${number}`]);
});

test('so many days before, caught up after days without a run, and never on the day or after it', async () => {
  await setClient({ reminder_days: 7 });
  const late = await visit('2026-11-16');
  const due = await visit('2026-11-22');
  await visit('2026-11-15');
  await visit('2026-11-14');
  await visit('2026-11-23');
  await run(at(TODAY));
  expect(await written()).toEqual([`reminder ${late}`, `reminder ${due}`]);
});

const addSociety = (set: { reminder_days?: number; promotion_months?: number }) =>
  service.db
    .insertInto('clients')
    .values({ institution_code: OWN, client_code: '00000101', name: '健保', age_basis: 'visit_day', ...set })
    .execute();

test('off is off, and each client has days of its own', async () => {
  await addSociety({ reminder_days: 3 });
  await visit('2026-11-18');
  const society = await visit('2026-11-18', { client_code: '00000101' });
  await visit('2026-11-19', { client_code: '00000101' });
  await run(at(TODAY));
  expect(await written()).toEqual([`reminder ${society}`]);
});

test('twice, by several servers at once, with the clock put back, by hand: no second mail', async () => {
  await setClient({ reminder_days: 7, promotion_months: 10 });
  const [reminded, invited] = [await visit('2026-11-20'), await visit('2026-01-15')];
  await setClient({ reminder_days: 7 }, OTHER);
  const other = await visit('2026-11-20', {}, OTHER);
  await Promise.all([1, 2, 3].map(() => run(at(TODAY))));
  for (const now of [at(TODAY), at(TODAY, '19:59'), at('2026-11-14'), at('2026-11-16')]) await run(now);
  await runDailyFor(ground(at(TODAY)), OWN);
  const all = [`reminder ${reminded}`, `promotion ${invited}`, `reminder ${other}`];
  expect(await written()).toEqual(all);
  expect((await send(at(TODAY, '12:00'))).length).toBe(3);
  await run(at('2026-11-17'));
  expect(await written()).toEqual(all);
});

test('an institution that another server is at is left to it, and not said to be done', async () => {
  await setClient({ reminder_days: 7 });
  const number = await visit('2026-11-20');
  await service.db.transaction().execute(async (other) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('daily-run/' || ${OWN}, 0))`.execute(other);
    expect(await runDailyFor(ground(at(TODAY)), OWN)).toBeNull();
  });
  expect(await written()).toEqual([]);
  await run(at(TODAY));
  expect(await written()).toEqual([`reminder ${number}`]);
});

test('were a mail of the run written twice all the same, its key would keep it single', async () => {
  const mail = {
    message_id: '<x>',
    kind: 'reminder',
    once_key: 'reminder:100000001:2026-11-20',
    reservation_number: 1e8,
  };
  const rest = { sender: '', reply_to: '', recipient: 'hanako@example.jp', bcc: '', subject: '件名', body: '本文' };
  const write = () => {
    const mails = JSON.stringify([{ mail_id: crypto.randomUUID(), ...mail, ...rest }]);
    return sql`select write_mails(${OWN}, ${mails}::jsonb, now())`.execute(service.db);
  };
  await Promise.all([write(), write(), write()]);
  expect(await written()).toEqual(['reminder 100000000']);
});

test('one that was moved is reminded of its new day; what was written about the old one is withdrawn', async () => {
  await setClient({ reminder_days: 7 });
  const number = await visit('2026-11-20');
  await run(at(TODAY));
  await service.db.updateTable('reservations').set({ visit_date: '2026-11-22' }).execute();
  expect(await send(at(TODAY))).toEqual([]);
  await run(at('2026-11-16'));
  expect(await written()).toEqual([`reminder ${number}`, `reminder ${number}`]);
  expect((await send(at('2026-11-16'))).length).toBe(1);
});

test('a reminder tells the time as it is when it is sent, also where mail was down meanwhile', async () => {
  await setClient({ reminder_days: 7 });
  await visit('2026-11-20');
  await run(at(TODAY));
  const [written] = await service.db.selectFrom('outbox_mails').select('body').execute();
  expect(written?.body).toContain('受付時間：9:00');
  await service.db.updateTable('reservations').set({ slot_code: '02', start_minute: 630 }).execute();
  const [sent, ...more] = await sendMails(at('2026-11-18'));
  expect(more).toEqual([]);
  expect(sent?.body).toContain('受付時間：10:30');
  expect(sent?.body).not.toContain('受付時間：9:00');
  const [kept] = await service.db.selectFrom('outbox_mails').select(['state', 'body']).execute();
  expect(kept).toEqual({ state: 'sent', body: sent?.body });
});

test('one that was cancelled or moved before its reminder went out, and then was not, is reminded of all the same', async () => {
  await setClient({ reminder_days: 7 });
  const number = await visit('2026-11-20');
  const set = (row: Updateable<Tables['reservations']>) => service.db.updateTable('reservations').set(row).execute();
  for (const row of [{ status: 'cancelled' }, { visit_date: '2026-12-20' }] as const) {
    await run(at(TODAY));
    await set(row);
    expect(await send(at(TODAY))).toEqual([]);
    await set({ status: 'confirmed', visit_date: '2026-11-20' });
    await sql`truncate daily_runs`.execute(service.admin);
  }
  await run(at('2026-11-16'));
  expect((await send(at('2026-11-16'))).length).toBe(1);
  await run(at('2026-11-17'));
  expect(await send(at('2026-11-17'))).toEqual([]);
  expect(await written()).toEqual(Array(3).fill(`reminder ${number}`));
});

test('never after a cancellation, nor after the visit, nor when the person has booked again', async () => {
  await setClient({ reminder_days: 7, promotion_months: 10 });
  const cancelled = await visit('2026-11-20');
  await visit('2026-11-16');
  const person = { family_kana: 'サイ', given_kana: 'ヨヤク' };
  const seen = await visit('2026-01-15', person);
  await run(at(TODAY));
  expect((await written()).length).toBe(3);
  await service.db
    .updateTable('reservations')
    .set({ status: 'cancelled' })
    .where('reservation_number', '=', cancelled)
    .execute();
  const { examinee_id } = await service.db
    .selectFrom('reservations')
    .select('examinee_id')
    .where('reservation_number', '=', seen)
    .executeTakeFirstOrThrow();
  await visit('2027-01-10', { ...person, examinee_id, status: 'new', desired: true });
  // The mail server was away until the next day: none of the three is true any more.
  expect(await send(at('2026-11-16', '11:00'))).toEqual([]);
  const states = await service.db.selectFrom('outbox_mails').select(['state', 'body']).execute();
  expect(states).toEqual(Array(3).fill({ state: 'withdrawn', body: '' }));
});

test.each([
  ['2026-01-15', '2026-11-15', true],
  ['2026-01-15', '2026-11-14', false],
  ['2026-01-15', '2026-12-16', true], // 31 days late
  ['2026-01-15', '2026-12-17', false], // too long ago
  ['2026-04-30', '2027-02-28', true], // there is no February 30
  ['2026-04-30', '2027-02-27', false],
])('a visit on %s is followed by an invitation ten months later, on %s: %s', async (visited, today, isInvited) => {
  await setClient({ promotion_months: 10 });
  const number = await visit(visited);
  await run(at(today));
  expect(await written()).toEqual(isInvited ? [`promotion ${number}`] : []);
});

test('to those who want it, of their last visit only, and each of a family by themselves', async () => {
  await setClient({ promotion_months: 10 });
  await visit('2026-01-15', { accepts_mail: false });
  await visit('2026-01-15', { status: 'cancelled' });
  await visit('2026-01-10', { given_kana: 'ハナコ' });
  const last = await visit('2026-01-15', { given_kana: 'ハナコ' });
  const family = await visit('2026-01-12', { given_kana: 'タロウ' });
  const gaveUp = await visit('2026-01-15', { given_kana: 'ジロウ' });
  await visit('2026-12-15', { given_kana: 'ジロウ', status: 'cancelled' });
  await visit('2026-12-15', { given_kana: 'ジロウ', status: 'replaced_unconfirmed' });
  await run(at(TODAY));
  expect(await written()).toEqual([last, family, gaveUp].map((number) => `promotion ${number}`));
});

test('a person who has booked again by telephone, without account or mail, is not invited, however the name is written', async () => {
  await setClient({ promotion_months: 10 });
  const phone = { examinee_id: null, mail: '', origin: 'phone' } as const;
  await visit('2026-01-15', { family_kana: 'ｹﾝｼﾝ', given_kana: 'ハナコ' });
  await visit('2026-12-15', { ...phone, family_kana: 'ケンシン', given_kana: 'ハナコ' });
  const other = await visit('2026-01-15', { given_kana: 'タロウ' });
  await visit('2026-12-15', { ...phone, given_kana: 'タロウ', birth_date: '1981-01-01' });
  await run(at(TODAY));
  expect(await written()).toEqual([`promotion ${other}`]);
});

test('one patient number is one person under another name, and two are two under one name', async () => {
  await setClient({ promotion_months: 10 });
  await visit('2026-01-15', { family_kana: 'サトウ', given_kana: 'ハナコ', patient_number: 'K-1' });
  await visit('2026-12-15', { given_kana: 'ハナコ', patient_number: 'K-1' });
  const namesake = await visit('2026-01-15', { given_kana: 'ハナコ', patient_number: 'K-2' });
  await run(at(TODAY));
  expect(await written()).toEqual([`promotion ${namesake}`]);
});

test('whoever has no mail address gets nothing, and keeps nobody else from theirs', async () => {
  await setClient({ reminder_days: 7, promotion_months: 10 });
  await visit('2026-11-20', { mail: '', examinee_id: null });
  await visit('2026-01-15', { mail: '', examinee_id: null });
  const [reminded, invited] = [await visit('2026-11-20', { examinee_id: null }), await visit('2026-01-15')];
  await run(at(TODAY));
  expect(await written()).toEqual([`reminder ${reminded}`, `promotion ${invited}`]);
  expect(await send(at(TODAY, '11:00'))).toHaveLength(2);
});

test('an institution without an address invites nobody, and reminds all the same', async () => {
  await setClient({ reminder_days: 7, promotion_months: 10 });
  const [reminded, invited] = [await visit('2026-11-20'), await visit('2026-01-15')];
  await setAddress('');
  await run(at(TODAY));
  expect(await written()).toEqual([`reminder ${reminded}`]);
  // Where contracts are made is an address too; who was left out is caught up with.
  await setAddress('', '契約町4-5');
  await run(at('2026-11-16'));
  expect(await written()).toEqual([`reminder ${reminded}`, `promotion ${invited}`]);
  const sent = await sendMails(at('2026-11-16', '12:00'));
  expect(sent.find(({ kind }) => kind === 'promotion')?.body).toContain('契約町4-5');
  await setAddress('汐見の丘1-2-3');
});

const wish = (mail: string, accepts: boolean) =>
  service.db
    .insertInto('mail_wishes')
    .values({ institution_code: OWN, mail, accepts, at: at(TODAY), origin: 'link' })
    .onConflict((conflict) => conflict.columns(['institution_code', 'mail']).doUpdateSet({ accepts }))
    .execute();

test('the wish of the address counts, whatever was booked; another institution’s says nothing', async () => {
  await setClient({ promotion_months: 10 });
  await setClient({ promotion_months: 10 }, OTHER);
  await wish('refuses@example.jp', false);
  await wish('accepts@example.jp', true);
  await visit('2026-01-15', { mail: 'Refuses@example.jp' });
  const wanted = await visit('2026-01-15', { mail: 'accepts@example.jp', accepts_mail: false });
  const elsewhere = await visit('2026-01-15', { mail: 'refuses@example.jp' }, OTHER);
  await run(at(TODAY));
  expect(await written()).toEqual([`promotion ${wanted}`, `promotion ${elsewhere}`]);
});

test('given a 09 in the outbox, when its receiver refuses before it is sent, then it is withdrawn', async () => {
  await setClient({ promotion_months: 10 });
  const number = await visit('2026-01-15', { mail: 'Receiver@example.jp' });
  await run(at(TODAY));
  expect(await written()).toEqual([`promotion ${number}`]);
  // It was written to the address that the booking had then: that one's wish counts, also where staff have corrected it since.
  await service.db.updateTable('reservations').set({ mail: 'corrected@example.jp' }).execute();
  await wish('receiver@example.jp', false);
  expect(await send(at(TODAY, '12:00'))).toEqual([]);
  const [mail] = await service.db.selectFrom('outbox_mails').select(['state', 'body']).execute();
  expect(mail).toEqual({ state: 'withdrawn', body: '' });
  // Who changes their mind within the days in question is written to after all.
  await service.db.updateTable('reservations').set({ mail: 'receiver@example.jp' }).execute();
  await wish('receiver@example.jp', true);
  await run(at('2026-11-16'));
  expect(await send(at('2026-11-16', '12:00'))).toHaveLength(1);
});

test('each client’s people after months of its own, all of them however the batches fall', async () => {
  await setClient({ promotion_months: 10 });
  await addSociety({ promotion_months: 6 });
  const invited: number[] = [];
  for (let count = 0; count < 5; count++) {
    invited.push(await visit(`2026-01-1${count}`), await visit(`2026-05-1${count}`, { client_code: '00000101' }));
    // When it is the other client's turn.
    await visit(`2026-05-1${count}`);
    await visit(`2026-01-1${count}`, { client_code: '00000101' });
  }
  await runDailyFor(ground(at(TODAY)), OWN, 3);
  expect(await written()).toEqual(invited.map((number) => `promotion ${number}`));
});

test('only from ten in the morning to eight in the evening, and later on the same day if need be', async () => {
  await setClient({ reminder_days: 7 });
  await visit('2026-11-20');
  for (const time of ['09:59', '20:00', '03:00']) await run(at(TODAY, time));
  expect(await written()).toEqual([]);
  await run(at(TODAY, '19:30'));
  expect((await written()).length).toBe(1);
});

test('a fault of one institution keeps no other from its run, and a run that broke off is done again', async () => {
  await setClient({ reminder_days: 7 });
  await setClient({ reminder_days: 7 }, OTHER);
  const broken = await visit('2026-11-20');
  await visit('2026-11-20', {}, OTHER);
  await sql`alter table outbox_mails add constraint broken check (reservation_number <> ${sql.lit(broken)})`.execute(
    service.admin,
  );
  await run(at(TODAY));
  expect((await written()).length).toBe(1);
  await sql`alter table outbox_mails drop constraint broken`.execute(service.admin);
  await run(at(TODAY, '10:05'));
  expect((await written()).length).toBe(2);
});

test('as many statements for a batch whatever it holds, and no reservation left out between batches', async () => {
  await setClient({ reminder_days: 7, promotion_months: 10 });
  for (let count = 0; count < 10; count++) {
    await visit(count % 2 ? '2026-11-20' : '2026-11-21');
    await visit(count % 2 ? '2026-01-14' : '2026-01-15');
  }
  const statementsOf = (batch: number) => watchStatements(() => runDailyFor(ground(at(TODAY)), OWN, batch));
  const small = await statementsOf(3);
  expect((await written()).length).toBe(20);
  await sql`truncate outbox_mails, daily_runs`.execute(service.admin);
  const large = await statementsOf(100);
  expect((await written()).length).toBe(20);
  const perBatch = [
    'begin',
    'select pg_try_advisory_xact_lock',
    'select k.reservation_number',
    'select write_mails',
    'commit',
  ];
  const rest = ['select', 'insert into'];
  expect(large.length).toBe(2 * perBatch.length + rest.length);
  // Of ten by threes there are four batches.
  expect(small.length).toBe(8 * perBatch.length + rest.length);
});

test('given an outbox that was empty when the database looked at it, when many are reminded, then it is not read again for each of them', async () => {
  const batch = 20;
  const count = 20 * batch;
  await setClient({ reminder_days: 7 });
  await visit('2026-11-20', { status: 'cancelled' });
  await sql`
    insert into reservations (institution_code, status, desired, fiscal_year, client_code, course_code, price_condition_code, visit_date,
      slot_code, start_minute, client_name, course_name, course_amount, total_amount, tax_display, prices_shown, family_name, given_name,
      family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at, updated_at)
    select institution_code, 'confirmed', desired, fiscal_year, client_code, course_code, price_condition_code, visit_date, slot_code,
           start_minute, client_name, course_name, 0, 0, tax_display, prices_shown, family_name, given_name, family_kana, 'ナマエ' || n,
           birth_date, age, sex, n || '@example.jp', accepts_mail, created_at, updated_at
      from reservations, generate_series(1, ${count}::integer) as n`.execute(service.db);
  await sql`vacuum analyze outbox_mails, reservations`.execute(service.admin);
  const reads = async () => {
    const { rows } = await sql<{ rows: number }>`
      select seq_tup_read::integer as rows from pg_stat_user_tables where relname = 'outbox_mails'`.execute(service.db);
    return rows[0]?.rows ?? Number.NaN;
  };
  const before = await reads();
  // A connection of its own: what it has read is counted once it ends.
  const db = openDatabase(service.connection, 1);
  // So often that the database settles on a plan.
  for (let time = 0; time < 7; time++) await runDailyFor({ ...ground(at('2026-10-15')), db }, OWN);
  expect(await runDailyFor({ ...ground(at(TODAY)), db }, OWN, batch)).toEqual({ reminder: count, promotion: 0 });
  const [{ pid } = { pid: 0 }] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows;
  await db.destroy();
  const isThere = async () =>
    (await sql`select from pg_stat_activity where pid = ${pid}::integer`.execute(service.admin)).rows.length;
  await expect.poll(isThere).toBe(0);
  // Once for a batch at the most.
  expect((await reads()) - before).toBeLessThanOrEqual((count / batch) * count);
});

test('a running service looks at once and every few minutes, so that each day has its run, and stops looking when it stops', async () => {
  await setClient({ reminder_days: 7 });
  const [soon, later] = [await visit('2026-11-20'), await visit('2026-11-23')];
  await visit('2026-11-24');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let now = at(TODAY);
    const running = startDailyRun({ ...service.running, clock: () => now }, service.app.log);
    await expect.poll(written).toEqual([`reminder ${soon}`]);
    now = at('2026-11-16');
    await expect
      .poll(() => {
        vi.advanceTimersByTime(5 * 60_000);
        return written();
      })
      .toEqual([`reminder ${soon}`, `reminder ${later}`]);
    await running.stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe('given a 未受診 of so many months ago, when the daily run goes', () => {
  const missed = (number: number, visit: string) =>
    service.db
      .insertInto('reception_marks')
      .values({
        institution_code: OWN,
        reservation_number: number,
        visit_date: visit,
        state: 'no_show',
        at: at(visit),
        administrator_id: 'clinic01',
      })
      .execute();

  test('then no invitation for it', async () => {
    await setClient({ promotion_months: 10 });
    await missed(await visit('2026-01-15'), '2026-01-15');
    const came = await visit('2026-01-15', { family_kana: 'サトウ' });
    await run(at(TODAY));
    expect(await written()).toEqual([`promotion ${came}`]);
  });

  test('then a visit that is due and has only that after it gets one', async () => {
    await setClient({ promotion_months: 10 });
    const due = await visit('2026-01-15');
    const { examinee_id } = await service.db
      .selectFrom('reservations')
      .select('examinee_id')
      .where('reservation_number', '=', due)
      .executeTakeFirstOrThrow();
    await missed(await visit('2026-06-01', { examinee_id }), '2026-06-01');
    await run(at(TODAY));
    expect(await written()).toEqual([`promotion ${due}`]);
  });

  test('then one that waits to be sent is withdrawn when the mark comes in between', async () => {
    await setClient({ promotion_months: 1 });
    const number = await visit('2026-10-15');
    await run(at(TODAY));
    expect(await written()).toEqual([`promotion ${number}`]);
    await missed(number, '2026-10-15');
    expect(await send(at(TODAY, '12:00'))).toEqual([]);
  });
});
