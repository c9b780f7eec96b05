// Passwords: an own one in place of the present one, and another one for who has forgotten theirs.
import { passwordForm } from '#account/contract-passwords.ts';
import { examineeCalls, openCalls } from '#wire/call.ts';
import { dateSelects } from '#wire/dates.ts';
import { integer, many } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { digits, mailAddress, text } from '#wire/texts.ts';

export const changePasswordCall = examineeCalls('CommonChangePassword').attempts('ChangePassword', {
  // A wrong try leaves its trace, so nothing may be rolled back.
  request: passwordForm,
  failures: { Invalid: 14 },
});

const institution = { institutionCode: digits('ircd', '医療機関コード', { required: true, exact: 8 }) };

export const openForgotten = openCalls('CommonForgetPassword').read('FirstDisplay', {
  anonymous: true,
  request: record(institution),
  reply: record({
    birthYears: many('listBirthYear', '生年', integer('listBirthYear', '生年', { max: 9999 })),
    institutionName: text('irnm', '医療機関名'),
  }),
});

export const forgottenForm = record({
  mail: mailAddress('email', 'メールアドレス', { required: true }),
  birthDate: dateSelects({ year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' }, '生年月日', { required: true }),
});

export const reissueCall = openCalls('CommonForgetPassword').attempts('ReissuePassword', {
  anonymous: true,
  request: record({ ...institution, ...forgottenForm.fields }),
});
