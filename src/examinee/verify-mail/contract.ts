// Showing that an account's mail address is one's own, by a link that only its mailbox got: the signed key says whose it is.
import { checkSamePassword, newPasswordFields } from '#account/contract-passwords.ts';
import { openCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { choice, flag } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

/** Not called token: that is a session everywhere. Whatever is wrong with it, there is no such link. */
const key = text('key', '確認の鍵', { max: 2000 });
const keyed = record({ key });

export const openVerification = openCalls('CommonVerifyMail').read('FirstDisplay', {
  request: keyed,
  reply: record({
    institutionName: text('irnm', '医療機関名'),
    phone: text('ktel', '電話番号'),
    phoneHours: text('uktk', '電話受付時間', { multiline: true }),
    maskedMail: text('email', 'メールアドレス（伏せ字）'),
    /** Open, verified by now, or over. */
    state: choice('verifyState', '確認の状態', { open: '0', done: '1', over: '2' }),
    /** Whether the session is the account's; else a password is chosen. */
    isLoggedIn: flag('isLoggedIn', 'ログイン中', YES),
  }),
});

/** Of whoever is logged in to the account. */
export const verifyMail = openCalls('CommonVerifyMail').write('Verify', {
  request: keyed,
});

export const newPasswordForm = record(newPasswordFields).rule(checkSamePassword);

/** Of anybody else: every password and session from before ends. */
export const verifyWithPassword = openCalls('CommonVerifyMail').attempts('SetPassword', {
  // Looks at a password, which may have to wait.
  limit: 'token',
  request: record({ key, ...newPasswordFields }).rule(checkSamePassword),
  reply: record({ userId: text('userId', 'ユーザーID') }),
  failures: { Invalid: 14 },
});
