// Options that are added and dropped on the day, on the same number: from the call to what stands in the database, and what is refused.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { countWritten, DESIRED, HOSPITAL, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { holdCapacity, holdReservation } from '#tests/kit/held-lock.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { putDownload, tokenOfOwner } from '#tests/kit/reservations.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { countDeadlocks } from '#tests/torture/races.ts';

let office: ReservationOffice;
let reception: string;
/** Each test has a day of its own. */
let day = '2026-11-18';

const NAMES = {
  '0001': '胃部X線',
  '0002': '胃内視鏡(経鼻)',
  '0003': '胃内視鏡(経口)',
  '0004': 'マンモグラフィ2方向',
  '0005': '乳房超音波',
  '0007': '脳MRI・MRA',
};
const FRAMES = { '0002': '胃内視鏡', '0003': '女性検査', '0004': '脳MRI' };

beforeAll(async () => {
  office = await openReservationOffice();
  const clerk = { institutionCode: HOSPITAL, userId: 'recept01', role: 'reception' } as const;
  reception = await openClerk(office.db, clerk, new Date('2026-11-18T01:00:00Z'));
  for (const [code, name] of Object.entries(NAMES)) {
    await sql`update option_items set name = ${name} where option_code = ${code}`.execute(office.db);
  }
  for (const [code, name] of Object.entries(FRAMES)) {
    await sql`update frames set name = ${name} where frame_code = ${code}`.execute(office.db);
  }
  await run("update courses set name = '日帰り人間ドック' where course_code = '0001' and client_code = '00000000'");
  await run("update course_prices set amount = 9900 where course_code = '0001' and client_code = '00000000'");
  await run("update frame_capacities set capacity = 9 where frame_code <> '0004'");
});
beforeEach(async () => {
  do day = addDays(day, 1);
  while (['2026-12-06', '2026-12-13', '2027-01-01'].includes(day));
  await onDay(day);
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

const run = (text: string) => sql.raw(text).execute(office.db);
async function onDay(date: string): Promise<void> {
  const now = `${date}T10:00:00+09:00`;
  office.service.setNow(now);
  await sql`update sessions set last_used_at = ${now}, created_at = ${now}`.execute(office.db);
}
const ENDOSCOPY = ['0001', '0002'] as const;
const BREAST = ['0002', '0005'] as const;
const MAMMOGRAPHY = ['0002', '0004'] as const;
const MRI = ['0003', '0007'] as const;
type Key = readonly [string, string];
const chosen = (keys: readonly Key[]): Form => ({
  opbr: keys.map(([group]) => group),
  opcd: keys.map(([, code]) => code),
});

/** 佐藤 亜希子 today at 9:00: 日帰り人間ドック, 胃内視鏡(経鼻), 乳房超音波; 19,800円, confirmed. */
async function book(changes: Form = {}): Promise<number> {
  const form = deskForm({
    nam1: '佐藤',
    nam2: '亜希子',
    ryk1: 'サトウ',
    ryk2: 'アキコ',
    trno: 'K-204118',
    inputBtdyYear: 1974,
    inputBtdyMonth: 3,
    inputBtdyDate: 8,
    ...chosen([ENDOSCOPY, BREAST]),
    optionJkcd: ['02', '05'],
    sumGkgk: 19_800,
    reserveDate: day.replaceAll('-', '/'),
    ...changes,
  });
  const { body } = await office.service.post('/api/Desk/Reserve', form, office.token);
  expect(body).toMatchObject({ errorCode: 0 });
  return body.ukno;
}
const PLAIN: Form = { ...chosen([]), optionJkcd: [], sumGkgk: 9900 };

const show = async (ukno: number, token = office.token) =>
  (await office.service.post('/api/Desk/AmendFirstDisplay', { ukno }, token)).body;
const versionOf = async (ukno: number) => String((await office.row(ukno)).version);
const send = (form: Form, token = reception) => office.service.post('/api/Desk/Amend', form, token);
async function ask(ukno: number, keys: readonly Key[], sumGkgk: number, more: Form = {}, token?: string) {
  return (await send({ ukno, version: await versionOf(ukno), ...chosen(keys), sumGkgk, ...more }, token)).body;
}
const optionsOf = async (ukno: number) => {
  const { rows } = await sql<{ name: string; amount: number }>`
    select name, amount from reservation_options where reservation_number = ${ukno} order by position`.execute(
    office.db,
  );
  return rows.map(({ name, amount }) => `${name} ${amount}`);
};
const historyOf = async (ukno: number): Promise<string[]> =>
  (await office.service.post(DETAIL, { ukno }, office.token)).body.historyList.map(({ text }: Form) => text);
const logOf = async (ukno: number) => {
  const { rows } = await sql<{ act: string; note: string }>`
    select act, details->>'note' as note from access_log
     where subject = ${String(ukno)} and act in ('13', '21') and details->>'note' like '%の%' order by act, note`.execute(
    office.db,
  );
  return rows.map(({ act, note }) => `${act} ${note}`);
};
const mark = (ukno: number, rvst: string) =>
  office.service.post('/api/Desk/ReceptionMark', { ukno, rvst, beforeRvst: '0' }, office.token);
const fill = (frame: string, slot: string, capacity: number, used?: number) =>
  sql`update frame_capacities set capacity = ${used === undefined ? capacity : sql`used + ${capacity}::integer`}
       where frame_code = ${frame} and visit_date = ${day}::date and slot_code = ${slot}`.execute(office.db);
const refused = (errorCode: number, errorMessage: string) => ({ errorCode, errorMessage });

describe('1. after 来院 one is added and one dropped', () => {
  test('same number, 20,900, the history names both, csst 02, the mark as before, no mail, and the places as before', async () => {
    const ukno = await book();
    await mark(ukno, '1');
    await putDownload(office.db, HOSPITAL, ukno);
    await run(`update reservations set download_status = 'done' where reservation_number = ${ukno}`);
    const used = await usedOn(office.db, day);
    const { mails: before } = await countMails();
    const body = await ask(ukno, [ENDOSCOPY, MAMMOGRAPHY], 20_900);
    expect(body).toMatchObject({ errorCode: 0, version: '2', sumGkgk: 20_900, sumTaxGkgk: 20_900, mailKinds: [] });
    expect(await optionsOf(ukno)).toEqual(['胃内視鏡(経鼻) 5500', 'マンモグラフィ2方向 5500']);
    expect(await historyOf(ukno)).toContain(
      'オプションを変更：追加 マンモグラフィ2方向 5,500円、取りやめ 乳房超音波 4,400円、合計 19,800円 → 20,900円（税込）',
    );
    expect(await logOf(ukno)).toContain('13 オプションの変更（追加1・取りやめ1）');
    const detail = (await office.service.post(DETAIL, { ukno }, office.token)).body;
    expect(detail).toMatchObject({ rvst: '1', rvtm: '10:00', statusCode: '23', sumGkgk: 20_900 });
    expect(await office.row(ukno)).toMatchObject({ download_status: 'changed', news_version: 2 });
    const { rows } = await sql`select from csv_pending where reservation_number = ${ukno}`.execute(office.db);
    expect(rows).toHaveLength(1);
    expect(await usedOn(office.db, day)).toEqual(used);
    expect((await countMails()).mails).toBe(before);
  });

  const countMails = async () => ({ mails: (await countWritten(office.db)).outbox_mails });

  test('my page shows the new options and amount', async () => {
    await onDay(addDays(day, -1));
    const { number } = await office.book({ reserveDate: day.replaceAll('-', '/'), sumGkgk: 9900 });
    await onDay(day);
    const owner = await tokenOfOwner(office.db, HOSPITAL, number, new Date(`${day}T01:00:00Z`));
    expect(await ask(number, [['0002', '0006']], 12_650)).toMatchObject({ errorCode: 0 });
    const { body } = await office.service.post('/api/CommonReserveDetail/FirstDisplay', { ukno: number }, owner);
    expect(body).toMatchObject({ errorCode: 0, sumGkgk: 12_650 });
    expect(JSON.stringify(body)).toContain('オプション0006');
  });

  test('the set as it is: 0, and nothing is written', async () => {
    const ukno = await book();
    const before = await countWritten(office.db);
    expect(await ask(ukno, [ENDOSCOPY, BREAST], 19_800)).toMatchObject({ errorCode: 0, version: '1', sumGkgk: 19_800 });
    expect(await countWritten(office.db)).toEqual(before);
  });

  test('with its box ticked, mail 03 tells the new options; never of a past day', async () => {
    const ukno = await book({ email1: `sato${day}@example.jp`, isSendMail: '0' });
    expect(await show(ukno)).toMatchObject({ canMail: '1', canRaise: '1' });
    expect(await show(ukno, reception)).toMatchObject({ canRaise: '0' });
    expect(await ask(ukno, [ENDOSCOPY], 15_400, { isSendMail: '1' })).toMatchObject({
      errorCode: 0,
      mailKinds: ['03'],
    });
    const { rows } = await sql<{ kind: string; body: string }>`
      select kind, body from outbox_mails where reservation_number = ${ukno}`.execute(office.db);
    expect(rows).toEqual([{ kind: 'confirmed', body: expect.stringContaining('胃内視鏡(経鼻)') }]);
    expect(rows[0]?.body).not.toContain('乳房超音波');
    await onDay(addDays(day, 1));
    expect(await show(ukno)).toMatchObject({ canMail: '0' });
    expect(await ask(ukno, [], 9900, { isSendMail: '1' })).toMatchObject({ errorCode: 0, mailKinds: [] });
  });
});

describe('2. a full frame', () => {
  const raising: Form = { raise: '1', raiseWaku: ['0004'], raiseTmzn: ['ZZ'], raiseCnt1: [4] };
  async function fullMri(): Promise<number> {
    const ukno = await book();
    await fill('0004', 'ZZ', 4);
    const mri = { ...chosen([MRI]), optionJkcd: ['07'], sumGkgk: 37_400 };
    for (let n = 0; n < 4; n++) await book({ ...mri, reserveTmzn: '10' });
    return ukno;
  }

  test('受付 gets 13 and nothing is written; 管理者 raises 4 → 5: 48,400, log 13 and 21; sent twice with one requestId: one entry', async () => {
    const ukno = await fullMri();
    await ask(ukno, [ENDOSCOPY, MAMMOGRAPHY], 20_900);
    const set = [ENDOSCOPY, MAMMOGRAPHY, MRI];
    const before = await countWritten(office.db);
    const sentence = `脳MRI（${day.replaceAll('-', '/')}）の枠に空きがありません。`;
    expect(await ask(ukno, set, 48_400)).toMatchObject(refused(13, sentence));
    const { status } = await send({ ukno, version: '2', ...chosen(set), sumGkgk: 48_400, ...raising });
    expect(status).toBe(403);
    expect(await countWritten(office.db)).toEqual(before);
    const form = {
      ukno,
      version: '2',
      ...chosen(set),
      sumGkgk: 48_400,
      ...raising,
      requestId: `amend-${day}-0123456789ab`,
    };
    const answers = [await send(form, office.token), await send(form, office.token)];
    expect(answers[0]?.body).toMatchObject({ errorCode: 0, version: '3', sumGkgk: 48_400, sumTaxGkgk: 48_400 });
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await usedOn(office.db, day)).toMatchObject({ '0004/ZZ': 5 });
    const raised = `、枠を追加：脳MRI ${day.replaceAll('-', '/')} 4 → 5`;
    const added = `オプションを変更：追加 脳MRI・MRA 27,500円、合計 20,900円 → 48,400円（税込）${raised}`;
    expect((await historyOf(ukno)).filter((text) => text === added)).toHaveLength(1);
    expect((await logOf(ukno)).filter((entry) => !entry.includes('取りやめ'))).toEqual([
      '13 オプションの変更（追加1）',
      '21 枠の追加',
    ]);
    const { body } = await send({ ...form, sumGkgk: 1 }, office.token);
    expect(body.errorCode).toBe(13);
  });

  test('of another capacity than was shown: 13, nothing is written; without any: never', async () => {
    const ukno = await fullMri();
    const raise = (cnt1: number) =>
      ask(ukno, [ENDOSCOPY, BREAST, MRI], 47_300, { ...raising, raiseCnt1: [cnt1] }, office.token);
    expect(await raise(3)).toMatchObject(refused(13, '枠の状況が変わりました。もう一度ご確認ください。'));
    expect(await versionOf(ukno)).toBe('1');
    await run(`delete from frame_capacities where frame_code = '0002' and slot_code = '10' and visit_date = '${day}'`);
    const other = await book({ ...PLAIN, reserveTmzn: '10' });
    const cell = { raise: '1', raiseWaku: ['0002'], raiseTmzn: ['10'], raiseCnt1: [0] };
    expect(await ask(other, [ENDOSCOPY], 15_400, cell, office.token)).toMatchObject(
      refused(14, '枠数が0の枠は増やせません。'),
    );
  });

  test('what the dialog shows of frames: left, full, none, and nothing where no further place is needed', async () => {
    const ukno = await fullMri();
    await fill('0003', 'ZZ', 3, 0);
    const { listOpClass, frameList } = await show(ukno);
    const rows = listOpClass.flatMap(({ listOpItems }: Form) => listOpItems as Form[]);
    expect(Object.fromEntries(rows.map(({ opnm, left, state }: Form) => [opnm, `${left} ${state}`]))).toEqual({
      胃部X線: '-1 ',
      '胃内視鏡(経鼻)': '-1 ',
      // The same frame, in which a person counts once.
      '胃内視鏡(経口)': '-1 ',
      マンモグラフィ2方向: '3 open',
      乳房超音波: '-1 ',
      オプション0006: '-1 ',
      '脳MRI・MRA': '0 full',
    });
    expect(frameList.find(({ waku }: Form) => waku === '0004')).toMatchObject({
      wknm: '脳MRI',
      cnt1: 4,
      takenCount: 4,
    });
  });
});

describe('3. several who act at once', () => {
  /** Sends all while nobody can write the reservation, one behind the other, on connections of different pools; they go on in that order. */
  async function inTurn<T>(ukno: number, ...sends: (() => Promise<T>)[]): Promise<T[]> {
    const row = await holdReservation(office.service.superuser, ukno);
    const answers: Promise<T>[] = [];
    for (const one of sends) {
      answers.push(one());
      await row.untilWaiting(answers.length);
    }
    await row.release();
    return Promise.all(answers);
  }

  test('two places wanted, one left, two clerks at once: one done, the other 13; used = capacity', async () => {
    const numbers = [await book(), await book({ nam2: '花子' })];
    await fill('0004', 'ZZ', 1, 0);
    const answers = await Promise.all(numbers.map((ukno) => ask(ukno, [ENDOSCOPY, BREAST, MRI], 47_300)));
    expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 13]);
    expect(await usedOn(office.db, day)).toMatchObject({ '0004/ZZ': 1 });
  });

  test('the last place goes after it was seen: 13 with its sentence, and nothing is written', async () => {
    const [ukno, other] = [await book(), await book({ nam2: '花子' })];
    await fill('0004', 'ZZ', 1, 0);
    const row = await holdReservation(office.service.superuser, ukno);
    const answer = ask(ukno, [ENDOSCOPY, BREAST, MRI], 47_300);
    await row.untilWaiting(1);
    // What stands behind the waiting one on its connection would wait with it.
    await run(`
      insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
      values ('${HOSPITAL}', ${other}, '0004', '${day}', 'ZZ', 1, true)`);
    await row.release();
    expect(await answer).toMatchObject(refused(13, `脳MRI（${day.replaceAll('-', '/')}）の枠に空きがありません。`));
    expect(await office.row(ukno)).toMatchObject({ version: 1, total_amount: 19_800 });
    expect(await usedOn(office.db, day)).toMatchObject({ '0004/ZZ': 1 });
  });

  test('one frame for another, and the other way round: both done, and no deadlock', async () => {
    const gives = await book({ ...chosen([BREAST]), optionJkcd: ['05'], sumGkgk: 14_300 });
    const takes = await book({ ...chosen([ENDOSCOPY]), optionJkcd: ['02'], sumGkgk: 15_400, nam2: '花子' });
    const women = await holdCapacity(office.service.superuser, '0003', day);
    const answers = [ask(gives, [ENDOSCOPY], 15_400)];
    await women.untilWaiting(1);
    answers.push(ask(takes, [BREAST], 14_300));
    await women.untilWaiting(2);
    await women.release();
    expect((await Promise.all(answers)).map(({ errorCode }) => errorCode)).toEqual([0, 0]);
    expect(await countDeadlocks(office.db)).toBe(0);
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 2, '0002/09': 1, '0003/ZZ': 1 });
  });

  test('what another clerk has saved in between: 14, and what they have saved stands', async () => {
    const ukno = await book();
    const [memo, amended] = await inTurn<{ errorCode: number }>(
      ukno,
      async () => (await office.service.post('/api/Desk/SaveMemo', { ukno, stmm: '車いす' }, office.token)).body,
      () => ask(ukno, [ENDOSCOPY], 15_400),
    );
    expect(memo).toMatchObject({ errorCode: 0, version: '2' });
    expect(amended).toMatchObject({ errorCode: 14 });
    expect(await optionsOf(ukno)).toHaveLength(2);
    const stale = { ukno, version: '2', ...chosen([BREAST]), sumGkgk: 14_300 };
    expect(await ask(ukno, [ENDOSCOPY], 15_400)).toMatchObject({ errorCode: 0, version: '3' });
    expect((await send(stale, office.token)).body).toMatchObject({ errorCode: 14 });
    expect(await optionsOf(ukno)).toEqual(['胃内視鏡(経鼻) 5500']);
  });

  test('the same request twice at once: one entry, the same answer', async () => {
    const ukno = await book();
    const form = { requestId: `twice-${day}-0123456789ab` };
    const one = () => ask(ukno, [ENDOSCOPY], 15_400, form);
    const answers = await Promise.all([one(), one(), one()]);
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(answers[0]).toMatchObject({ errorCode: 0, version: '2' });
    expect(await logOf(ukno)).toEqual(['13 オプションの変更（取りやめ1）']);
  });

  test('未受診, a cancellation or a saved master in between: what is then refused is refused, and what still fits is done', async () => {
    const marked = await book();
    const [mark2, amended] = await inTurn<{ errorCode: number; errorMessage?: string }>(
      marked,
      async () => (await mark(marked, '2')).body,
      () => ask(marked, [ENDOSCOPY], 15_400),
    );
    expect(mark2).toMatchObject({ errorCode: 0 });
    expect(amended).toMatchObject(refused(14, '未受診の予約のオプションは変更できません。'));
    const ukno = await book();
    const row = await holdReservation(office.service.superuser, ukno);
    const answer = ask(ukno, [ENDOSCOPY, BREAST, MRI], 47_300);
    await row.untilWaiting(1);
    await run("update course_options set amount = 30000 where option_code = '0007' and client_code = '00000000'");
    await row.release();
    const other = '料金または予約の内容が変わりました。内容を確認して、もう一度変更してください。';
    expect(await answer).toMatchObject(refused(13, other));
    await run("update course_options set amount = 27500 where option_code = '0007' and client_code = '00000000'");
  });
});

describe('4. what is added must be offered', () => {
  test('胃内視鏡 → 胃部X線 frees its place; both, the same twice, for others: 13 with the desk’s sentences', async () => {
    const ukno = await book();
    const xray: Key = ['0001', '0001'];
    expect(await ask(ukno, [xray, ENDOSCOPY, BREAST], 19_800)).toMatchObject(
      refused(13, '1つだけ選べるオプションが複数選択されています。オプションを選び直してください。'),
    );
    expect(await ask(ukno, [BREAST, BREAST], 14_300)).toMatchObject(
      refused(13, '同じオプションが重ねて選択されています。オプションを選び直してください。'),
    );
    const man = await book({ ...PLAIN, inputSex: '1' });
    expect(await ask(man, [BREAST], 14_300)).toMatchObject(
      refused(13, '選択されたオプションの中に、この方が予約できないものがあります。オプションを選び直してください。'),
    );
    expect(await ask(ukno, [xray, BREAST], 14_300)).toMatchObject({ errorCode: 0 });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 2, '0003/ZZ': 1 });
    expect(await optionsOf(ukno)).toEqual(['胃部X線 0', '乳房超音波 4400']);
  });

  test('two of a group that is of one choice by now: one is dropped before anything else is saved', async () => {
    const select = (selection: string) =>
      run(`update option_groups set selection = '${selection}' where group_code = '0001'`);
    const ukno = await book();
    const xray: Key = ['0001', '0001'];
    await select('multiple');
    expect(await ask(ukno, [xray, ENDOSCOPY, BREAST], 19_800)).toMatchObject({ errorCode: 0 });
    await select('single');
    const several = '1つだけ選べるオプションが複数選択されています。オプションを選び直してください。';
    expect(await ask(ukno, [xray, ENDOSCOPY], 15_400)).toMatchObject(refused(13, several));
    expect(await ask(ukno, [xray, BREAST], 14_300)).toMatchObject({ errorCode: 0 });
    expect(await optionsOf(ukno)).toEqual(['胃部X線 0', '乳房超音波 4400']);
  });

  test('another amount than was shown: 13', async () => {
    const ukno = await book();
    const sentence = '料金または予約の内容が変わりました。内容を確認して、もう一度変更してください。';
    expect(await ask(ukno, [ENDOSCOPY], 15_401)).toMatchObject(refused(13, sentence));
  });

  test('without a time, what needs one is refused with its name', async () => {
    await run(`insert into course_options (institution_code, client_code, fiscal_year, course_code, condition_code, age_from, age_to, group_code, option_code, amount)
               values ('${HOSPITAL}', '00000000', 2026, '0005', '01', 0, 999, '0001', '0002', 5500)`);
    await fill('0004', 'ZZ', 4);
    const ukno = await book({ ...PLAIN, kscd: '0005', reserveTmzn: 'ZZ', sumGkgk: 6600 });
    expect(await ask(ukno, [ENDOSCOPY], 12_100)).toMatchObject(
      refused(14, '「胃内視鏡(経鼻)」には受付時間が必要です。この予約には受付時間がないため、追加できません。'),
    );
    const [group] = (await show(ukno)).listOpClass;
    expect(group.listOpItems[0]).toMatchObject({ state: 'none', left: 0 });
  });

  test('a desired booking that holds nothing takes nothing; confirming takes what it then asks for', async () => {
    await run(`insert into course_options (institution_code, client_code, fiscal_year, course_code, condition_code, age_from, age_to, group_code, option_code, amount)
               values ('${HOSPITAL}', '${DESIRED}', 2026, '0001', '01', 0, 999, '0003', '0007', 100)`);
    const ukno = await book({ ...PLAIN, jgcd: DESIRED, sumGkgk: 7700, statusCode: '21' });
    await fill('0004', 'ZZ', 0);
    expect(await ask(ukno, [MRI], 7800)).toMatchObject({ errorCode: 0 });
    expect(await usedOn(office.db, day)).toEqual({});
    await fill('0004', 'ZZ', 1);
    expect((await office.update(ukno, { statusCode: '23' })).body).toMatchObject({ errorCode: 0 });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1, '0004/ZZ': 1 });
  });
});

describe('5. masters that have changed since', () => {
  const price = (amount: number) =>
    run(
      `update course_options set amount = ${amount} where option_code = '0002' and client_code = '00000000' and course_code = '0001'`,
    );

  test('what is kept keeps its price; dropped, saved and added again it has the price of now', async () => {
    const ukno = await book();
    await price(6600);
    const [stomach] = (await show(ukno)).listOpClass;
    expect(stomach.listOpItems[1]).toMatchObject({ gkgk: 6600, bookedGkgk: 5500, isBooked: '1', isOffered: '1' });
    expect(await ask(ukno, [ENDOSCOPY, MAMMOGRAPHY], 20_900)).toMatchObject({ errorCode: 0 });
    expect(await ask(ukno, [MAMMOGRAPHY], 15_400)).toMatchObject({ errorCode: 0 });
    expect(await ask(ukno, [ENDOSCOPY, MAMMOGRAPHY], 22_000)).toMatchObject({ errorCode: 0 });
    expect(await optionsOf(ukno)).toEqual(['胃内視鏡(経鼻) 6600', 'マンモグラフィ2方向 5500']);
    await price(5500);
  });

  test('without its course row it is kept or dropped, and never added', async () => {
    const ukno = await book();
    const gone = "option_code = '0005' and client_code = '00000000' and course_code = '0001'";
    const { rows } = await sql.raw<Form>(`delete from course_options where ${gone} returning *`).execute(office.db);
    const groups = (await show(ukno)).listOpClass;
    const women = groups.find(({ opbr }: Form) => opbr === '0002').listOpItems;
    expect(women.at(-1)).toMatchObject({ opnm: '乳房超音波', isOffered: '0', isBooked: '1', gkgk: 4400 });
    expect(await ask(ukno, [BREAST, MAMMOGRAPHY], 19_800)).toMatchObject({ errorCode: 0 });
    expect(await optionsOf(ukno)).toEqual(['マンモグラフィ2方向 5500', '乳房超音波 4400']);
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1, '0003/ZZ': 2 });
    expect(await ask(ukno, [MAMMOGRAPHY], 15_400)).toMatchObject({ errorCode: 0 });
    expect(await ask(ukno, [BREAST], 14_300)).toMatchObject({ errorCode: 13 });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1, '0003/ZZ': 1 });
    await office.db
      .insertInto('course_options')
      .values(rows as never)
      .execute();
  });

  test('another tax display: 14', async () => {
    const ukno = await book();
    await run("update institutions set tax_display = 'excluded'");
    expect(await ask(ukno, [ENDOSCOPY], 15_400)).toMatchObject(
      refused(14, '予約のあとに税の表示（税抜・税込）が変わったため、変更できません。'),
    );
    await run("update institutions set tax_display = 'included'");
  });
});

describe('6. which reservations', () => {
  test('of today and of 31 days before; earlier ones and those to come: 14', async () => {
    const ukno = await book();
    const onDayAfter = async (days: number) => {
      await onDay(addDays(day, days));
      return [await show(ukno), await ask(ukno, [ENDOSCOPY], 15_400)];
    };
    for (const answer of await onDayAfter(-1)) {
      expect(answer).toMatchObject(refused(14, '受診日の前の予約は、「コース・オプションを変更」で変更してください。'));
    }
    for (const answer of await onDayAfter(32)) {
      expect(answer).toMatchObject(refused(14, '31日より前の日は変更できません。'));
    }
    for (const answer of await onDayAfter(31)) expect(answer).toMatchObject({ errorCode: 0 });
    await onDay(day);
  });

  test('未受診, cancelled, replaced, anonymous, stale: 14 with a sentence; unknown: 404; 閲覧: 403', async () => {
    const missed = await book();
    await mark(missed, '2');
    expect(await ask(missed, [], 9900)).toMatchObject(refused(14, '未受診の予約のオプションは変更できません。'));
    const ukno = await book();
    const stale = await send({ ukno, version: '0', ...chosen([]), sumGkgk: 9900 });
    expect(stale.body).toMatchObject({
      errorCode: 14,
      errorMessage: expect.stringContaining('ほかの利用者が先に更新しました。'),
    });
    const status = (text: string) => run(`update reservations set ${text} where reservation_number = ${ukno}`);
    await office.update(ukno, { statusCode: '92' });
    expect(await ask(ukno, [], 9900)).toMatchObject(
      refused(14, 'この予約は取り消されているため、変更できません（取消確認済）。'),
    );
    await status("status = 'replaced_confirmed'");
    expect((await ask(ukno, [], 9900)).errorMessage).toContain('この予約は変更されています。');
    await status("status = 'confirmed', anonymised_at = now()");
    expect((await ask(ukno, [], 9900)).errorMessage).toContain('匿名化されています。');
    await status("status = 'cancel_confirmed', anonymised_at = null");
    expect((await send({ ukno: 999_999_999, version: '1', ...chosen([]), sumGkgk: 0 })).status).toBe(404);
    const clerk = { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' } as const;
    const viewer = await openClerk(office.db, clerk, new Date(`${day}T01:00:00Z`));
    for (const name of ['AmendFirstDisplay', 'Amend']) {
      expect((await office.service.post(`/api/Desk/${name}`, { ukno }, viewer)).status).toBe(403);
    }
  });
});

test('it costs one statement beside the session’s, and the write', async () => {
  const ukno = await book();
  await ask(ukno, [ENDOSCOPY], 15_400);
  const statements = await watchStatements(() => ask(ukno, [ENDOSCOPY, BREAST], 19_800));
  expect(statements.at(-1)).toBe('select amend_reservation');
  expect(statements).toHaveLength(4);
});
