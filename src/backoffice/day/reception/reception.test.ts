// The day's reception through the HTTP server: who has come, what the desks are told, and what stays as it was.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { BY_DAY, dateForm, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { tokenOfOwner } from '#tests/kit/reservations.ts';
import { openClerk } from '#tests/kit/staff.ts';

const TODAY = '2026-11-15';
const at = (time: string, day = TODAY) => `${day}T${time}:00+09:00`;

let office: ReservationOffice;
let viewer: string;
beforeAll(async () => {
  office = await openReservationOffice();
  await sql`update institutions set bookable_from_days = 0, change_deadline_days = 0`.execute(office.db);
  await sql`update frame_capacities set capacity = 90`.execute(office.db);
  const clerk = { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' } as const;
  viewer = await openClerk(office.db, clerk, new Date(at('10:00')));
});
beforeEach(() => office.service.setNow(at('10:00')));
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

/** Each test has a day of its own; it is booked for while that is still to come. */
let days = 0;
const someDay = () => addDays(TODAY, -(++days % 20));
async function order(changes: Form = {}) {
  office.service.setNow(at('10:00', addDays(TODAY, -1)));
  const booking = await office.book({ reserveDate: slashed(TODAY), ...changes });
  office.service.setNow(at('10:00'));
  return booking;
}
async function book(changes: Form = {}, day = TODAY): Promise<number> {
  const { number } = await order(changes);
  if (day !== TODAY) await moveTo(number, day);
  return number;
}
const moveTo = (number: number, day: string) =>
  sql`update reservations set visit_date = ${day}::date where reservation_number = ${number}`.execute(office.db);
const slashed = (day: string) => day.replaceAll('-', '/');

const post = (name: string, form: Form, token = office.token) => office.service.post(`/api/Desk/${name}`, form, token);
const listOf = async (day: string) => (await post('ReceptionList', { receptDate: slashed(day) })).body;
const mark = (ukno: number, rvst: string, beforeRvst = '0', token?: string) =>
  post('ReceptionMark', { ukno, rvst, beforeRvst }, token);
const scan = (ukno: number, day = TODAY, token?: string) =>
  post('ReceptionScan', { receptDate: slashed(day), ukno }, token);
const marksOf = async (number: number) => {
  const { rows } = await sql<{ state: string; administrator_id: string }>`
    select state, administrator_id from reception_marks where reservation_number = ${number}`.execute(office.db);
  return rows;
};
const entriesOf = async (number: number): Promise<string[]> => {
  const { body } = await office.service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, office.token);
  return body.historyList.map((entry: { text: string }) => entry.text);
};
const setStatus = (number: number, status: string) =>
  sql`update reservations set status = ${status} where reservation_number = ${number}`.execute(office.db);

describe('the list', () => {
  test('stands by time and name, the whole day first, and holds live ones of the day only', async () => {
    const day = someDay();
    const person = (ryk1: string): Form => ({ ryk1, nam1: ryk1 });
    const [late, second, first] = [
      await book({ ...person('ア'), reserveTmzn: '10' }, day),
      await book(person('サトウ'), day),
      await book(person('イトウ'), day),
    ];
    const whole = await book(BY_DAY, day);
    const gone = await book({}, day);
    await setStatus(gone, 'cancelled');
    await book();
    await mark(second, '1');
    await mark(late, '2');
    const body = await listOf(day);
    expect(body.reserveList.map(({ ukno }: { ukno: number }) => ukno)).toEqual([whole, first, second, late]);
    expect(body.tallyList).toEqual([
      { tmzn: 'ZZ', sthm: '', reserveCount: 1, arrivedCount: 0, noShowCount: 0 },
      { tmzn: '09', sthm: '9:00', reserveCount: 2, arrivedCount: 1, noShowCount: 0 },
      { tmzn: '10', sthm: '10:00', reserveCount: 1, arrivedCount: 0, noShowCount: 1 },
    ]);
    expect(body.reserveList[2]).toMatchObject({ rvst: '1', rvtm: '10:00', name: 'サトウ　花子', yktm: '9:00' });
    expect(body).toMatchObject({ isSame: '0', receptDate: slashed(day), isClosed: '0' });
    await setStatus(gone, 'new');
  });

  test('tells of memo, remarks, and whether the person has been here; nobody has by a visit that took place for nobody', async () => {
    const day = someDay();
    const born = (day: number): Form => ({ inputBtdyYear: 1971, inputBtdyMonth: 3, inputBtdyDate: day, age: 55 });
    const earlier = await book(born(3), addDays(TODAY, -400));
    const now = await book({ ...born(3), mem1: '車いすで伺います。' }, day);
    const other = await book(born(4), day);
    await sql`update reservations set staff_memo = '声をかける' where reservation_number = ${now}`.execute(office.db);
    const rowOf = async (number: number) =>
      (await listOf(day)).reserveList.find(({ ukno }: { ukno: number }) => ukno === number);
    expect(await rowOf(now)).toMatchObject({
      issd: '1',
      ismm: '1',
      isrm: '1',
      stmm: '声をかける',
      mem1: '車いすで伺います。',
    });
    expect(await rowOf(other)).toMatchObject({ issd: '0', ismm: '0', isrm: '0' });
    await sql`
      insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
      values (${HOSPITAL}, ${earlier}, ${addDays(TODAY, -400)}, 'no_show', now(), 'clerk001')`.execute(office.db);
    expect(await rowOf(now)).toMatchObject({ issd: '0' });
    // The other has the same patient number: it is the same person under another birth date.
    await sql`delete from reception_marks where reservation_number = ${earlier}`.execute(office.db);
    await sql`update reservations set patient_number = 'P-71' where reservation_number in (${earlier}, ${other})`.execute(
      office.db,
    );
    expect(await rowOf(other)).toMatchObject({ issd: '1' });
    await sql`update reservations set patient_number = 'P-72' where reservation_number = ${now}`.execute(office.db);
    expect(await rowOf(now)).toMatchObject({ issd: '0' });
  });

  test('what a desk has already is answered with isSame alone, until anybody moves anything', async () => {
    const day = someDay();
    const number = await book({}, day);
    const ask = async (version: string) => (await post('ReceptionList', { receptDate: slashed(day), version })).body;
    const { version } = await listOf(day);
    expect(await ask(version)).toEqual({ errorCode: 0, errorMessagesList: [], isSame: '1' });
    const { body } = await mark(number, '1');
    expect((await ask(version)).isSame).toBe('0');
    expect((await ask(body.version)).isSame).toBe('1');
    await mark(number, '0', '1');
    expect((await ask(version)).isSame).toBe('1');
    await sql`update reservations set version = version + 1 where reservation_number = ${number}`.execute(office.db);
    expect((await ask(version)).isSame).toBe('0');
    expect((await post('ReceptionList', { version })).body.receptDate).toBe('2026/11/15');
  });

  test('a page of 1.0.0 that is still open learns whether the day has changed, and is not kept waiting', async () => {
    const day = someDay();
    const number = await book({}, day);
    const { version } = await listOf(day);
    const watch = async () => (await post('ReceptionWatch', { receptDate: slashed(day), version }, viewer)).body.isSame;
    expect(await watch()).toBe('1');
    await mark(number, '1');
    expect(await watch()).toBe('0');
  });

  test('who polls gets marks, changes and new bookings at once, and of what others say within a minute', async () => {
    const day = someDay();
    const born: Form = { inputBtdyYear: 1972, inputBtdyMonth: 5, inputBtdyDate: 6, age: 54 };
    const number = await book(born, day);
    let seen = await listOf(day);
    const look = async () => {
      seen = (await post('ReceptionList', { receptDate: slashed(day), version: seen.version })).body;
      return seen.reserveList;
    };
    await sql`update reservations set staff_memo = '至急', version = version + 1 where reservation_number = ${number}`.execute(
      office.db,
    );
    expect(await look()).toMatchObject([{ ukno: number, stmm: '至急', issd: '0' }]);
    await book(born, addDays(TODAY, -400));
    const other = await book({ ryk1: 'ワタナベ' }, day);
    expect(await look()).toMatchObject([{ ukno: number, issd: '0' }, { ukno: other }]);
    await mark(other, '1');
    office.service.setNow(at('10:02'));
    expect(await look()).toMatchObject([
      { ukno: number, issd: '1' },
      { ukno: other, rvst: '1' },
    ]);
    await setStatus(number, 'cancelled');
    expect(await look()).toMatchObject([{ ukno: other }]);
    await setStatus(number, 'new');
  });

  test('only a list that was answered is logged', async () => {
    const day = someDay();
    await book({}, day);
    const count = async () => (await office.service.readLog()).filter(({ act }) => act === '11').length;
    const before = await count();
    const { version } = await listOf(day);
    for (let asked = 0; asked < 3; asked++) await post('ReceptionList', { receptDate: slashed(day), version });
    expect(await count()).toBe(before + 1);
  });

  test('closed days are passed over by the arrows, and named', async () => {
    const { body } = await post('ReceptionList', { receptDate: '2026/12/05' });
    expect(body).toMatchObject({ isClosed: '0', prevDate: '2026/12/04', nextDate: '2026/12/07', reserveList: [] });
    expect((await post('ReceptionList', { receptDate: '2026/12/06' })).body).toMatchObject({ isClosed: '1' });
  });

  test('the viewer reads it and marks nobody', async () => {
    const number = await book();
    expect((await post('ReceptionList', {}, viewer)).body.errorCode).toBe(0);
    for (const [name, form] of [
      ['ReceptionMark', { ukno: number, rvst: '1', beforeRvst: '0' }],
      ['ReceptionScan', { ukno: number, receptDate: '2026/11/15' }],
      ['ReceptionRest', { receptDate: '2026/11/15', uknos: [number] }],
      ['ReceptionCsv', { receptDate: '2026/11/15' }],
    ] as const) {
      expect(await post(name, form, viewer), name).toMatchObject({ status: 403, body: { errorCode: 13 } });
    }
    expect(await marksOf(number)).toEqual([]);
  });
});

describe('given both desks scan the same number', () => {
  test('then one mark, one history entry, and the second is informed that it was so already', async () => {
    for (let round = 0; round < 8; round++) {
      const number = await book();
      office.service.setNow(at('08:51'));
      const answers = await Promise.all([scan(number), scan(number, TODAY, office.otherToken)]);
      expect(answers.map(({ body }) => body.errorCode)).toEqual([0, 0]);
      expect(answers.map(({ body }) => body.isAlready).sort()).toEqual(['0', '1']);
      const [mine] = answers[1].body.reserveList.filter(({ ukno }: { ukno: number }) => ukno === number);
      expect(mine).toMatchObject({ rvst: '1', rvtm: '8:51' });
      expect(await marksOf(number)).toHaveLength(1);
      expect((await entriesOf(number)).filter((text) => text === '来院（8:51）')).toHaveLength(1);
      office.service.setNow(at('10:00'));
    }
  });
});

describe('given a number of another day, a cancelled one, a replaced one, when scanned', () => {
  const refusalOf = async (number: number, day = TODAY) => {
    const { body } = await scan(number, day);
    expect(await marksOf(number)).toEqual([]);
    return body;
  };

  test('then nothing is marked and each has its sentence, with number and name', async () => {
    const elsewhere = await book({ reserveDate: '2026/11/18' });
    expect(await refusalOf(elsewhere)).toMatchObject({
      errorCode: 14,
      errorMessage: 'この予約の受診日は2026/11/18です。',
      ukno: elsewhere,
      name: '健診　花子',
    });
    expect(await refusalOf(elsewhere, '2026-11-18')).toMatchObject({
      errorCode: 14,
      errorMessage: '受診日の前に来院・未受診にすることはできません。',
    });
    const cancelled = await book();
    await office.update(cancelled, { statusCode: '92' });
    expect(await refusalOf(cancelled)).toMatchObject({
      errorCode: 14,
      errorMessage: 'この予約は取り消されています（取消確認済）。',
      ukno: cancelled,
    });
    const old = await order();
    const changed = await office.change(old, { reserveDate: '2026/11/20' });
    expect(await refusalOf(old.number)).toMatchObject({
      errorCode: 14,
      errorMessage: `この予約は変更されています。変更後の予約番号は${changed.number}です。`,
    });
  });

  test('a day of long ago, an anonymous one, one that is nobody’s or another institution’s', async () => {
    const [recent, long] = [await book({}, addDays(TODAY, -31)), await book({}, addDays(TODAY, -32))];
    expect((await scan(recent, addDays(TODAY, -31))).body.errorCode).toBe(0);
    expect(await refusalOf(long, addDays(TODAY, -32))).toMatchObject({
      errorCode: 14,
      errorMessage: '31日より前の日は変更できません。',
    });
    const anonymous = await book();
    await sql`update reservations set anonymised_at = now() where reservation_number = ${anonymous}`.execute(office.db);
    expect(await refusalOf(anonymous)).toMatchObject({
      errorCode: 14,
      errorMessage: 'この予約は保存期間を過ぎ、匿名化されています。',
    });
    await sql`update reservations set anonymised_at = null where reservation_number = ${anonymous}`.execute(office.db);
    const foreign = await office.service.openInstitution('20000002', 'foreign1');
    const mine = await book();
    for (const [number, token] of [
      [999_999_999, office.token],
      [mine, foreign],
    ] as const) {
      const { status, body } = await scan(number, TODAY, token);
      expect(status).toBe(200);
      expect(body).toEqual({
        errorCode: 13,
        errorMessage: '該当する予約がありません。',
        errorMessagesList: ['該当する予約がありません。'],
      });
    }
    expect(await marksOf(mine)).toEqual([]);
  });

  test('who did not come and is here after all has come', async () => {
    const number = await book();
    await mark(number, '2');
    expect((await scan(number)).body).toMatchObject({ errorCode: 0, isAlready: '0' });
    expect(await marksOf(number)).toMatchObject([{ state: 'arrived' }]);
    expect((await entriesOf(number)).slice(0, 2)).toEqual(['来院（10:00）', '未受診']);
  });
});

describe('a mark', () => {
  test('that another desk has set is told; as it is wanted, it is done', async () => {
    const number = await book();
    office.service.setNow(at('08:51'));
    await mark(number, '1', '0', office.otherToken);
    office.service.setNow(at('10:00'));
    expect((await mark(number, '2')).body).toMatchObject({
      errorCode: 14,
      errorMessage: 'ほかの受付で8:51に来院になっています。',
      ukno: number,
      name: '健診　花子',
    });
    expect((await mark(number, '1')).body).toMatchObject({ errorCode: 0, isAlready: '1' });
    await mark(number, '0', '1', office.otherToken);
    expect((await mark(number, '2', '1')).body).toMatchObject({
      errorCode: 14,
      errorMessage: 'ほかの受付で変更されています。最新の状態を確認してください。',
    });
    expect((await entriesOf(number)).slice(0, 2)).toEqual(['来院を取り消し', '来院（8:51）']);
  });

  test('stands on the detail with its time and who set it, and in the access log', async () => {
    const number = await book();
    office.service.setNow(at('08:51'));
    await scan(number);
    const { body } = await office.service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, office.token);
    expect(body).toMatchObject({ rvst: '1', rvtm: '8:51', rvnm: '受付　佐藤' });
    const log = (await office.service.readLog()).filter(
      ({ subject, act }) => subject === String(number) && act === '13',
    );
    expect(log).toMatchObject([{ details: { note: '受付：来院' }, user_id: 'clerk001' }]);
  });
});

describe('the rest of a day', () => {
  test('before the last time of reception it is too early; from then on whoever has no mark did not come', async () => {
    const [came, missing, later] = [await book(), await book(), await book({ reserveTmzn: '10' })];
    await scan(came);
    const sent = { receptDate: '2026/11/15', uknos: [came, missing, later] };
    office.service.setNow(at('09:59'));
    expect((await post('ReceptionRest', sent)).body).toMatchObject({
      errorCode: 14,
      errorMessage: '最後の受付時間になるまで、まとめて未受診にすることはできません。',
    });
    office.service.setNow(at('10:00'));
    expect((await post('ReceptionRest', sent)).body).toMatchObject({ errorCode: 0, updateCount: 2 });
    expect(await marksOf(came)).toMatchObject([{ state: 'arrived' }]);
    expect(await marksOf(missing)).toMatchObject([{ state: 'no_show' }]);
    expect((await post('ReceptionRest', sent)).body).toMatchObject({ errorCode: 0, updateCount: 0 });
    expect((await entriesOf(missing))[0]).toBe('未受診');
    const log = (await office.service.readLog()).filter(({ details }) =>
      JSON.stringify(details).includes('受付：未受診'),
    );
    expect(log.map(({ subject }) => subject)).toEqual(expect.arrayContaining([String(missing), String(later)]));

    // Taken back together: who has come after all stays, at whatever time of the day.
    await scan(later);
    office.service.setNow(at('09:00'));
    expect((await post('ReceptionRest', { ...sent, rvst: '0' })).body).toMatchObject({ errorCode: 0, updateCount: 1 });
    expect(await marksOf(missing)).toEqual([]);
    expect(await entriesOf(missing)).toContain('未受診を取り消し');
    for (const number of [came, later]) expect(await marksOf(number)).toMatchObject([{ state: 'arrived' }]);
    expect((await post('ReceptionRest', { ...sent, rvst: '1' })).body.errorCode).toBe(12);
  });

  test('where nobody has a time it is too early as long as the day lasts', async () => {
    const day = addDays(TODAY, -27);
    const number = await book(BY_DAY, day);
    const sent = { receptDate: slashed(day), uknos: [number] };
    for (const time of ['00:00', '23:59']) {
      office.service.setNow(at(time, day));
      expect((await post('ReceptionRest', sent)).body).toMatchObject({
        errorCode: 14,
        errorMessage: '最後の受付時間になるまで、まとめて未受診にすることはできません。',
      });
    }
    expect(await marksOf(number)).toEqual([]);
    office.service.setNow(at('00:00', addDays(day, 1)));
    expect((await post('ReceptionRest', sent)).body).toMatchObject({ errorCode: 0, updateCount: 1 });
  });

  test('of a day to come, or of one too long ago, nothing is marked; numbers of other days are left alone', async () => {
    const number = await book({ reserveDate: '2026/11/19' });
    for (const [day, sentence] of [
      ['2026/11/19', '受診日の前に来院・未受診にすることはできません。'],
      ['2026/10/14', '31日より前の日は変更できません。'],
    ]) {
      const { body } = await post('ReceptionRest', { receptDate: day, uknos: [number] });
      expect(body).toMatchObject({ errorCode: 14, errorMessage: sentence });
    }
    const past = await post('ReceptionRest', { receptDate: '2026/11/14', uknos: [number] });
    expect(past.body).toMatchObject({ errorCode: 0, updateCount: 0 });
    expect(await marksOf(number)).toEqual([]);
  });
});

describe('given 来院', () => {
  const CANCEL = '/api/CommonConfirmCancel/CancelReserve';
  const NO_LONGER =
    'このご予約は、すでに変更・キャンセルされたか、変更の期限を過ぎています。マイページでご確認ください。';
  const HAS_COME = '来院済みの予約です。当日受付で来院を取り消してから変更してください。';

  test('when the owner cancels in my page or staff move it, then it is refused; after undo it works', async () => {
    const booking = await order();
    const { number } = booking;
    const owner = await tokenOfOwner(office.db, HOSPITAL, number, new Date(at('10:00')));
    const canChange = async () =>
      (await office.service.post('/api/CommonMyPage/FirstDisplay', {}, owner)).body.enableReserveDataList.map(
        ({ isChangeable }: { isChangeable: string }) => isChangeable,
      );
    expect(await canChange()).toEqual(['1']);
    await scan(number);
    expect(await canChange()).toEqual(['0']);
    const before = await office.row(number);
    for (const path of [CANCEL, '/api/CommonConfirmCancel/FirstDisplay']) {
      const { body } = await office.service.post(path, { ukno: number }, owner);
      expect(body, path).toMatchObject({ errorCode: 13, errorMessage: NO_LONGER });
    }
    const asked = await office.askChange(booking, { reserveDate: '2026/11/20' });
    expect(asked.body).toMatchObject({ errorCode: 13, errorMessage: NO_LONGER });
    for (const changes of [dateForm('2026-11-20'), { reserveTmzn: '10' }, { statusCode: '92' }, { statusCode: '99' }]) {
      const { body } = await office.update(number, changes);
      expect(body).toMatchObject({ errorCode: 14, errorMessage: HAS_COME });
    }
    expect(await office.row(number)).toEqual(before);
    // What is no move goes on: staff confirm whoever has come, and give them their number.
    expect((await office.update(number, { statusCode: '23', trno: 'A-9' })).body).toMatchObject({ errorCode: 0 });
    await mark(number, '0', '1');
    expect((await office.update(number, dateForm('2026-11-20'))).body).toMatchObject({ errorCode: 0 });
    expect((await office.service.post(CANCEL, { ukno: number }, owner)).body).toMatchObject({ errorCode: 0 });
  });

  test('while the owner cancels: either she comes first, or she has come', async () => {
    for (let round = 0; round < 12; round++) {
      const number = await book();
      const owner = await tokenOfOwner(office.db, HOSPITAL, number, new Date(at('10:00')));
      const [cancelled, scanned] = await Promise.all([
        office.service.post(CANCEL, { ukno: number }, owner),
        scan(number),
      ]);
      const codes = [cancelled.body.errorCode, scanned.body.errorCode];
      expect([[0, 14].join(), [13, 0].join()]).toContain(codes.join());
      expect(await marksOf(number)).toHaveLength(codes[0] === 0 ? 0 : 1);
      expect((await office.row(number)).status).toBe(codes[0] === 0 ? 'cancelled' : 'new');
    }
  });

  test('who looked before the mark and writes after it is refused by the database itself', async () => {
    const number = await book();
    await scan(number);
    const move = (changes: object) =>
      sql`select move_reservation(${JSON.stringify({
        institution_code: HOSPITAL,
        reservation_number: number,
        status: 'confirmed',
        hold: true,
        now: at('10:00'),
        actor: { kind: 'administrator', id: 'clerk001' },
        act: 'edited',
        ...changes,
      })}::jsonb)`.execute(office.db);
    await expect(move({ visit_date: '2026-11-20' })).rejects.toMatchObject({ code: 'BK010' });
    await expect(move({ status: 'cancelled', hold: false })).rejects.toMatchObject({ code: 'BK010' });
    await expect(
      sql`select replace_reservation(${HOSPITAL}, ${number}, ${JSON.stringify({
        examinee_id: await office.ownerOf(number),
        created_at: at('10:00'),
        visit_date: '2026-11-20',
      })}::jsonb, '{}', '[]', '[]', null, false)`.execute(office.db),
    ).rejects.toMatchObject({ code: 'BK010' });
  });
});

test('who did not come may be given another day, and is no longer one who did not', async () => {
  const number = await book();
  await mark(number, '2');
  expect((await office.update(number, { statusCode: '23' })).body.errorCode).toBe(0);
  expect(await marksOf(number)).toHaveLength(1);
  expect((await office.update(number, dateForm('2026-11-21'))).body.errorCode).toBe(0);
  expect(await marksOf(number)).toEqual([]);
});

test('given marks and undos, then outstanding counts, csst, updt and versions are as before', async () => {
  const number = await book();
  const outstanding = async () =>
    (await office.service.post('/api/AdminReserveStatusCheck/FirstDisplay', {}, office.token)).body;
  const csst = async () => {
    const { reserveList } = await listOf(TODAY);
    const { ykst, csst, updt, version } = reserveList.find(({ ukno }: { ukno: number }) => ukno === number);
    return { ykst, csst, updt, version };
  };
  const before = [await office.row(number), await outstanding(), await csst()];
  for (const [to, from] of [
    ['1', '0'],
    ['0', '1'],
    ['2', '0'],
    ['1', '2'],
    ['2', '1'],
    ['0', '2'],
  ] as const) {
    expect((await mark(number, to, from)).body.errorCode).toBe(0);
    expect([await office.row(number), await outstanding(), await csst()]).toEqual(before);
  }
  expect((await entriesOf(number)).slice(0, 6)).toEqual([
    '未受診を取り消し',
    '未受診',
    '来院（10:00）',
    '未受診',
    '来院を取り消し',
    '来院（10:00）',
  ]);
});

describe('the file', () => {
  test('holds everybody of the day; it is written down without rows, and nothing counts as told', async () => {
    const day = addDays(TODAY, -25);
    const number = await book(
      { mem1: '=1+1\n車いす', opbr: ['0002'], opcd: ['0006'], optionJkcd: ['06'], sumGkgk: 12_750 },
      day,
    );
    await mark(number, '1');
    await sql`update reservations set staff_memo = '声,をかける', patient_number = 'P-9' where reservation_number = ${number}`.execute(
      office.db,
    );
    const { body } = await post('ReceptionCsv', { receptDate: slashed(day) });
    expect(body).toMatchObject({
      errorCode: 0,
      header:
        '受診日,受付時間,予約番号,患者番号,カナ氏名,氏名,生年月日,性別,年齢,クライアント名,コース名,オプション,予約状況,受付状況,来院時刻,備考,スタッフメモ',
      bodyList: [
        `2026/10/21,9:00,${number},P-9,ケンシン　ハナコ,健診　花子,1980/05/05,女性,46,個人,コース0001,オプション0006,新規未確認,来院,10:00,'=1+1 車いす,"声,をかける"`,
      ],
    });
    expect(body.fileName).toMatch(/_当日受付_20261115_100000\.csv$/);
    const { rows } = await sql<{ pattern_code: string; rows: number }>`
      select pattern_code, (select count(*)::integer from csv_download_rows r where r.download_id = d.download_id) as rows
        from csv_downloads d`.execute(office.db);
    expect(rows).toEqual([{ pattern_code: 'RCP', rows: 0 }]);
    const [row] = (await listOf(day)).reserveList;
    expect(row.csst).toBe('01');
    const log = (await office.service.readLog()).filter(({ act, outcome }) => act === '14' && outcome === 'ok');
    expect(log).toMatchObject([{ subject: '当日受付', details: { count: 1 } }]);
  });

  test('of a day without anybody is none', async () => {
    const { body } = await post('ReceptionCsv', { receptDate: '2026/12/06' });
    expect(body).toMatchObject({ errorCode: 13, errorMessage: 'この日の予約はありません。' });
  });
});
