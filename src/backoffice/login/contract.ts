// The administrator's login: is the server there, and who am I.
import { tidyCode } from '#domain/text/tidy.ts';
import { call } from '#wire/call.ts';
import { password, text } from '#wire/fields.ts';
import { record } from '#wire/record.ts';

export const isAlive = call({ path: '/api/AdminLogin/GetAliveServer', method: 'GET', who: 'anyone', effect: 'read' });

export const whoAmI = call({
  path: '/api/AdminLogin/GetUserInfo',
  who: 'administrator',
  effect: 'read',
  reply: record({
    institutionCode: text('ircd', '医療機関コード'),
    userName: text('irnm', '医療機関名と利用者名'),
  }),
});

/** What the login form checks before anything is sent. */
export const credentials = record({
  userId: text('username', 'ユーザーID', {
    required: true,
    exact: 8,
    like: [/^[A-Za-z0-9]*$/, 'ユーザーIDは半角英数で入力してください。'],
    tidy: tidyCode,
    sentences: { exact: 'ユーザーIDは8桁で入力ください。' },
  }),
  password: password('password', 'パスワード'),
});
