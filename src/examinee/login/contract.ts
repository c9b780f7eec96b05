// What the examinee's login form holds; the calls are those of account and top.
import { record } from '#wire/record.ts';
import { asTyped, mailAddress, text } from '#wire/texts.ts';

export const credentials = record({
  mail: mailAddress('email', 'メールアドレス', { required: true }),
  password: text('password', 'パスワード', {
    required: true,
    max: 200,
    like: [/^\S+$/, 'パスワードに空白は使用できません。'],
    tidy: asTyped,
  }),
});
