// The note about a person, through the HTTP server: whose it is, who sees it, and where it ends.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRetention } from '#server/privacy/run-retention.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { holdReservation } from '#tests/kit/held-lock.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

const TEXT = '車いすで来院。\n採血で気分不良。';
const SEVERAL = '同じカナ・生年月日の方が複数います。患者番号を入力すると表示されます。';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
  await sql`update frame_capacities set capacity = capacity + 100`.execute(office.db);
});
afterAll(() => office.service.close());

const ask = async (path: string, form: Record<string, unknown>, token = office.token) =>
  (await office.service.post(`/api/Desk/${path}`, form, token)).body;
const show = async (ukno: number) => (await office.service.post(DETAIL, { ukno }, office.token)).body;
const noteAt = async (ukno: number) => (await show(ukno)).mosk;
const save = (ukno: number, mosk: string, more: Record<string, unknown> = {}) =>
  ask('SaveNote', { ukno, mosk, isPrinted: '0', noteVersion: '', ...more });

async function book(ryk2: string, trno = '', more: Record<string, unknown> = {}): Promise<number> {
  const body = await ask('Reserve', deskForm({ ryk2, trno, requestId: crypto.randomUUID(), ...more }));
  expect(body).toMatchObject({ errorCode: 0 });
  return body.ukno;
}

const setNumber = async (ukno: number, trno: string) =>
  expect((await office.update(ukno, { trno })).body).toMatchObject({ errorCode: 0 });

async function correct(ukno: number, changes: Record<string, unknown>) {
  const shown = await show(ukno);
  const person = await ask('BookingFirstDisplay', { ukno, choiceUkno: 0 });
  const body = await ask('CorrectPerson', { ...person, ...shown, ukno, ...changes });
  expect(body).toMatchObject({ errorCode: 0 });
}

const noteCount = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from person_notes`.execute(office.db)).rows[0]?.n);

test('given a note on a reservation with a number, then it stands at the one without, in the phone booking, at the reception and under a new surname', async () => {
  const old = await book('ハナコ', '', { reserveDate: '2026/12/02' });
  const own = await book('ハナコ', 'K-204118');
  const answer = await save(own, TEXT);
  expect(answer).toMatchObject({
    errorCode: 0,
    mosk: TEXT,
    isPrinted: '0',
    noteName: '受付　佐藤',
    noteDate: '2026/11/15 10:00',
    isSeveral: '0',
  });
  const renamed = await book('ハナコ', 'K-204118', { ryk1: 'サトウ', nam1: '佐藤', reserveDate: '2026/12/03' });
  for (const ukno of [old, own, renamed]) expect(await noteAt(ukno)).toBe(TEXT);
  const person = { ryk1: 'ケンシン', ryk2: 'ハナコ', btdyYear: 1980, btdyMonth: 5, btdyDate: 5, trno: '', nend: 2026 };
  expect(await ask('SamePerson', { ukno: 0, exceptUkno: 0, ...person })).toMatchObject({ mosk: TEXT });
  expect((await ask('Find', { find: 'K-204118' })).personList).toMatchObject([{ mosk: TEXT }]);
  const day = await ask('ReceptionList', { receptDate: '2026/12/01', version: '' });
  expect(day.reserveList).toMatchObject([
    { ukno: own, issn: '1', mosk: TEXT, btdy: '1980/05/05', trno: 'K-204118', tel1: '045-000-0123' },
  ]);
  const { body: found } = await office.service.post('/api/MasterWIGA1/Search', { ukno: own }, office.token);
  expect(found.searchList).toMatchObject([{ ukno: own, issn: '1' }]);

  // Somebody of the same kana and birth date.
  const other = await book('ハナコ', 'K-999', { reserveDate: '2026/12/04' });
  expect(await noteAt(other)).toBe('');
  expect(await save(other, '別の方')).toMatchObject({ errorCode: 0, mosk: '別の方' });
  expect(await show(old)).toMatchObject({ mosk: '', isSeveral: '1', noteVersion: '0' });
  expect(await ask('SamePerson', { ukno: 0, exceptUkno: 0, ...person })).toMatchObject({ mosk: '', isSeveral: '1' });
  expect(await save(old, 'x')).toMatchObject({ errorCode: 14, errorMessagesList: [SEVERAL] });
  expect(await noteAt(own)).toBe(TEXT);
});

test('two clerks save a note: the second gets 14 with the newer text; emptied it is gone; the log has no text', async () => {
  const ukno = await book('ナツコ');
  const before = await office.row(ukno);
  const first = await save(ukno, '左耳がよい。', { noteVersion: '0' });
  const late = await office.service.post(
    '/api/Desk/SaveNote',
    { ukno, mosk: '車いす。', isPrinted: '0', noteVersion: '0' },
    office.otherToken,
  );
  expect(late.body).toMatchObject({
    errorCode: 14,
    mosk: '左耳がよい。',
    noteVersion: first.noteVersion,
    errorMessagesList: ['ほかの利用者が先に更新しました。最新の内容を読み込み直してください。'],
  });
  expect(await save(ukno, 'あ'.repeat(501))).toMatchObject({
    errorCode: 12,
    errorMessagesList: ['申し送りは500文字以内で入力してください。'],
  });
  expect(await office.row(ukno)).toEqual(before);
  const entries = await office.db
    .selectFrom('access_log')
    .selectAll()
    .where('subject', '=', String(ukno))
    .where('act', '=', '13')
    .execute();
  expect(entries.filter(({ details }) => JSON.stringify(details).includes('申し送りの更新'))).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toContain('左耳');
  const viewer = await openClerk(
    office.db,
    { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' },
    new Date('2026-11-15T01:00:00Z'),
  );
  expect(await ask('SaveNote', { ukno, mosk: '' }, viewer)).toMatchObject({ errorCode: 13 });
  expect(await save(ukno, '')).toMatchObject({ errorCode: 0, mosk: '', noteVersion: '0' });
  expect(await noteAt(ukno)).toBe('');
});

test('the slip has it only with its box', async () => {
  const ukno = await book('アキコ');
  await save(ukno, 'ゆっくり大きな声で。');
  const slip = () => ask('Slips', { uknos: [ukno] });
  expect(JSON.stringify(await slip())).not.toContain('ゆっくり');
  await save(ukno, 'ゆっくり大きな声で。', { isPrinted: '1' });
  expect((await slip()).slipList).toMatchObject([{ mosk: 'ゆっくり大きな声で。' }]);
});

test('not of what a change has replaced, which takes it along; of a cancelled one; not of who was forgotten, nor of others', async () => {
  const ukno = await book('フユコ', 'K-5');
  await save(ukno, 'あ');
  const next = await book('フユコ', 'K-6', {
    choiceUkno: ukno,
    statusCode: '23',
    version: String((await office.row(ukno)).version),
    reserveDate: '2026/12/08',
  });
  expect(await noteAt(next)).toBe('あ');
  expect(await save(ukno, 'x')).toMatchObject({ errorCode: 14 });
  await office.update(next, { statusCode: '92' });
  expect(await save(next, 'い')).toMatchObject({ errorCode: 0 });
  const foreign = await office.service.openInstitution('20000002', 'foreign1');
  expect(await ask('SaveNote', { ukno: next, mosk: 'x' }, foreign)).toMatchObject({ errorCode: 16 });
  await sql`select anonymise_reservations(${HOSPITAL}, array[${next}::integer], now())`.execute(office.db);
  expect(await save(next, 'x')).toMatchObject({
    errorCode: 14,
    errorMessagesList: ['この予約は保存期間を過ぎ、匿名化されています。'],
  });
});

test('a kana corrected on the only reservation: the note follows; on one of two: it stays; a number corrected on all: it follows the last', async () => {
  const only = await book('ユキコ');
  await save(only, 'ひとつ');
  await correct(only, { ryk2: 'ユキエ' });
  expect(await noteAt(only)).toBe('ひとつ');
  const two = [await book('マチコ'), await book('マチコ', '', { reserveDate: '2026/12/02' })] as const;
  await save(two[0], 'ふたつ');
  await correct(two[0], { ryk2: 'マチエ' });
  expect([await noteAt(two[0]), await noteAt(two[1])]).toEqual(['', 'ふたつ']);
  const all = [await book('トシコ', 'K-18'), await book('トシコ', 'K-18', { reserveDate: '2026/12/02' })] as const;
  await save(all[0], '番号');
  await setNumber(all[0], 'K-19');
  expect([await noteAt(all[0]), await noteAt(all[1])]).toEqual(['', '番号']);
  await setNumber(all[1], 'K-19');
  expect([await noteAt(all[0]), await noteAt(all[1])]).toEqual(['番号', '番号']);
  await setNumber(all[0], '');
  expect([await noteAt(all[0]), await noteAt(all[1])]).toEqual(['番号', '番号']);
  await setNumber(all[1], '');
  expect([await noteAt(all[0]), await noteAt(all[1])]).toEqual(['番号', '番号']);
});

test('a first number that has a note already: the other’s text is appended to it, and printed no more than either was', async () => {
  const [numbered, plain] = [await book('キヨコ', 'K-70'), await book('サヨコ', '', { reserveDate: '2026/12/02' })];
  await save(numbered, 'あ'.repeat(495), { isPrinted: '1' });
  await save(plain, 'いろはにほへと');
  await setNumber(plain, 'K-70');
  for (const ukno of [numbered, plain])
    expect(await show(ukno)).toMatchObject({ mosk: `${'あ'.repeat(495)}\nいろはに`, isPrinted: '0' });
});

test('a note that is written while a booking brings the first number becomes that number’s, whoever is first', async () => {
  const first = await book('ミチコ');
  const held = await holdReservation(office.service.connection, first);
  const saving = save(first, '先');
  await held.untilWaiting();
  const numbered = await book('ミチコ', 'K-80', { reserveDate: '2026/12/02' });
  await held.release();
  expect(await saving).toMatchObject({ errorCode: 0 });
  expect([await noteAt(first), await noteAt(numbered)]).toEqual(['先', '先']);

  const second = await book('タキコ');
  const written = Promise.withResolvers<void>();
  const booked = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<void>();
  const writing = office.db.transaction().execute(async (db) => {
    await sql`select lock_person_notes(${HOSPITAL}, true)`.execute(db);
    await sql`insert into person_notes (institution_code, folded_kana, birth_date, body, updated_at, updated_by)
              select institution_code, folded_kana, birth_date, '後', now(), '' from reservations where reservation_number = ${second}`.execute(
      db,
    );
    written.resolve();
    await begun.promise;
    const waiting = sql`select from pg_stat_clear_snapshot(), pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
  });
  await written.promise;
  book('タキコ', 'K-81', { reserveDate: '2026/12/02' }).then(booked.resolve, booked.reject);
  begun.resolve();
  await writing;
  expect([await noteAt(second), await noteAt(await booked.promise)]).toEqual(['後', '後']);
});

test('the person’s file has it, and erasing ends it; else it ends at the next hourly work after the last reservation is anonymous', async () => {
  const manager = await openClerk(
    office.db,
    { institutionCode: HOSPITAL, userId: 'clerk001' },
    new Date('2026-11-15T01:00:00Z'),
  );
  const data = async (call: string, form: Record<string, unknown>) =>
    (await office.service.post(`/api/PersonData/${call}`, { trsq: 0, btdy: '1980/05/05', trno: '', ...form }, manager))
      .body;
  const erased = await book('テルコ');
  await save(erased, '開示');
  const key = { ryak: 'ケンシン　テルコ' };
  expect(JSON.parse((await data('Export', key)).jsonText).notes).toEqual([
    { body: '開示', updated_at: '2026/11/15 10:00' },
  ]);
  await office.update(erased, { statusCode: '92' });
  const { version } = await data('Detail', key);
  const before = await noteCount();
  expect(
    await data('Erase', {
      ...key,
      version,
      reason: '1',
      typedName: 'ケンシンテルコ',
      isConfirmed: '1',
      isWholeAccount: '0',
    }),
  ).toMatchObject({ errorCode: 0 });
  expect(await noteCount()).toBe(before - 1);

  const { db, clock, secret } = office.service.running;
  const pace = { batch: 2, restMs: 0, tableMs: 60_000 };
  const work = () => runRetention({ db, clock, secret }, () => {}, { isAnew: true, pace });
  const kept = await book('ノリコ');
  await save(kept, '残る');
  await work();
  expect(await noteAt(kept)).toBe('残る');
  const left = await noteCount();
  await sql`select anonymise_reservations(${HOSPITAL}, array[${kept}::integer], now())`.execute(office.db);
  expect(await noteCount()).toBe(left);
  expect(await work()).toMatchObject({ person_notes: 1 });
  expect(await noteCount()).toBe(left - 1);
});
