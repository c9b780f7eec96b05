// A reservation as staff see it, through the HTTP server: everything as booked, its history and its mails.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { BY_DAY, DETAIL, openReservationOffice, type ReservationOffice, WISH } from '#tests/kit/reservation-office.ts';
import { watchStatements } from '#tests/kit/statements.ts';

let office: ReservationOffice;
let foreignToken: string;
beforeAll(async () => {
  office = await openReservationOffice();
  foreignToken = await office.service.openInstitution('20000002', 'foreign1');
});
afterAll(() => office.service.close());

const show = async (number: number) => (await office.service.post(DETAIL, { ukno: number }, office.token)).body;

test('an individual: no insurer, no category, prices and what was chosen', async () => {
  await sql`
    insert into exam_items (institution_code, item_code, name, sort)
    values (${HOSPITAL}, '0001', '血圧', 1), (${HOSPITAL}, '0002', '胃部検査', 2), (${HOSPITAL}, '0003', '視力', 3)`.execute(
    office.db,
  );
  await sql`
    insert into course_items (institution_code, client_code, fiscal_year, course_code, item_code, extent)
    values (${HOSPITAL}, '00000000', 2026, '0001', '0001', 'all'), (${HOSPITAL}, '00000000', 2026, '0001', '0002', 'part'),
           (${HOSPITAL}, '00000000', 2026, '0001', '0003', 'none')`.execute(office.db);
  await sql`
    update courses set description = E'前日は21時以降\\n飲食をお控えください。', recommended_for = '40歳以上の方', duration = '約3時間'
     where institution_code = ${HOSPITAL} and client_code = '00000000' and course_code = '0001'`.execute(office.db);
  await sql`update institutions set tax_display = 'excluded' where institution_code = ${HOSPITAL}`.execute(office.db);
  const options = { opbr: ['0001', '0003'], opcd: ['0002', '0007'], optionJkcd: ['02', '07'], sumGkgk: 43_000 };
  const { number, form } = await office.book({ ...options, mem1: '車で\n伺います', syno: '' });
  await sql`update institutions set tax_display = 'included' where institution_code = ${HOSPITAL}`.execute(office.db);
  expect(await show(number)).toEqual({
    errorCode: 0,
    errorMessagesList: [],
    version: '1',
    ukno: number,
    statusCode: '21',
    caln: '1',
    isAnonymous: '0',
    ykrt: '1',
    mosk: '',
    isPrinted: '0',
    noteVersion: '0',
    noteName: '',
    noteDate: '',
    isSeveral: '0',
    stmm: '',
    rvst: '0',
    rvtm: '',
    rvnm: '',
    nam1: '健診',
    nam2: '花子',
    ryk1: 'ケンシン',
    ryk2: 'ハナコ',
    motoUkno: 0,
    sakiUkno: 0,
    krkb: '2',
    tmznList: [
      { tmzn: '09', sthm: '9:00' },
      { tmzn: '10', sthm: '10:00' },
    ],
    reserveYearList: [2025, 2026, 2027, 2028],
    reserveDateYear: 2026,
    reserveDateMonth: 12,
    reserveDateDate: 1,
    reserveTmzn: '09',
    reserveSthm: '9:00',
    trno: '',
    hkrs: '',
    hsst: '0',
    hsdt: '',
    hkrl: '本人の都合\n体調不良\n日程の都合\nほかで受診\n施設の都合\n重複\n誤登録',
    kshj: '1',
    taxk: '1',
    courseInfo: {
      ksnm: 'コース0001',
      time: '約3時間',
      mem1: '前日は21時以降\n飲食をお控えください。',
      mem2: '40歳以上の方',
      gkgk: 10_000,
      listInspection: [
        { kmnm: '血圧', jskb: '1' },
        { kmnm: '胃部検査', jskb: '2' },
      ],
    },
    optionInfoList: [
      { opnm: 'オプション0002', gkgk: 5500 },
      { opnm: 'オプション0007', gkgk: 27_500 },
    ],
    sumGkgk: 43_000,
    sumTaxGkgk: 47_300,
    jgcd: '00000000',
    jgnm: '個人',
    hksh: '',
    hkkg: '',
    hkno: '',
    kbnm: '',
    cmnm: '',
    name: '健診　花子',
    ryak: 'ケンシン　ハナコ',
    btdyYear: 1980,
    btdyMonth: 5,
    btdyDate: 5,
    age: 46,
    sex: '2',
    zip: '231-0000',
    adr1: '神奈川県',
    adr2: '横浜市中区',
    adr3: '汐見の丘1-2-3',
    tel1: '045-000-0123',
    syno: '',
    emal: form.email1,
    dmkb: '1',
    mailWish: '1',
    mailWishDate: '2026/11/15 10:00',
    mailWishBy: '予約の申込',
    mem1: '車で\n伺います',
    historyList: [{ date: '2026/11/15 10:00', name: '受診者', text: '予約の登録（受診日 2026/12/01）' }],
    mailList: [
      expect.objectContaining({ date: '2026/11/15 10:00', mlbr: '02', state: 'waiting' }),
      expect.objectContaining({ mlbr: '01', titl: expect.stringContaining('パスワード') }),
    ],
  });
});

test('through a society: insurer, symbol, number and category', async () => {
  const { number } = await office.book({
    jgcd: SOCIETY,
    hksh: '06990014',
    hkkg: '2041',
    hkno: '118',
    hfkb: '02',
    inputHfkb: '02',
    sex: '2',
    age: 46,
    courseJkcd: '02',
    cmnm: '東丘精機株式会社',
    syno: 'T-20418',
    sumGkgk: 16_500,
    reserveDate: '2026/12/02',
  });
  expect(await show(number)).toMatchObject({
    jgcd: SOCIETY,
    hksh: '06990014',
    hkkg: '2041',
    hkno: '118',
    kbnm: '配偶者',
    cmnm: '東丘精機株式会社',
    syno: 'T-20418',
    kshj: '1',
    dmkb: '1',
  });
});

test('by day: no times; desired: said so, and its prices are sent all the same', async () => {
  const byDay = await office.book({ ...BY_DAY, reserveDate: '2026/12/03' });
  expect(await show(byDay.number)).toMatchObject({ krkb: '1', tmznList: [], reserveTmzn: 'ZZ', reserveSthm: '' });
  const wish = await office.book({ ...WISH, reserveDate: '2026/12/03' });
  expect(await show(wish.number)).toMatchObject({ caln: '2', kshj: '0', sumGkgk: 7700 });
});

test('the chain of changes, and who did what, the newest first', async () => {
  const first = await office.book({ reserveDate: '2026/12/08' });
  office.service.setNow('2026-11-15T10:05:00+09:00');
  await office.update(first.number, { statusCode: '23', trno: '0012', isSendMail: '1' });
  const second = await office.change(first, { reserveDate: '2026/12/09' });
  await office.update(second.number, { reserveTmzn: '10' }, office.otherToken);
  await office.update(second.number, {});
  const old = await show(first.number);
  expect(old).toMatchObject({ statusCode: '32', motoUkno: 0, sakiUkno: second.number });
  expect(old.historyList.map(({ name, text }: { name: string; text: string }) => [name, text])).toEqual([
    ['受診者', `予約番号${second.number}へ変更`],
    ['受付　佐藤', '新規未確認 → 予約確認済、患者番号 （なし） → 0012、通知メールを送信'],
    ['受診者', '予約の登録（受診日 2026/12/08）'],
  ]);
  expect(old.mailList[0]).toMatchObject({ mlbr: '03' });
  const now = await show(second.number);
  expect(now).toMatchObject({ statusCode: '22', motoUkno: first.number, sakiUkno: 0 });
  expect(now.historyList.map(({ name, text }: { name: string; text: string }) => [name, text])).toEqual([
    ['受付　鈴木', '受付時間 9:00 → 10:00'],
    ['受診者', `予約番号${first.number}からの変更（受診日 2026/12/09）`],
  ]);
});

test('how it came, what the staff keep with it, and whether the person has come', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/10' });
  await office.db
    .updateTable('reservations')
    .set({ origin: 'phone', staff_memo: '耳が遠い。' })
    .where('reservation_number', '=', number)
    .execute();
  expect(await show(number)).toMatchObject({ ykrt: '2', stmm: '耳が遠い。', rvst: '0', rvtm: '' });
  const mark = { institution_code: HOSPITAL, reservation_number: number, administrator_id: 'clerk001' };
  await office.db
    .insertInto('reception_marks')
    .values({ ...mark, visit_date: '2026-12-10', state: 'arrived', at: new Date('2026-12-09T23:51:00Z') })
    .execute();
  expect(await show(number)).toMatchObject({ rvst: '1', rvtm: '8:51', rvnm: '受付　佐藤' });
});

test('a visit of long ago has its own year to choose from', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/10' });
  await sql`update reservations set visit_date = '2019-05-05' where reservation_number = ${number}`.execute(office.db);
  expect((await show(number)).reserveYearList).toEqual([2019, 2025, 2026, 2027, 2028]);
});

test('another institution’s is not there, like one that is not; a malformed number is wrong', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/11' });
  const foreign = await office.service.post(DETAIL, { ukno: number }, foreignToken);
  expect(foreign).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await office.service.post(DETAIL, { ukno: 999_999_999 }, foreignToken)).toEqual(foreign);
  expect(await office.service.post(DETAIL, { ukno: number, ircd: '20000002' }, office.token)).toEqual(foreign);
  for (const ukno of ['', 'abc', '1234567890']) {
    expect((await office.service.post(DETAIL, { ukno }, office.token)).body, ukno).toMatchObject({ errorCode: 12 });
  }
});

test('two statements show it, two change it', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/11' });
  const form = await office.shown(number);
  const besides = (names: string[]) => names.filter((name) => !/sessions|token/.test(name)).length;
  const shown = await watchStatements(() => office.service.post(DETAIL, { ukno: number }, office.token));
  const changed = await watchStatements(() =>
    office.service.post('/api/MasterWIGA1Detail/Update', { ...form, statusCode: '23' }, office.token),
  );
  // Each with one more, which looks for the session.
  expect([besides(shown), besides(changed)]).toEqual([3, 3]);
});
