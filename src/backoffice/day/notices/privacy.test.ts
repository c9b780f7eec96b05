// Notices and those who are forgotten: what of them is written out, what goes with the person, and what is still told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymise } from '#server/privacy/policies.ts';
import { runRetention } from '#server/privacy/run-retention.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type NoticeDesk, noticeDesk } from '#tests/kit/notices.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

const QUICK = { batch: 10, restMs: 0, tableMs: 60_000 };
const SUBJECT = '{{氏名}} 様へ';

let office: ReservationOffice;
let desk: NoticeDesk;
beforeAll(async () => {
  office = await openReservationOffice();
  desk = noticeDesk(office.service, office.token);
});
afterAll(() => office.service.close());

/** One who was mailed and one who was telephoned, each called by a name of its own. */
async function notify(reserveDate: string) {
  const mailed = await office.book({ reserveDate, nam1: '内緒', ryk1: 'ナイショ' });
  const phoned = await office.book({ reserveDate, nam1: '秘密', ryk1: 'ヒミツ' });
  await office.db
    .updateTable('reservations')
    .set({ mail: '' })
    .where('reservation_number', '=', phoned.number)
    .execute();
  const { noticeId } = await desk.notify([mailed.number, phoned.number], { titl: SUBJECT });
  const [{ version }] = (await desk.detail(noticeId)).phoneList;
  await desk.post('Mark', { noticeId, ukno: phoned.number, isCalled: '1', memo: '秘密の伝言', version });
  return { noticeId, mailed: mailed.number, phoned: phoned.number };
}

test('a person’s export holds the notices, and what was noted of a call', async () => {
  const { phoned } = await notify('2026/12/01');
  const { body: found } = await office.service.post('/api/PersonData/Search', { ukno: phoned }, office.token);
  const { trsq, ryak, btdy } = found.listPerson[0];
  const { body } = await office.service.post('/api/PersonData/Export', { trsq, ryak, btdy }, office.token);
  const { notices, reservations } = JSON.parse(body.jsonText);
  expect(notices).toEqual([
    {
      reservation_number: phoned,
      subject: '秘密　花子 様へ',
      memo: '秘密の伝言',
      channel: '電話',
      at: '2026/11/15 10:00',
      called_at: '2026/11/15 10:00',
    },
  ]);
  expect(reservations[0].history.map(({ act }: { act: string }) => act)).toContain(
    '電話で連絡（秘密　花子 様へ）：秘密の伝言',
  );
});

test('who is forgotten is forgotten in notices too; that they were informed is still known', async () => {
  const { noticeId, mailed, phoned } = await notify('2026/12/02');
  await office.db.transaction().execute((db) => anonymise(db, HOSPITAL, [mailed, phoned], new Date()));
  const detail = await desk.detail(noticeId);
  expect(detail).toMatchObject({ mailCount: 1, phoneCount: 1, calledCount: 1 });
  expect(detail.phoneList).toMatchObject([{ ukno: phoned, name: '匿名', memo: '', tel1: '' }]);
  // What still waited for its turn has gone with the person.
  expect(detail.mailList).toMatchObject([{ ukno: mailed, name: '匿名', emal: '', mailState: 'withdrawn' }]);
  const { version } = detail.phoneList[0];
  const mark = await desk.post('Mark', { noticeId, ukno: phoned, isCalled: '0', memo: '', version });
  expect(mark.body).toMatchObject({
    errorCode: 14,
    errorMessagesList: ['この予約は保存期間を過ぎ、匿名化されています。'],
  });
  const { body } = await office.service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: phoned }, office.token);
  expect(body.historyList[0].text).toBe('電話で連絡');
  for (const table of ['notice_recipients', 'reservation_history'] as const) {
    const rows = await office.db
      .selectFrom(table)
      .selectAll()
      .where('reservation_number', 'in', [mailed, phoned])
      .execute();
    expect(JSON.stringify(rows)).not.toMatch(/内緒|秘密/);
  }
});

test('what stays of a notice names nobody, not even where it was for one person', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/04', nam1: '唯一', ryk1: 'ユイイツ' });
  const { noticeId } = await desk.notify([number], { titl: '{{氏名}} 様、{{受診日}}について' });
  expect((await desk.detail(noticeId)).titl).toBe('{{氏名}} 様、2026年12月4日（金）について');
  const rows = [await office.db.selectFrom('notices').selectAll().execute(), await office.service.readLog()];
  expect(JSON.stringify(rows)).not.toContain('唯一');
});

test('the text goes with those of mails; subject and counts stay', async () => {
  const { noticeId } = await notify('2026/12/03');
  const clerk = { institutionCode: HOSPITAL, userId: 'clerk001' };
  const forgetAt = async (now: string) => {
    office.service.setNow(now);
    await runRetention(office.service.running, (what) => expect.fail(what), { pace: QUICK });
    const token = await openClerk(office.db, clerk, office.service.running.clock());
    return noticeDesk(office.service, token).detail(noticeId);
  };
  expect((await forgetAt('2026-11-16T10:00:00+09:00')).body).toContain('{{氏名}} 様');
  expect(await forgetAt('2028-01-01T10:00:00+09:00')).toMatchObject({
    errorCode: 0,
    body: '',
    titl: '{{氏名}} 様へ',
    mailCount: 1,
    calledCount: 1,
  });
});
