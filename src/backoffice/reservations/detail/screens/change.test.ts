// Who is written to after a change, or why nobody is.
import { expect, test } from 'vitest';
import { describeMails } from '#backoffice/reservations/done-panel.tsx';
import { type Change, describeDone, describeMail, type Reservation } from './change.ts';

const DATA = { visitDate: '2026-11-18', slotCode: '01', mail: 'hanako@example.jp' };
const CHANGE: Change = { status: 'confirmed', visitDate: '2026-11-18', slotCode: '01', sendMail: true };

test.each<[string, Partial<typeof DATA>, Partial<Change>, string]>([
  ['what is confirmed', {}, {}, '「予約確定（管理者）」のメールを hanako@example.jp へ送ります。'],
  ['a move', {}, { slotCode: '02' }, '「予約変更（管理者）」のメールを hanako@example.jp へ送ります。'],
  [
    'a cancellation',
    {},
    { status: 'cancel_confirmed' },
    '「予約取消確定（管理者）」のメールを hanako@example.jp へ送ります。',
  ],
  ['what waits to be confirmed as before', {}, { status: 'new' }, 'この変更で送るメールはありません。'],
  ['no tick', {}, { sendMail: false }, '通知メールは送りません（チェックがありません）。'],
  ['no address', { mail: '' }, {}, 'メールアドレスがないため、通知メールは送りません。'],
])('%s is announced', (_, data, change, sentence) => {
  expect(describeMail({ ...DATA, ...data }, { ...CHANGE, ...change })).toBe(sentence);
});

test('what was saved is read out: who, when, what, as what, and the mail that goes', () => {
  const data = {
    ...DATA,
    number: 100_048_251,
    name: '健診　花子',
    startTime: '9:00',
    slots: [{ slotCode: '02', startTime: '10:30' }],
    course: { name: '一日人間ドック' },
    options: [{ name: '骨密度' }],
  } as unknown as Reservation;
  const moved = describeDone(data, { ...CHANGE, visitDate: '2026-12-16', slotCode: '02' });
  expect(moved).toMatchObject({
    name: '健診 花子',
    when: '2026/12/16（水）10:30',
    course: '一日人間ドック・骨密度',
    status: '予約確認済',
  });
  expect(describeMails(moved)).toEqual(['hanako@example.jp へ「予約変更」を送ります']);
  const kept = describeDone(data, { ...CHANGE, sendMail: false });
  expect([kept.when, ...describeMails(kept)]).toEqual(['2026/11/18（水）9:00', 'メールは送りません']);
});
