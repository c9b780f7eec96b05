// Signing in and out, for both sides: one token call as OAuth 2 describes it.
import { call } from '#wire/call.ts';
import { integer, text } from '#wire/fields.ts';
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

export const endSessionCall = call({
  path: '/api/Account/Logout',
  who: 'anyone',
  effect: 'write',
  request: nothing,
});
