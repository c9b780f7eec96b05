// Signing in and out, for both sides: one token call as OAuth 2 describes it.
import { call } from '#wire/call.ts';
import { ROLE, YES } from '#wire/choices.ts';
import { choice, flag, integer, text } from '#wire/fields.ts';
import { nothing, record } from '#wire/record.ts';

const tokenReply = record({
  token: text('access_token', 'アクセストークン'),
  tokenType: text('token_type', 'トークンの種類'),
  secondsToLive: integer('expires_in', '有効秒数', { max: 86_400 }),
  /** Empty for somebody whom a partner has handed over and who has no account yet. */
  userId: text('userId', 'ユーザーID'),
  /** Of the partner who has handed somebody over. */
  clientCode: text('jgcd', 'クライアントコード'),
});

export const HANDOVER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export const requestToken = call({
  path: '/Token',
  who: 'anyone',
  // A refused try leaves its trace, so nothing may be rolled back.
  effect: 'tries',
  request: record({
    grantType: text('grant_type', '認証方式'),
    username: text('username', 'ユーザーID', { max: 120 }),
    password: text('password', 'パスワード', { max: 200 }),
    /** What a partner has signed, and the institution it was made for. */
    assertion: text('assertion', 'アサーション', { max: 4000 }),
    institutionCode: text('ircd', '医療機関コード', { max: 8 }),
  }),
  reply: tokenReply,
  bare: true,
  limit: 'token',
  failures: {
    WrongPair: { status: 400, body: { error: 'invalid_grant' } },
    Invalid: { status: 400, body: { error: 'invalid_request' } },
    Refused: { status: 400, body: { error: 'unsupported_grant_type' } },
  },
});

/** Examinees' user ids are made of the institution and the mail address. */
export const examineeUserId = (institutionCode: string, mail: string) => `${institutionCode}_${mail}`;

export const role = (label = '権限') => choice('role', label, ROLE);

export const whoAmI = call({
  path: '/api/AdminLogin/GetUserInfo',
  who: 'administrator',
  least: 'viewer',
  isForRestricted: true,
  effect: 'read',
  reply: record({
    institutionCode: text('ircd', '医療機関コード'),
    /** The institution's name with the user's. */
    userName: text('irnm', '医療機関名と利用者名'),
    userId: text('userId', 'ユーザーID'),
    displayName: text('userName', '表示名'),
    role: role(),
    /** Of the account. */
    isTwoFactor: flag('isTwoFactor', '2段階認証の設定', YES),
    /** Of this session: nothing but setting one up is open to it. */
    isTwoFactorNeeded: flag('isTwoFactorNeeded', '2段階認証の要否', YES),
    isFirstDay: flag('isFirstDay', 'はじめての設定の表示', YES),
  }),
});

/** Shows once more who it is, in the session that is open: by the password, or by a passkey. */
export const confirmSelf = call({
  path: '/api/StaffMe/Confirm',
  who: 'administrator',
  least: 'viewer',
  isForRestricted: true,
  effect: 'tries',
  request: record({
    password: text('currentPassword', '現在のパスワード', { max: 200 }),
    ticket: text('mfa_token', '認証チケット', { max: 4000 }),
    credential: text('credential', 'パスキーの応答', { max: 8000 }),
  }),
});

export const endSessionCall = call({
  path: '/api/Account/Logout',
  who: 'anyone',
  effect: 'write',
  request: nothing,
});
