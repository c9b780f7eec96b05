// Calls of a notice that reach nobody, people who get a mail and a call, and notices to those who were sent one a moment ago.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type NoticeDesk, noticeDesk, noticeForm, putMany } from '#tests/kit/notices.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';

let office: ReservationOffice;
let desk: NoticeDesk;
beforeAll(async () => {
  office = await openReservationOffice();
  desk = noticeDesk(office.service, office.token);
});
afterAll(() => office.service.close());

async function book(count: number, mail = ''): Promise<number[]> {
  const numbers = await putMany(office.db, HOSPITAL, count);
  await office.db.updateTable('reservations').set({ mail }).where('reservation_number', 'in', numbers).execute();
  return numbers;
}

type Row = Record<string, unknown> & { ukno: number; version: string };
const rowsOf = async (noticeId: string): Promise<Row[]> => (await desk.detail(noticeId)).phoneList;

async function mark(noticeId: string, ukno: number, more: Record<string, unknown>) {
  const row = (await rowsOf(noticeId)).find((one) => one.ukno === ukno);
  const { body } = await desk.post('Mark', { noticeId, ukno, memo: row?.memo, version: row?.version, ...more });
  expect(body.errorCode).toBe(0);
  return body.phoneList.find((one: Row) => one.ukno === ukno);
}

const historyOf = async (ukno: number): Promise<string[]> => {
  const { body } = await office.service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno }, office.token);
  return body.historyList.map(({ text }: { text: string }) => text);
};
const SUBJECT = '（【試験健診センター】2026年11月18日（水）のご予約について）';

test('不在 twice, then 連絡済: 「不在 2回」 is gone from the row, history has three entries', async () => {
  const [number = 0] = await book(1);
  const { noticeId } = await desk.notify([number]);
  expect(await rowsOf(noticeId)).toMatchObject([{ clst: '0', attempts: 0, attemptDate: '', attemptName: '' }]);
  await mark(noticeId, number, { clst: '1' });
  const twice = await mark(noticeId, number, { clst: '1' });
  const tried = { attempts: 2, attemptDate: '2026/11/15 10:00', attemptName: '受付　佐藤', isCalled: '0' };
  expect(twice).toMatchObject({ clst: '1', ...tried });
  // A memo counts no call, also from a page that knows no more than the box.
  expect(await mark(noticeId, number, { memo: '留守電に伝言。', isCalled: '0' })).toMatchObject({
    clst: '1',
    attempts: 2,
  });
  expect(await desk.detail(noticeId)).toMatchObject({ phoneCount: 1, calledCount: 0 });
  expect(await mark(noticeId, number, { clst: '9', memo: '' })).toMatchObject({ clst: '9', isCalled: '1' });
  expect(await desk.detail(noticeId)).toMatchObject({ phoneCount: 1, calledCount: 1 });
  expect(await historyOf(number)).toEqual([`電話で連絡${SUBJECT}`, `電話（不在）${SUBJECT}`, `電話（不在）${SUBJECT}`]);
  expect(await mark(noticeId, number, { clst: '0' })).toMatchObject({ clst: '0', attempts: 0, isCalled: '0' });
  const notes = (await office.service.readLog()).filter(({ subject }) => subject === String(number));
  expect(notes.filter(({ act }) => act === '13').map(({ details }) => details)).toEqual([
    { note: '一斉連絡：電話（不在）' },
    { note: '一斉連絡：電話（不在）' },
    { note: '一斉連絡：メモ' },
    { note: '一斉連絡：電話連絡済' },
    { note: '一斉連絡：電話連絡済を取り消し' },
  ]);
});

test('who waits for a call comes first, then who was not called yet, who was not there by the oldest attempt, who need not be, who was', async () => {
  const [called = 0, later = 0, over = 0, earlier = 0, open = 0, waits = 0] = await book(6);
  const { noticeId } = await desk.notify([called, later, over, earlier, open, waits]);
  await mark(noticeId, called, { clst: '9' });
  await mark(noticeId, waits, { clst: '2' });
  for (const [number, at] of [
    [earlier, '2026-11-15T00:10:00Z'],
    [later, '2026-11-15T00:50:00Z'],
  ] as const) {
    await mark(noticeId, number, { clst: '1' });
    await office.db
      .updateTable('notice_recipients')
      .set({ attempted_at: new Date(at) })
      .where('reservation_number', '=', number)
      .execute();
  }
  await office.db
    .updateTable('reservations')
    .set({ status: 'cancelled' })
    .where('reservation_number', '=', over)
    .execute();
  expect((await rowsOf(noticeId)).map(({ ukno }) => ukno)).toEqual([waits, open, earlier, later, over, called]);
  expect(await historyOf(waits)).toEqual([`電話（折り返し待ち）${SUBJECT}`]);
  await mark(noticeId, waits, { clst: '0' });
  expect((await historyOf(waits))[0]).toBe(`電話の記録を取り消し${SUBJECT}`);
});

test('電話もする: a mail and a place in the list of calls, whose reason is both; the others get a mail alone', async () => {
  const [both = 0, mail = 0] = await book(2, 'hanako@example.jp');
  const form = noticeForm(await desk.seen([both, mail]), { calls: ['1', '0'] });
  const { body } = await desk.post('Send', form);
  expect(body).toMatchObject({ errorCode: 0, mailCount: 2, phoneCount: 1 });
  expect(await desk.post('Send', form)).toMatchObject({ body });
  const detail = await desk.detail(body.noticeId);
  expect(detail).toMatchObject({ mailCount: 2, phoneCount: 1 });
  expect(detail.phoneList).toMatchObject([{ ukno: both, reason: 'メールと電話', clst: '0' }]);
});

test('two clerks send to the same nine within a minute: the second gets Repeated naming the first; with isRepeat it goes', async () => {
  const nine = await book(9);
  const form = noticeForm(await desk.seen(nine));
  const { noticeId } = await desk.notify(nine);
  const [recent] = (await desk.draft(nine)).body.recentList;
  const titl = '【試験健診センター】2026年11月18日（水）のご予約について';
  expect(recent).toEqual({ noticeId, titl, name: '受付　佐藤', date: '2026/11/15 10:00', count: 9 });
  const { body } = await desk.post('Send', form, office.otherToken);
  const sentence = '24時間以内に同じ方へ一斉連絡を送っています（10:00 受付　佐藤、9人）。';
  expect(body).toMatchObject({ errorCode: 14, isRepeated: '1', errorMessagesList: [sentence] });
  const again = await desk.post('Send', { ...form, isRepeat: '1' }, office.otherToken);
  expect(again.body).toMatchObject({ errorCode: 0, phoneCount: 9 });
  expect((await desk.draft(nine)).body.recentList).toHaveLength(2);
  // One of the nine among others.
  const [alone = 0] = await book(1);
  expect((await desk.draft([alone])).body.recentList).toEqual([]);
  expect((await desk.draft([alone, nine[0] ?? 0])).body.recentList).toMatchObject([{ count: 1 }, { count: 1 }]);
  await office.db
    .updateTable('notices')
    .set({ at: new Date('2026-11-14T00:59:00Z') })
    .execute();
  expect((await desk.draft(nine)).body.recentList).toEqual([]);
});

test('at once: one of them goes', async () => {
  const seen = await desk.seen(await book(9));
  const answers = await Promise.all([
    desk.post('Send', noticeForm(seen)),
    desk.post('Send', noticeForm(seen), office.otherToken),
  ]);
  expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([0, 14]);
});
