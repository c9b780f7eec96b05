// The own account of whoever is logged in to the back office: who they are, their password, and where they are logged in.
import { role } from '#account/contract.ts';
import { passwordForm } from '#account/contract-passwords.ts';
import { call, officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { choice, flag, integer } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const terms = { least: 'viewer', isForRestricted: true } as const;
const calls = officeCalls('StaffMe', terms);

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

const sessions = { sessions: list('listSession', 'ログイン中の端末', session) };

const passkey = record({
  passkeyId: text('passkeyId', 'パスキーID'),
  name: text('name', '名称'),
  registeredAt: text('registDate', '登録日時'),
  /** Empty where it was never used. */
  lastUsedAt: text('lastDate', '最終利用'),
});

/** What the account has beside its password. */
const factors = record({
  /** When the authenticator app was set up; empty where there is none. */
  totpSince: text('totpDate', '認証アプリの設定日時'),
  passkeys: list('listPasskey', 'パスキー', passkey),
  recoveryCount: integer('recoveryCount', 'リカバリーコードの残り', { max: 99 }),
  /** Whether the institution asks everybody for a second factor. */
  isRequired: flag('isTwoFactorRequired', '全員に2段階認証を求める', YES),
});

export const openOwnAccount = calls.read('FirstDisplay', {
  reply: record({
    userId: text('userId', 'ユーザーID'),
    displayName: text('name', '表示名'),
    role: role(),
    institutionName: text('irnm', '医療機関名'),
    /** Empty where the service does not know it. */
    passwordChangedAt: text('passwordDate', 'パスワードの最終変更'),
    /** Whether a new password has to do without a second factor. */
    mustBeLong: flag('isLongNeeded', '13桁以上のパスワードの要否', YES),
    factors: nested('twoFactor', '2段階認証', factors),
    ...sessions,
  }),
});

export const changeOwnPassword = call({
  ...terms,
  path: '/api/StaffMe/ChangePassword',
  who: 'administrator',
  // A wrong try leaves its trace, so nothing may be rolled back.
  effect: 'tries',
  request: passwordForm,
  failures: { Invalid: 14 },
  log: { act: 'ownAccount', note: 'パスワードの変更', isOwn: true },
});

export const endSession = calls.write('EndSession', {
  request: record({ sessionId: text('sessionId', '端末ID', { required: true, exact: 16 }) }),
  reply: record(sessions),
  log: { act: 'ownAccount', note: '端末のログアウト' },
});

export const endOthers = calls.write('EndOtherSessions', {
  reply: record(sessions),
  log: { act: 'ownAccount', note: 'ほかの端末のログアウト' },
});
