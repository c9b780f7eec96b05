// The administrator's login: is the server there, and what is typed.
import { normalizeCode } from '#domain/text/normalize.ts';
import { openCalls } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { password, text } from '#wire/texts.ts';

export const isAlive = openCalls('AdminLogin').read('GetAliveServer', { method: 'GET' });

export const staffUserId = (code: string) =>
  text(code, 'ユーザーID', {
    required: true,
    exact: 8,
    like: [/^[A-Za-z0-9]*$/, 'ユーザーIDは半角英数で入力してください。'],
    tidy: normalizeCode,
    sentences: { exact: 'ユーザーIDは8桁で入力ください。' },
  });

export const credentials = record({
  userId: staffUserId('username'),
  password: password('password', 'パスワード'),
});
