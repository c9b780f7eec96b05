// The own account of whoever is logged in to the back office: who they are, their password, and where they are logged in.
import { newToken, role } from '#account/contract.ts';
import { accountNotices } from '#account/contract-notices.ts';
import { passwordForm } from '#account/contract-passwords.ts';
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { flag, integer } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { chosenSession, sessions } from '../contract-sessions.ts';

const callOptions = { least: 'viewer', isForRestricted: true } as const;
const calls = officeCalls('StaffMe', callOptions);

const passkey = record({
  passkeyId: text('passkeyId', 'パスキーID'),
  name: text('name', '名称'),
  registeredAt: text('registDate', '登録日時'),
  /** Empty where it was never used. */
  lastUsedAt: text('lastDate', '最終利用'),
});

const factors = record({
  /** When the authenticator app was set up; empty where there is none. */
  totpSince: text('totpDate', '認証アプリの設定日時'),
  passkeys: list('listPasskey', 'パスキー', passkey),
  recoveryCount: integer('recoveryCount', 'リカバリーコードの残り', { max: 99 }),
  /** Whether the institution asks for a second factor: everybody, or managers, of whom this is one. */
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
    ...accountNotices,
  }),
});

export const changeOwnPassword = officeCalls('StaffMe').attempts('ChangePassword', {
  ...callOptions,
  // A wrong try leaves its trace, so nothing may be rolled back.
  request: passwordForm,
  reply: record({ token: newToken() }),
  failures: { Invalid: 14 },
  log: { act: 'ownAccount', note: 'パスワードの変更', isOwn: true },
});

export const endSession = calls.write('EndSession', {
  isFresh: true,
  request: record(chosenSession),
  reply: record(sessions),
  log: { act: 'ownAccount', note: '端末のログアウト' },
});

export const endOthers = calls.write('EndOtherSessions', {
  isFresh: true,
  reply: record(sessions),
  log: { act: 'ownAccount', note: 'ほかの端末のログアウト' },
});
