// Where a member of the staff is logged in, as the own account and managers are shown it.
import { YES } from '#wire/choices.ts';
import { choice, flag } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const session = record({
  sessionId: text('sessionId', '端末ID'),
  device: text('device', '端末'),
  address: text('address', 'ネットワークアドレス'),
  /** Moments are YYYY/MM/DD HH:mm:ss in Japan. */
  loggedInAt: text('loginDate', 'ログイン'),
  lastUsedAt: text('lastDate', '最終利用'),
  secondFactor: choice('secondFactor', '認証', { none: '0', totp: '1', passkey: '2', recovery: '3' }),
  isThis: flag('isThis', 'この端末', YES),
});

export const sessions = { sessions: list('listSession', 'ログイン中の端末', session) };

export const chosenSession = { sessionId: text('sessionId', '端末ID', { required: true, exact: 16 }) };
