// Drafts of notices through the HTTP server: who stands in one, by number and by frame, and what is filled in for each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type NoticeDesk, noticeDesk, putMany } from '#tests/kit/notices.ts';
import { openReservationOffice, type ReservationOffice, WISH } from '#tests/kit/reservation-office.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { watchStatements } from '#tests/kit/statements.ts';

let office: ReservationOffice;
let desk: NoticeDesk;
beforeAll(async () => {
  office = await openReservationOffice();
  desk = noticeDesk(office.service, office.token);
});
afterAll(() => office.service.close());

const ENDOSCOPY = { opbr: ['0001'], opcd: ['0002'], optionJkcd: ['02'], sumGkgk: 15500 };
const cells = (...rows: [date: string, waku: string, tmzn: string][]) => ({
  dates: rows.map(([date]) => date),
  wakus: rows.map(([, waku]) => waku),
  tmzns: rows.map(([, , tmzn]) => tmzn),
});
const numbersOf = (body: { recipientList: { ukno: number }[] }) => body.recipientList.map(({ ukno }) => ukno);
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

describe('by number', () => {
  test('each with the version that was seen, and with what stands for the variables', async () => {
    const { number } = await office.book({ reserveDate: '2026/12/02', reserveTmzn: '10' });
    const { body } = await desk.draft([number]);
    expect(body).toMatchObject({ errorCode: 0, skipCount: 0, sourceText: '選択した予約', wknm: '', lastTitl: '' });
    const [one] = body.recipientList;
    expect(one).toMatchObject({ ukno: number, version: '1', name: '健診　花子', ryak: 'ケンシン　ハナコ' });
    expect(one).toMatchObject({ tel1: '045-000-0123', reserveDate: '2026/12/02', sthm: '10:00' });
    const values = Object.fromEntries(
      one.valueList.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(values).toMatchObject({
      氏名: '健診　花子',
      予約番号: String(number),
      受診日: '2026年12月2日（水）',
      受付時間: '10:00',
    });
    expect(Object.keys(values)).not.toEqual(expect.arrayContaining(['パスワード']));
    expect(Object.keys(values)).toHaveLength(14);
  });

  test('those that are not live are left out and counted; none left: 14', async () => {
    const [live, cancelled] = [
      await office.book({ reserveDate: '2026/12/03' }),
      await office.book({ reserveDate: '2026/12/03' }),
    ];
    await office.update(cancelled.number, { statusCode: '92' });
    const { body } = await desk.draft([cancelled.number, live.number, live.number]);
    expect([numbersOf(body), body.skipCount]).toEqual([[live.number], 1]);
    const none = await desk.draft([cancelled.number]);
    expect(none.body).toMatchObject({ errorCode: 14, errorMessagesList: ['送信できる予約がありません。'] });
  });

  test('one that is anonymous gets none', async () => {
    const number = await putReservation(office.db, HOSPITAL, {
      visitDate: '2020-01-06',
      slotCode: '09',
      startMinute: 540,
    });
    await office.db
      .updateTable('reservations')
      .set({ anonymised_at: new Date() })
      .where('reservation_number', '=', number)
      .execute();
    const { body } = await desk.draft([number]);
    expect(body.errorMessagesList).toEqual(['この予約は保存期間を過ぎ、匿名化されています。']);
  });

  test('one that is not ours, or not there: 404 with 16, whatever else was asked for', async () => {
    await office.service.openInstitution('10000009', 'clinic09');
    const visit = { visitDate: '2026-12-01', slotCode: '01', startMinute: 540 };
    const elsewhere = await putReservation(office.db, '10000009', visit);
    const { number } = await office.book({ reserveDate: '2026/12/04' });
    for (const other of [elsewhere, 999_999_999]) {
      expect(await desk.draft([number, other])).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
  });

  test('nobody chosen: 12; more than a thousand: 13', async () => {
    expect((await desk.draft([])).body).toMatchObject({
      errorCode: 12,
      errorMessagesList: ['宛先を1人以上選択してください。'],
    });
    const many = Array.from({ length: 1_001 }, (_, at) => 100_000_001 + at);
    expect((await desk.draft(many)).body).toMatchObject({
      errorCode: 13,
      errorMessagesList: ['対象が1,000件を超えています。日を分けてください。'],
    });
  });
});

describe('by frame and day', () => {
  test('given the camera breaks, when 胃内視鏡 of the day is lowered with the box, then the recipients are exactly those who use the frame that day', async () => {
    await office.db.updateTable('frames').set({ name: '胃内視鏡' }).where('frame_code', '=', '0002').execute();
    const day = { reserveDate: '2026/12/08' };
    const mine = [
      await office.book({ ...day, ...ENDOSCOPY }),
      await office.book({ ...day, ...ENDOSCOPY, reserveTmzn: '10' }),
    ];
    await office.book(day);
    await office.book({ ...ENDOSCOPY, reserveDate: '2026/12/09' });
    const lowered = ['09', '10'];
    const update = await office.service.post(
      '/api/MasterWWKKR/Update',
      {
        waku: '0002',
        calenderYear: 2026,
        calenderMonth: 12,
        dates: lowered.map(() => '2026/12/08'),
        tmzns: lowered,
        cnt1s: [0, 0],
        recordStatuses: ['12', '12'],
        clamp: '1',
      },
      office.token,
    );
    expect(update.body).toMatchObject({ errorCode: 0, clampCount: 2 });
    const wanted = cells(['2026/12/08', '0002', '09'], ['2026/12/08', '0002', '10']);
    const { body } = await desk.post('Draft', wanted);
    expect(sorted(numbersOf(body))).toEqual(sorted(mine.map(({ number }) => number)));
    expect(body).toMatchObject({ sourceText: '2026/12/08（火）9:00・10:00 胃内視鏡', wknm: '胃内視鏡', skipCount: 0 });
    const any = await desk.post('Draft', cells(['2026/12/08', '0002', 'ZZ']));
    expect(any.body.sourceText).toBe('2026/12/08（火）胃内視鏡');
    expect(numbersOf(any.body)).toEqual(numbersOf(body));
    const one = await desk.post('Draft', cells(['2026/12/08', '0002', '10']));
    expect(numbersOf(one.body)).toEqual([mine[1]?.number]);
  });

  test('those who have only asked for it stand there too; those who were cancelled or have gone elsewhere do not', async () => {
    const asked = await office.book({ ...WISH, reserveDate: '2026/12/10' });
    const booked = await office.book({ reserveDate: '2026/12/10' });
    const cancelled = await office.book({ reserveDate: '2026/12/10' });
    await office.update(cancelled.number, { statusCode: '92' });
    const moved = await office.book({ reserveDate: '2026/12/10' });
    await office.change(moved, { reserveDate: '2026/12/11' });
    const { body } = await desk.post('Draft', cells(['2026/12/10', '0001', '09']));
    expect(sorted(numbersOf(body))).toEqual(sorted([asked.number, booked.number]));
  });

  test('what a request keeps of before while staff decide is no visit of that day', async () => {
    const booking = await office.book({ ...WISH, reserveDate: '2026/12/14' });
    await office.update(booking.number, { statusCode: '23' });
    const asked = await office.change(booking, { reserveDate: '2026/12/15' });
    expect((await desk.post('Draft', cells(['2026/12/14', '0001', 'ZZ']))).body.errorCode).toBe(14);
    const { body } = await desk.post('Draft', cells(['2026/12/15', '0001', 'ZZ']));
    expect(numbersOf(body)).toEqual([asked.number]);
  });

  test('of a day that was closed everybody, by time and name; days are written in words', async () => {
    const late = await office.book({ reserveDate: '2026/12/16', reserveTmzn: '10' });
    const early = await office.book({ reserveDate: '2026/12/16', ...ENDOSCOPY });
    const next = await office.book({ reserveDate: '2026/12/17' });
    const { body } = await desk.post('Draft', cells(['2026/12/17', '0000', 'ZZ'], ['2026/12/16', '0000', 'ZZ']));
    expect(numbersOf(body)).toEqual([early.number, late.number, next.number]);
    expect(body).toMatchObject({ sourceText: '2026/12/16（水）、2026/12/17（木）すべての予約', wknm: '' });
  });

  test('more than a thousand: 13; a thousand take three statements', async () => {
    const visit = { visitDate: '2027-02-01', slotCode: '09', startMinute: 540 };
    const [first = 0] = await putMany(office.db, HOSPITAL, 1_001, visit);
    const wanted = cells(['2027/02/01', '0000', 'ZZ']);
    const refused = await desk.post('Draft', wanted);
    expect(refused.body).toMatchObject({
      errorCode: 13,
      errorMessagesList: ['対象が1,000件を超えています。日を分けてください。'],
    });
    await office.db
      .updateTable('reservations')
      .set({ status: 'deleted' })
      .where('reservation_number', '=', first)
      .execute();
    let count = 0;
    const statements = await watchStatements(async () => {
      count = (await desk.post('Draft', wanted)).body.recipientList.length;
    });
    expect(count).toBe(1_000);
    // The first is the HTTP server's, who looks for the session.
    expect(statements).toHaveLength(4);
  });
});

test('the sender is that of the mails that confirm, else the service; and what was written last comes along', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/21' });
  expect((await desk.draft([number])).body).toMatchObject({ otad: office.service.config.mailFrom });
  await office.db
    .insertInto('mail_templates')
    .values({
      institution_code: HOSPITAL,
      template_code: '0003',
      kind: 'confirmed',
      title: '確定',
      body: '確定',
      sender: 'kenshin@hospital.example.jp',
      bcc: 'copy@hospital.example.jp',
    })
    .execute();
  await desk.notify([number], { titl: '前の件名', body: '前の本文' });
  expect((await desk.draft([number])).body).toMatchObject({
    otad: 'kenshin@hospital.example.jp',
    lastTitl: '前の件名',
    lastBody: '前の本文',
  });
  const mail = await office.db
    .selectFrom('outbox_mails')
    .select(['sender', 'bcc', 'kind'])
    .where('kind', '=', 'notice')
    .executeTakeFirst();
  expect(mail).toEqual({ kind: 'notice', sender: 'kenshin@hospital.example.jp', bcc: '' });
});

test('the log holds that somebody looked for them, and how many', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/22' });
  await desk.draft([number]);
  expect((await office.service.readLog()).at(-1)).toMatchObject({
    act: '11',
    details: { note: '一斉連絡の宛先', count: 1 },
  });
});
