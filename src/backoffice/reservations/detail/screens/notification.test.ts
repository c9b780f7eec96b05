// Who is written to after a change, or why nobody is.
import { expect, test } from 'vitest';
import { type Change, describeMail } from './notification.ts';

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
