// What has become of a notice, through the HTTP server: mails that went, that were given up or withdrawn, and whom somebody has telephoned.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDelivery } from '#server/mail/outbox-delivery.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { type NoticeDesk, noticeDesk } from '#tests/kit/notices.ts';
import { sendDue } from '#tests/kit/outbox.ts';
import { dateForm, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

const NOW = new Date('2026-11-15T10:00:00+09:00');
const MINUTE_MS = 60_000;

let office: ReservationOffice;
let desk: NoticeDesk;
let server: MailServer;
beforeAll(async () => {
  office = await openReservationOffice();
  desk = noticeDesk(office.service, office.token);
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await office.service.close();
});

async function sendAt(now: Date): Promise<void> {
  const delivery = openDelivery({ ...office.service.config, smtpUrl: server.url });
  await sendDue(office.db, delivery, () => now);
  delivery.close();
}

const listed = async (noticeId: string) => {
  const { noticeList } = (await desk.post('List')).body;
  return noticeList.find((row: { noticeId: string }) => row.noticeId === noticeId);
};

/** Somebody who has telephoned, and has no mail address. */
async function bookWithoutMail(reserveDate: string): Promise<number> {
  const { number } = await office.book({ reserveDate });
  await office.db.updateTable('reservations').set({ mail: '' }).where('reservation_number', '=', number).execute();
  return number;
}

const mailStateIn = async (noticeId: string, number: number) => {
  const { mailList } = await desk.detail(noticeId);
  const mail = mailList.find(({ ukno }: { ukno: number }) => ukno === number);
  return [mail.state, mail.mailState];
};
const shown = async (number: number) =>
  (await office.service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, office.token)).body;
test('given a person who cancels before the worker’s turn, then no mail goes, and the page says so', async () => {
  const [cancels, moves, changes, stays] = [
    await office.book({ reserveDate: '2026/12/01' }),
    await office.book({ reserveDate: '2026/12/01' }),
    await office.book({ reserveDate: '2026/12/01' }),
    await office.book({ reserveDate: '2026/12/02' }),
  ];
  await sendAt(NOW);
  server.received.length = 0;
  const { noticeId } = await desk.notify([cancels.number, moves.number, changes.number, stays.number]);
  await office.update(cancels.number, { statusCode: '92' });
  await office.update(moves.number, dateForm('2026-12-03'));
  await office.change(changes, { reserveDate: '2026/12/04' });
  await office.db.deleteFrom('outbox_mails').where('kind', '<>', 'notice').execute();
  await sendAt(NOW);
  expect(server.received.map(({ to }) => to)).toEqual([[stays.form.email1]]);
  expect(await mailStateIn(noticeId, cancels.number)).toEqual(['見合わせ（送る前に取り消されました）', 'cancelled']);
  const moved = ['見合わせ（送る前に受診日が変わりました）', 'moved'];
  expect(await mailStateIn(noticeId, moves.number)).toEqual(moved);
  expect(await mailStateIn(noticeId, changes.number)).toEqual(moved);
  expect(await mailStateIn(noticeId, stays.number)).toEqual(['送信済み', 'sent']);
  expect(await desk.detail(noticeId)).toMatchObject({ mailCount: 4, sentCount: 1, phoneCount: 0, phoneList: [] });
  const [mail] = (await shown(cancels.number)).mailList;
  expect(mail).toMatchObject({ mlbr: '10', state: 'cancelled' });
});

test('given a mail that was withdrawn, when the reservation is set back on the same day, then its person is telephoned', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/24' });
  await sendAt(NOW);
  const { noticeId } = await desk.notify([number]);
  await office.update(number, { statusCode: '92' });
  await office.db.deleteFrom('outbox_mails').where('kind', '<>', 'notice').execute();
  await sendAt(NOW);
  expect((await desk.detail(noticeId)).phoneList).toEqual([]);
  expect((await office.update(number, { statusCode: '21' })).body.errorCode).toBe(0);
  const counted = { mailCount: 1, sentCount: 0, phoneCount: 1, calledCount: 0 };
  const detail = await desk.detail(noticeId);
  expect(detail).toMatchObject(counted);
  expect(detail.phoneList).toMatchObject([{ ukno: number, reason: 'メール見合わせ', isCalled: '0', isNeedless: '0' }]);
  expect(await listed(noticeId)).toMatchObject(counted);
  expect(await mailStateIn(noticeId, number)).toEqual(['見合わせ（送信していません）', 'withdrawn']);
  const mail = (await shown(number)).mailList.find(({ mlbr }: { mlbr: string }) => mlbr === '10');
  expect(mail.state).toBe('withdrawn');
});

test('given an address that is given up, then its person stands in the telephone list as メール不達', async () => {
  const [gone, there] = [
    await office.book({ reserveDate: '2026/12/07', email1: 'gone@example.jp' }),
    await office.book({ reserveDate: '2026/12/07' }),
  ];
  await sendAt(NOW);
  const { noticeId } = await desk.notify([gone.number, there.number]);
  expect((await desk.detail(noticeId)).phoneList).toEqual([]);
  server.mood = (recipient) => (recipient === 'gone@example.jp' ? 'never' : 'take');
  await sendAt(NOW);
  expect(await mailStateIn(noticeId, gone.number)).toEqual(['再送中', 'retrying']);
  // The address is tried once more: then somebody telephones, who has not to wait for days.
  await sendAt(new Date(NOW.getTime() + 15 * MINUTE_MS));
  server.mood = 'take';
  const detail = await desk.detail(noticeId);
  expect(detail).toMatchObject({ mailCount: 2, sentCount: 1, phoneCount: 1, calledCount: 0 });
  expect(detail.phoneList).toMatchObject([
    { ukno: gone.number, reason: 'メール不達', isCalled: '0', isNeedless: '0', tel1: '045-000-0123', memo: '' },
  ]);
  expect(await listed(noticeId)).toMatchObject({ mailCount: 2, sentCount: 1, phoneCount: 1, calledCount: 0 });
});

test('a mail that was given up is sent again from the reservation, and leaves the telephone list; a moved visit withdraws it', async () => {
  const numbers: number[] = [];
  for (const day of ['21', '22']) {
    numbers.push((await office.book({ reserveDate: `2026/12/${day}`, email1: `gone${day}@example.jp` })).number);
  }
  const [again = 0, moved = 0] = numbers;
  await sendAt(NOW);
  const { noticeId } = await desk.notify(numbers);
  server.mood = (recipient) => (recipient.startsWith('gone2') ? 'never' : 'take');
  for (const minutes of [0, 15]) await sendAt(new Date(NOW.getTime() + minutes * MINUTE_MS));
  server.mood = 'take';
  expect((await desk.detail(noticeId)).phoneList).toHaveLength(2);
  await office.update(moved, dateForm('2026-12-23'));
  for (const ukno of numbers) {
    const mail = (await shown(ukno)).mailList.find(({ mlbr }: { mlbr: string }) => mlbr === '10');
    const resent = await office.service.post(
      '/api/MasterWIGA1Detail/ResendMail',
      { ukno, mlid: mail.mlid },
      office.token,
    );
    expect(resent.body.errorCode).toBe(0);
  }
  await sendAt(new Date(NOW.getTime() + 20 * MINUTE_MS));
  expect(await mailStateIn(noticeId, again)).toEqual(['送信済み', 'sent']);
  expect(await mailStateIn(noticeId, moved)).toEqual(['見合わせ（送る前に受診日が変わりました）', 'moved']);
  expect((await desk.detail(noticeId)).phoneList).toEqual([]);
});

test('given a mail server that is away for long, then its people are telephoned, and nobody is written to when the visit has passed', async () => {
  const [ahead, past] = [
    await office.book({ reserveDate: '2026/12/28' }),
    await office.book({ reserveDate: '2026/12/28' }),
  ];
  await sendAt(NOW);
  server.received.length = 0;
  await office.db
    .updateTable('reservations')
    .set({ visit_date: '2026-11-12' })
    .where('reservation_number', '=', past.number)
    .execute();
  const { noticeId } = await desk.notify([ahead.number, past.number]);
  const { version, phoneList } = await desk.detail(noticeId);
  expect(phoneList).toEqual([]);
  const at = new Date(NOW.getTime() - 4 * 60 * MINUTE_MS);
  await office.db.updateTable('notices').set({ at }).where('notice_id', '=', noticeId).execute();
  const late = (await desk.post('Detail', { noticeId, version })).body;
  expect(late).toMatchObject({ isSame: '0', phoneCount: 2, sentCount: 0 });
  expect(late.phoneList.map(({ reason }: { reason: string }) => reason)).toEqual(['メール未送信', 'メール未送信']);
  expect(await listed(noticeId)).toMatchObject({ phoneCount: 2 });
  // Back on the day after the visit: who did not come before the notice was written still hears of it.
  await sendAt(new Date('2026-12-29T08:00:00+09:00'));
  expect(server.received.map(({ to }) => to)).toEqual([[past.form.email1]]);
  const { phoneList: open } = await desk.detail(noticeId);
  expect(open).toMatchObject([{ ukno: ahead.number, reason: 'メール見合わせ', isNeedless: '0' }]);
});

test('given a person without mail, when she is called and ticked, then list and history tell who, when and the memo; 閲覧 gets 403', async () => {
  const number = await bookWithoutMail('2026/12/08');
  const { noticeId } = await desk.notify([number]);
  const [before] = (await desk.detail(noticeId)).phoneList;
  expect(before).toMatchObject({ reason: 'メールなし', isCalled: '0', calledDate: '', calledName: '' });
  const form = { noticeId, ukno: number, isCalled: '1', memo: 'X線に変更。', version: before.version };
  const viewer = await openClerk(office.db, { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' }, NOW);
  expect(await desk.post('Mark', form, viewer)).toMatchObject({ status: 403, body: { errorCode: 13 } });
  expect(await desk.post('Detail', { noticeId }, viewer)).toMatchObject({ body: { errorCode: 0 } });
  const { body } = await desk.post('Mark', form);
  const called = { isCalled: '1', calledDate: '2026/11/15 10:00', calledName: '受付　佐藤', memo: 'X線に変更。' };
  expect(body).toMatchObject({ errorCode: 0, phoneCount: 1, calledCount: 1, phoneList: [called] });
  expect(await listed(noticeId)).toMatchObject({ phoneCount: 1, calledCount: 1 });
  const subject = '【試験健診センター】2026年12月8日（火）のご予約について';
  const texts = async () => (await shown(number)).historyList.map(({ text }: { text: string }) => text);
  expect((await texts())[0]).toBe(`電話で連絡（${subject}）：X線に変更。`);
  expect((await shown(number)).historyList[0].name).toBe('受付　佐藤');
  const { version } = body.phoneList[0];
  const undone = await desk.post('Mark', { ...form, isCalled: '0', version });
  expect(undone.body.phoneList).toMatchObject([{ isCalled: '0', calledDate: '', calledName: '', memo: 'X線に変更。' }]);
  expect((await texts())[0]).toBe(`電話連絡済を取り消し（${subject}）`);
  const log = (await office.service.readLog()).filter(({ subject }) => subject === String(number));
  const entries = log.filter(({ act }) => act === '13').map(({ outcome, details }) => [outcome, details]);
  expect(entries.filter(([outcome]) => outcome === 'refused')).toEqual([['refused', {}]]);
  expect(entries.filter(([outcome]) => outcome === 'ok')).toEqual([
    ['ok', { note: '一斉連絡：電話連絡済' }],
    ['ok', { note: '一斉連絡：電話連絡済を取り消し' }],
  ]);
});

test('when the box is ticked first and the memo written then, the history tells the memo, too', async () => {
  const number = await bookWithoutMail('2026/12/25');
  const { noticeId } = await desk.notify([number]);
  const mark = async (isCalled: string, memo: string) => {
    const [{ version }] = (await desk.detail(noticeId)).phoneList;
    const { body } = await desk.post('Mark', { noticeId, ukno: number, isCalled, memo, version });
    expect(body.errorCode).toBe(0);
  };
  const texts = async () => (await shown(number)).historyList.map(({ text }: { text: string }) => text);
  const called = '電話で連絡（【試験健診センター】2026年12月25日（金）のご予約について）';
  await mark('1', '');
  expect((await texts()).slice(0, -1)).toEqual([called]);
  await mark('1', 'X線に変更。');
  await mark('1', 'X線に変更。');
  expect((await texts()).slice(0, -1)).toEqual([`${called}：X線に変更。`, called]);
});

test('of two clerks the second is told, and gets the row as it stands; a memo alone marks nothing and is no history', async () => {
  const number = await bookWithoutMail('2026/12/09');
  const { noticeId } = await desk.notify([number]);
  const [{ version }] = (await desk.detail(noticeId)).phoneList;
  const memo = await desk.post('Mark', { noticeId, ukno: number, isCalled: '0', memo: '留守電に伝言。', version });
  expect(memo.body.phoneList).toMatchObject([{ isCalled: '0', memo: '留守電に伝言。' }]);
  expect((await shown(number)).historyList).toHaveLength(1);
  const late = await desk.post('Mark', { noticeId, ukno: number, isCalled: '1', memo: '', version }, office.otherToken);
  expect(late.body).toMatchObject({
    errorCode: 14,
    errorMessagesList: ['ほかの職員が更新しています。最新の状態を確認してください。'],
    phone: { ukno: number, isCalled: '0', memo: '留守電に伝言。', version: memo.body.phoneList[0].version },
  });
});

test('whoever has cancelled or moved need not be called, and whoever was called comes last', async () => {
  const [called, cancelled, moved, open] = [
    await bookWithoutMail('2026/12/10'),
    await bookWithoutMail('2026/12/10'),
    await bookWithoutMail('2026/12/10'),
    await bookWithoutMail('2026/12/11'),
  ];
  const { noticeId } = await desk.notify([called, cancelled, moved, open]);
  await office.update(cancelled, { statusCode: '92' });
  await office.update(moved, dateForm('2026-12-14'));
  const { phoneList } = await desk.detail(noticeId);
  const { version } = phoneList.find(({ ukno }: { ukno: number }) => ukno === called);
  const { body } = await desk.post('Mark', { noticeId, ukno: called, isCalled: '1', memo: '', version });
  type Row = Record<'ukno' | 'isNeedless' | 'needlessReason', unknown>;
  expect(body.phoneList.map(({ ukno, isNeedless, needlessReason }: Row) => [ukno, isNeedless, needlessReason])).toEqual(
    [
      [open, '0', ''],
      [cancelled, '1', '取消済'],
      [moved, '1', '変更済'],
      [called, '0', ''],
    ],
  );
  expect(body).toMatchObject({ phoneCount: 2, calledCount: 1 });
});

test('who has it already is informed that it is the same, until a mark, a mail or a reservation moves', async () => {
  const [phoned, mailed] = [await bookWithoutMail('2026/12/15'), await office.book({ reserveDate: '2026/12/15' })];
  const { noticeId } = await desk.notify([phoned, mailed.number]);
  let { version } = await desk.detail(noticeId);
  const ask = async () => (await desk.post('Detail', { noticeId, version })).body;
  const isMoved = async () => {
    const body = await ask();
    version = body.version ?? version;
    return body.isSame === '0' && body.phoneList.length === 1;
  };
  const looked = (await office.service.readLog()).length;
  expect(await ask()).toEqual({ errorCode: 0, errorMessagesList: [], isSame: '1' });
  expect((await office.service.readLog()).length).toBe(looked);
  const [row] = (await desk.detail(noticeId)).phoneList;
  await desk.post('Mark', { noticeId, ukno: phoned, isCalled: '1', memo: '', version: row.version });
  expect(await isMoved()).toBe(true);
  await sendAt(NOW);
  expect(await isMoved()).toBe(true);
  await office.update(phoned, { statusCode: '92' });
  expect(await isMoved()).toBe(true);
  expect((await ask()).isSame).toBe('1');
});

test('what is not ours is not there', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/16' });
  const { noticeId } = await desk.notify([number]);
  const theirs = await office.service.openInstitution('10000009', 'clinic09');
  const mark = { ukno: number, isCalled: '1', memo: '', version: '1' };
  for (const answer of [
    await desk.post('Detail', { noticeId }, theirs),
    await desk.post('Mark', { noticeId, ...mark }, theirs),
    await desk.post('Detail', { noticeId: crypto.randomUUID() }),
    await desk.post('Mark', { noticeId: crypto.randomUUID(), ...mark }),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
  expect((await desk.post('List', {}, theirs)).body).toMatchObject({ noticeList: [] });
});

test('the list tells the subject as all of its people read it, and by whom it was sent', async () => {
  const [one, other] = [
    await office.book({ reserveDate: '2026/12/17' }),
    await office.book({ reserveDate: '2026/12/18' }),
  ];
  const { noticeId } = await desk.notify([one.number, other.number], { sourceText: '2026/12/17（木）〜' });
  expect(await listed(noticeId)).toMatchObject({
    titl: '【試験健診センター】{{受診日}}のご予約について',
    sourceText: '2026/12/17（木）〜',
    name: '受付　佐藤',
    date: '2026/11/15 10:00',
  });
});
