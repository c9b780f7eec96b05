// Signing in and out, for both sides: one token call as OAuth 2 describes it.
import { call } from '#wire/call.ts';
import { integer, text } from '#wire/fields.ts';
import { nothing, record } from '#wire/record.ts';

const tokenReply = record({
  token: text('access_token', 'アクセストークン'),
  tokenType: text('token_type', 'トークンの種類'),
  secondsToLive: integer('expires_in', '有効秒数', { max: 86_400 }),
  userId: text('userId', 'ユーザーID'),
});

export const requestToken = call({
  path: '/Token',
  who: 'anyone',
  // A refused try leaves its trace, so nothing may be rolled back.
  effect: 'steps',
  request: record({
    grantType: text('grant_type', '認証方式'),
    username: text('username', 'ユーザーID', { max: 120 }),
    password: text('password', 'パスワード', { max: 200 }),
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
