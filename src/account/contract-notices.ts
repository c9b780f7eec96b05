// What a member of the staff is informed of the own account after a log-in, until it is acknowledged.
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { choice, flag, many } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const calls = officeCalls('StaffMe', { least: 'viewer', isForRestricted: true });

const noticeId = text('noticeId', 'お知らせ', {
  required: true,
  like: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'お知らせの指定が正しくありません。'],
});

export const accountNotices = {
  notices: list('listNotice', 'アカウントのお知らせ', {
    noticeId,
    /** YYYY/MM/DD HH:mm:ss */
    at: text('date', '日時'),
    kind: choice('noticeType', '種類', { device: '1', factor: '2', setup: '3' }),
    note: text('note', '内容'),
    /** Empty where it was the person. */
    byName: text('byName', '行った職員'),
    address: text('address', 'ネットワークアドレス'),
    isAcknowledged: flag('isAcknowledged', '確認済み', YES),
  }),
};

/** What has not been acknowledged, and happened before this log-in. */
export const listNotices = calls.read('Notices', { reply: record(accountNotices) });

export const acknowledgeNotices = calls.write('AcknowledgeNotices', {
  request: record({ noticeIds: many('noticeId', 'お知らせ', noticeId) }),
  log: { act: 'ownAccount', note: 'お知らせの確認' },
});

export const NOTICE_WORDS = {
  device: '新しい端末からログインがありました',
  factor: '2段階認証が変更されました',
  setup: '設定コードが発行されました',
} as const;
