// Passwords: an own one in place of the present one, and another one for who has forgotten theirs.
import { passwordForm } from '#account/contract-passwords.ts';
import { institution, requiredBirthDate } from '#wire/booking.ts';
import { examineeCalls, openCalls } from '#wire/call.ts';
import { integer, many } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { mailAddress, text } from '#wire/texts.ts';

export const changePasswordCall = examineeCalls('CommonChangePassword').attempts('ChangePassword', {
  // A wrong try leaves its trace, so nothing may be rolled back.
  request: passwordForm,
  failures: { Invalid: 14 },
});

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
  birthDate: requiredBirthDate,
});

export const reissueCall = openCalls('CommonForgetPassword').attempts('ReissuePassword', {
  anonymous: true,
  request: record({ ...institution, ...forgottenForm.fields }),
});
