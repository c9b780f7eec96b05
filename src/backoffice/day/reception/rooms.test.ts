// The lists by examination of a day, through the HTTP server.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

const DAY = '2026/12/01';
let office: ReservationOffice;
let clerk: string;
let viewer: string;
let numbers: number[] = [];

beforeAll(async () => {
  office = await openReservationOffice();
  clerk = office.token;
  await sql`update frame_capacities set capacity = 90`.execute(office.db);
  const option = { opbr: ['0002'], opcd: ['0006'], optionJkcd: ['06'], sumGkgk: 12_750 };
  for (let at = 0; at < 9; at++) {
    const time = { reserveTmzn: at % 2 === 0 ? '10' : '09' };
    const form = deskForm({
      ryk2: `ハナコ${'ケクコサシスセソタ'[at]}`,
      reserveDate: DAY,
      ...time,
      ...option,
      requestId: crypto.randomUUID(),
    });
    const body = await ask('Reserve', form);
    expect(body).toMatchObject({ errorCode: 0 });
    numbers.push(body.ukno);
  }
  await ask(
    'Reserve',
    deskForm({ ryk2: 'ヨソコ', reserveDate: '2026/12/02', ...option, requestId: crypto.randomUUID() }),
  );
  await sql`update reservations set course_items = '[{"name": "血圧", "extent": "all"}, {"name": "視力", "extent": "none"}]'
             where visit_date = '2026-12-01'`.execute(office.db);
  // By time, then kana: those of 9:00 first.
  numbers = [...numbers.filter((_, at) => at % 2 === 1), ...numbers.filter((_, at) => at % 2 === 0)];
  office.service.setNow('2026-12-01T09:12:00+09:00');
  const logIn = (userId: string, role: 'manager' | 'viewer') =>
    openClerk(office.db, { institutionCode: HOSPITAL, userId, role }, office.service.running.clock());
  [clerk, viewer] = [await logIn('clerk001', 'manager'), await logIn('viewer01', 'viewer')];
});
afterAll(() => office.service.close());

const ask = async (call: string, form: Record<string, unknown>, token = clerk) =>
  (await office.service.post(`/api/Desk/${call}`, form, token)).body;

test('nine at an option: nine numbers by time, under its frame, its group and itself, and at what the course holds', async () => {
  const body = await ask('RoomList', { receptDate: DAY }, viewer);
  expect(body).toMatchObject({ errorCode: 0, receptDate: DAY });
  expect(body.reserveList.map(({ ukno }: { ukno: number }) => ukno)).toEqual(numbers);
  const room = (rmkb: string, rmcd: string) =>
    body.roomList.find((one: { rmkb: string; rmcd: string }) => one.rmkb === rmkb && one.rmcd === rmcd);
  expect(room('2', '0002')).toMatchObject({ uknos: numbers });
  expect(room('3', '00020006')).toMatchObject({ name: 'オプション0006', uknos: numbers });
  expect(room('4', '血圧')).toMatchObject({ name: '血圧', uknos: numbers });
  expect(room('4', '視力')).toBeUndefined();
  const kinds = body.roomList.map(({ rmkb }: { rmkb: string }) => rmkb);
  expect(kinds).toEqual(kinds.toSorted());
  expect(room('1', body.roomList[0].rmcd).uknos).toEqual(numbers);
  const log = (await office.service.readLog()).filter(({ details }) =>
    JSON.stringify(details).includes('検査別の一覧'),
  );
  expect(log).toMatchObject([{ act: '11', details: { count: 9 } }]);
});

test('one of them did not come: eight in the file, which counts as no news; 閲覧 gets none; nobody: 13', async () => {
  const [first = 0] = numbers;
  expect(await ask('ReceptionMark', { ukno: first, rvst: '2', beforeRvst: '0' })).toMatchObject({ errorCode: 0 });
  await ask('SaveNote', { ukno: numbers[1], mosk: '車いす', isPrinted: '0', noteVersion: '' });
  const form = { receptDate: DAY, rmkbs: ['3', '4'], rmcds: ['00020006', '知らない検査'] };
  const body = await ask('RoomListCsv', form);
  expect(body.bodyList).toHaveLength(8);
  expect(body.header).toMatch(/^検査,受診日,受付時間,予約番号,.*,電話番号,申し送り$/);
  expect(body.bodyList[0]).toMatch(new RegExp(`^オプション0006,2026/12/01,9:00,${numbers[1]},.*,045-000-0123,車いす$`));
  expect(body.fileName).toMatch(/_検査別_20261201_091200\.csv$/);
  const files = await office.db.selectFrom('csv_downloads').select('pattern_code').execute();
  expect(files).toEqual([{ pattern_code: 'ROM' }]);
  expect(await ask('RoomListCsv', form, viewer)).toMatchObject({ errorCode: 13 });
  expect(await ask('RoomListCsv', { ...form, receptDate: '2026/12/06' })).toMatchObject({
    errorCode: 13,
    errorMessage: 'この日の予約はありません。',
  });
});
