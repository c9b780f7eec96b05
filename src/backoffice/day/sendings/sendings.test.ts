// What is sent before a visit, through the HTTP server: who is due, what is marked, what becomes of it, and what the person reads.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { holdReservation } from '#tests/kit/held-lock.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { tokenOfOwner } from '#tests/kit/reservations.ts';
import { openClerk } from '#tests/kit/staff.ts';

const OPTION = { opbr: ['0002'], opcd: ['0006'], optionJkcd: ['06'], sumGkgk: 12_750 };
const ADDRESS = { zip1: '231', zip2: '0023', adr1: '神奈川県', adr2: '横浜市中区', adr3: '山下町1-2' };
const STATUS = '/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay';

let office: ReservationOffice;
let reception: string;
let viewer: string;

const run = (text: string) => sql.raw(text).execute(office.db);

async function at(now: string): Promise<void> {
  office.service.setNow(now);
  await sql`update sessions set last_used_at = ${now}, created_at = ${now}`.execute(office.db);
}

beforeAll(async () => {
  office = await openReservationOffice();
  const log = (userId: string, role: 'reception' | 'viewer') =>
    openClerk(office.db, { institutionCode: HOSPITAL, userId, role }, new Date('2026-11-18T01:00:00Z'));
  [reception, viewer] = [await log('recept01', 'reception'), await log('viewer01', 'viewer')];
  await run('update institutions set sending_days = 14');
  await run("update courses set sends = true, internal_name = '東丘ドック' where course_code = '0001'");
  await run("update option_items set sends = true, internal_name = '便潜血' where option_code = '0006'");
  await run('update frame_capacities set capacity = 90');
});
beforeEach(async () => {
  await at('2026-11-18T10:00:00+09:00');
  await run('delete from sendings');
  await run("update reservations set status = 'cancel_confirmed' where status in ('new', 'changed', 'confirmed')");
  await run("update institutions set sending_days = 14, sending_name = '検査キット'");
});
afterAll(() => office.service.close());

const desk = async (call: string, form: Form, token = reception) =>
  (await office.service.post(`/api/Desk/${call}`, form, token)).body;

async function book(reserveDate: string, changes: Form = {}): Promise<number> {
  const body = await desk(
    'Reserve',
    deskForm({ ...ADDRESS, reserveDate, requestId: crypto.randomUUID(), ...changes }),
    office.token,
  );
  expect(body).toMatchObject({ errorCode: 0 });
  return body.ukno;
}

/** The same person's visit on a new number. */
const change = async (choiceUkno: number, changes: Form) =>
  book('2026/12/02', { choiceUkno, version: String((await office.row(choiceUkno)).version), ...changes });

const list = (form: Form = {}, token = reception) => desk('SendingList', form, token);
const listed = async (hsch = '1', form: Form = {}): Promise<number[]> =>
  (await list({ hsch, ...form })).sendList.map(({ ukno }: Form) => ukno);
const one = async (ukno: number) => (await list({ ukno })).sendList[0];
const mark = (uknos: number | number[], to: string, sendDate = '2026/11/18', token = reception) =>
  desk('SendingMark', { uknos, mark: to, sendDate }, token);
const countOf = async () => (await office.service.post(STATUS, {}, reception)).body.sendCount;
const historyOf = async (ukno: number): Promise<string[]> =>
  (await office.service.post(DETAIL, { ukno }, office.token)).body.historyList.map(({ text }: Form) => text);

describe('13. due until the day before the next open day', () => {
  test('Friday, Saturday to Monday closed: visits up to 12/07 are listed, and one booked today for 11/25 is urgent', async () => {
    const closed = "'2026-11-21', '2026-11-22', '2026-11-23'";
    await run(`insert into calendar_days select '${HOSPITAL}', d::date, 'closed' from unnest(array[${closed}]) d`);
    await at('2026-11-20T10:00:00+09:00');
    const last = await book('2026/12/07', { ryk2: 'アキコ' });
    const urgent = await book('2026/11/25', OPTION);
    await book('2026/12/08');
    await book('2026/12/07', { kscd: '0002', courseJkcd: '04', sumGkgk: 9900 });
    const body = await list({}, viewer);
    expect(body).toMatchObject({
      errorCode: 0,
      sendDate: '2026/11/23',
      today: '2026/11/20',
      hsdy: 14,
      hsnm: '検査キット',
      sendList: [
        {
          ukno: urgent,
          dueDate: '2026/11/11',
          reserveDate: '2026/11/25',
          hsst: '1',
          partNames: ['東丘ドック', '便潜血'],
        },
        {
          ukno: last,
          dueDate: '2026/11/23',
          reserveDate: '2026/12/07',
          hsdt: '',
          partNames: ['東丘ドック'],
          sthm: '9:00',
        },
      ],
    });
    expect(body.sendList[0]).toMatchObject({ zip: '2310023', adr1: '神奈川県', adr3: '山下町1-2', addressMessage: '' });
    expect(await listed('1', { sendDate: '2026/11/20' })).toEqual([urgent]);
    expect(await countOf()).toBe(2);
    await run(`delete from calendar_days where day in (${closed})`);
  });

  test('the page of phone bookings knows what is sent by which course and option, as long as anything is', async () => {
    const form = { jgcd: '00000000', nend: 2026, hfkb: 'Z', sex: '2', kscd: '0001', choiceUkno: 0 };
    expect(await desk('BookingOffer', form)).toMatchObject({ hsnm: '検査キット', hsfgList: ['0001', '0002/0006'] });
    await run('update institutions set sending_days = 0');
    expect(await desk('BookingOffer', form)).toMatchObject({ hsnm: '', hsfgList: [] });
  });

  test('what is only desired has nothing sent, nor has anybody where it is not used', async () => {
    const ukno = await book('2026/12/02');
    await run(`update reservations set desired = true, status = 'new' where reservation_number = ${ukno}`);
    expect([await listed(), await countOf()]).toEqual([[], 0]);
    await run(`update reservations set desired = false where reservation_number = ${ukno}`);
    expect([await listed(), await countOf()]).toEqual([[ukno], 1]);
    const isSending = async () =>
      (await office.service.post('/api/AdminLogin/GetUserInfo', {}, reception)).body.isSending;
    expect(await isSending()).toBe('1');
    await run('update institutions set sending_days = 0');
    expect(await list()).toMatchObject({ hsdy: 0, sendList: [], countList: Array(6).fill({ count: 0 }) });
    expect([await isSending(), await countOf()]).toEqual(['0', 0]);
  });

  test('more than a list holds: the day has to be earlier', async () => {
    const ukno = await book('2026/12/02');
    const columns = (
      await sql<{ name: string }>`
      select column_name as name from information_schema.columns
       where table_name = 'reservations' and is_generated = 'NEVER' and column_name <> 'reservation_number'`.execute(
        office.db,
      )
    ).rows.map(({ name }) => name);
    await run(`
      insert into reservations (reservation_number, ${columns}) select 500000000 + n, ${columns}
        from reservations, generate_series(1, 1000) n where reservation_number = ${ukno}`);
    expect(await list()).toMatchObject({
      errorCode: 13,
      errorMessage: '対象が1,000件を超えています。日を早めてください。',
    });
    expect(await list({ hsch: '3' })).toMatchObject({ errorCode: 0, sendList: [] });
    expect(await countOf()).toBe(1000);
    await run('delete from reservations where reservation_number > 500000000');
  });
});

describe('14. marked as sent', () => {
  test('five: my page tells it, the tile has five fewer, the same again is done already, one step back and it is due again', async () => {
    const uknos: number[] = [];
    for (const ryk2 of ['ア', 'イ', 'ウ', 'エ', 'オ', 'カ']) uknos.push(await book('2026/12/02', { ryk2 }));
    const [first = 0] = uknos;
    const five = uknos.slice(0, 5);
    const before = await office.row(first);
    expect(await countOf()).toBe(6);
    const body = await mark(five, '1');
    expect(body).toMatchObject({
      errorCode: 0,
      resultList: five.map((ukno) => ({ ukno, result: '0', hsst: '2', hsdt: '2026/11/18' })),
    });
    expect(await countOf()).toBe(1);
    expect((await mark(five, '1')).resultList).toMatchObject(five.map((ukno) => ({ ukno, result: '1', hsst: '2' })));
    expect(await sql`select from sendings`.execute(office.db)).toMatchObject({ rows: { length: 5 } });
    expect((await listed('3')).toSorted()).toEqual(five.toSorted());
    expect(await one(first)).toMatchObject({
      hsst: '2',
      hsdt: '2026/11/18',
      sentName: '受付',
      returnDate: '',
      oldDate: '',
    });
    const detail = (await office.service.post(DETAIL, { ukno: first }, office.token)).body;
    expect(detail).toMatchObject({ hsst: '2', hsdt: '2026/11/18' });
    expect(await historyOf(first)).toContain('検査キットを発送（2026/11/18）');
    expect(await office.row(first)).toEqual(before);

    expect((await mark(first, '0')).resultList).toMatchObject([{ result: '0', hsst: '1', hsdt: '' }]);
    expect((await listed()).includes(first)).toBe(true);
    expect((await mark(first, '0')).resultList).toMatchObject([{ result: '1', hsst: '1' }]);
    expect((await historyOf(first)).filter((text) => text === '発送の記録を取り消し')).toHaveLength(1);
    const log = (await office.service.readLog()).filter(({ subject }) => subject === String(first));
    expect(log.map(({ details }) => (details as { note?: string }).note)).toEqual(
      expect.arrayContaining(['発送：発送済み（2026/11/18）', '発送：発送の記録を取り消し']),
    );
  });

  test('my page and the detail of its owner name the day, until it comes back or the visit is over', async () => {
    const { number } = await office.book({ reserveDate: '2026/12/02' });
    const token = await tokenOfOwner(office.db, HOSPITAL, number, new Date('2026-11-18T01:00:00Z'));
    const ask = async (path: string, form: Form = {}) => (await office.service.post(`/api/${path}`, form, token)).body;
    const shownSendings = async () => {
      const { enableReserveDataList: now, disableReserveDataList: past } = await ask('CommonMyPage/FirstDisplay');
      const { hsnm, hsdt } = await ask('CommonReserveDetail/FirstDisplay', { ukno: number });
      return [...now, ...past].map((entry: Form) => [entry.hsnm, entry.hsdt]).concat([[hsnm, hsdt]]);
    };
    const nobody = Array(2).fill([undefined, undefined]);
    expect(await shownSendings()).toEqual(nobody);
    await mark(number, '1');
    expect(await shownSendings()).toEqual(Array(2).fill(['検査キット', '2026/11/18']));
    await mark(number, '2');
    expect(await shownSendings()).toEqual(nobody);
    await mark(number, '0');
    await at('2026-12-03T10:00:00+09:00');
    expect(await shownSendings()).toEqual(nobody);
  });

  test('not tomorrow, nor more than 31 days ago, nor without a day', async () => {
    const ukno = await book('2026/12/02');
    for (const day of ['2026/11/19', '2026/10/17', '']) {
      expect(await mark(ukno, '1', day)).toMatchObject({
        errorCode: 12,
        errorMessage: '発送日は今日から31日前までの日を選択してください。',
      });
    }
    expect(await listed()).toEqual([ukno]);
  });

  test('two clerks at once write it once, and 閲覧 writes nothing', async () => {
    const ukno = await book('2026/12/02');
    const held = await holdReservation(office.service.superuser, ukno);
    const both = [mark(ukno, '1'), mark(ukno, '1', '2026/11/17', office.token)];
    await held.untilWaiting(2);
    await held.release();
    const results = (await Promise.all(both)).map(({ resultList }) => resultList[0].result);
    expect(results.toSorted()).toEqual(['0', '1']);
    expect(await mark(ukno, '0', '2026/11/18', viewer)).toMatchObject({ errorCode: 13 });
    expect(await list({ hsch: '3' }, viewer)).toMatchObject({ sendList: [{ ukno }] });
  });

  test('what cannot be marked is said by itself', async () => {
    const [ukno, cancelled, without] = [
      await book('2026/12/02'),
      await book('2026/12/02', { ryk2: 'トリケシ' }),
      await book('2026/12/02', { kscd: '0002', courseJkcd: '04', sumGkgk: 9900 }),
    ];
    await run(`update reservations set status = 'cancel_confirmed' where reservation_number = ${cancelled}`);
    const sentences = async (to: string, sendDate?: string) =>
      (await mark([ukno, cancelled, without, 999_999_999], to, sendDate)).resultList.map(
        ({ result, errorMessage }: Form) => errorMessage || result,
      );
    expect(await sentences('2')).toEqual([
      '発送していません。',
      '発送していません。',
      '発送していません。',
      'データが見つかりません。',
    ]);
    expect(await sentences('1')).toEqual([
      '0',
      '取り消されています（取消確認済）。',
      '発送するものがない予約です。',
      'データが見つかりません。',
    ]);
    expect((await sentences('2', '2026/11/17'))[0]).toBe('発送日より前の日です。');
  });
});

describe('15. what becomes of it afterwards', () => {
  test('changed with an option that sends: due again with that option alone, and the record stands at the new number', async () => {
    const ukno = await book('2026/12/02');
    await mark(ukno, '1');
    const next = await change(ukno, { ...OPTION, reserveDate: '2026/12/02' });
    expect((await list()).sendList).toMatchObject([
      { ukno: next, partNames: ['便潜血'], hsst: '1', hsdt: '2026/11/18' },
    ]);
    expect(await listed('3')).toEqual([next]);
    await mark(next, '1', '2026/11/17');
    expect(await one(next)).toMatchObject({ hsst: '2', partNames: ['東丘ドック', '便潜血'] });
    expect([await listed(), await countOf()]).toEqual([[], 0]);
    expect(await one(ukno)).toMatchObject({ hsst: '1', hsdt: '' });
  });

  test('changed to another day: sent there, and named with both days; by somebody else’s name it stays behind', async () => {
    const ukno = await book('2026/12/02');
    await mark(ukno, '1');
    const moved = await change(ukno, { reserveDate: '2026/12/09' });
    expect((await list({ hsch: '5' })).sendList).toMatchObject([
      { ukno: moved, hsst: '2', oldDate: '2026/12/02', reserveDate: '2026/12/09' },
    ]);
    const other = await change(moved, { ryk2: 'ベツジン', reserveDate: '2026/12/09' });
    expect([await listed('5'), await listed('3'), await listed('6')]).toEqual([[], [], [moved]]);
    expect(await one(other)).toMatchObject({ hsst: '1' });
  });

  test('cancelled: among those cancelled after it was sent, and not to be sent; came back: to be sent again', async () => {
    const ukno = await book('2026/12/02');
    await mark(ukno, '1', '2026/11/17');
    await mark(ukno, '2');
    expect((await list()).sendList).toMatchObject([{ ukno, hsst: '3', hsdt: '2026/11/17', returnDate: '2026/11/18' }]);
    expect([await listed('4'), await listed('3')]).toEqual([[ukno], []]);
    expect(await historyOf(ukno)).toContain('検査キットが戻った（2026/11/18）');
    expect((await mark(ukno, '1')).resultList).toMatchObject([{ result: '0', hsst: '2' }]);
    expect([await listed('4'), await listed('3'), await listed()]).toEqual([[], [ukno], []]);
    await run(`update reservations set status = 'cancel_confirmed' where reservation_number = ${ukno}`);
    expect([await listed('6'), await listed(), await listed('3')]).toEqual([[ukno], [], []]);
    const { countList } = await list();
    expect(countList).toEqual([0, 0, 0, 0, 0, 1].map((count, place) => ({ hsch: String(place + 1), count })));
  });
});

describe('16. addresses', () => {
  test('without one: named, not in the file, and may be marked; a postal code of elsewhere is named too', async () => {
    const good = await book('2026/12/02', { ryk2: 'ア' });
    const none = await book('2026/12/02', { ryk2: 'イ', zip1: '', zip2: '', adr1: '', adr2: '', adr3: '' });
    const elsewhere = await book('2026/12/02', { ryk2: 'ウ', adr1: '東京都', adr2: '港区', adr3: '芝公園4-2-8' });
    const body = await list();
    expect(body.sendList.map(({ addressMessage }: Form) => addressMessage)).toEqual([
      '',
      '住所がありません',
      '郵便番号と住所が合いません',
    ]);
    expect(await listed('2')).toEqual([none, elsewhere]);
    expect(body.countList.slice(0, 2)).toEqual([
      { hsch: '1', count: 3 },
      { hsch: '2', count: 2 },
    ]);

    const file = await desk('SendingCsv', { uknos: [elsewhere, none, good] });
    expect(file.fileName).toMatch(/_発送_20261118_100000\.csv$/);
    expect(file.header).toBe(
      '予約番号,郵便番号,都道府県,市区町村,番地・建物名,氏名,敬称,カナ氏名,電話番号,品名,受診日,発送予定日',
    );
    expect(file.bodyList).toEqual([
      `${good},231-0023,神奈川県,横浜市中区,山下町1-2,健診　花子,様,ケンシン　ア,045-000-0123,検査キット,2026/12/02,2026/11/18`,
      expect.stringMatching(`^${elsewhere},231-0023,東京都,港区,`),
    ]);
    expect(await desk('SendingCsv', { uknos: none })).toMatchObject({ errorCode: 13 });
    expect(await desk('SendingCsv', { uknos: good }, viewer)).toMatchObject({ errorCode: 13 });
    expect((await mark(none, '1')).resultList).toMatchObject([{ result: '0', hsst: '2' }]);
  });
});
