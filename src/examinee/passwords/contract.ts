// Passwords: an own one in place of the present one, and another one for who has forgotten theirs.
import { passwordForm } from '#account/contract-passwords.ts';
import { call } from '#wire/call.ts';
import { dateSelects } from '#wire/dates.ts';
import { integer, many } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { digits, mailAddress, text } from '#wire/texts.ts';

export const changePasswordCall = call({
  path: '/api/CommonChangePassword/ChangePassword',
  who: 'examinee',
  // A wrong try leaves its trace, so nothing may be rolled back.
  effect: 'attempts',
  request: passwordForm,
  failures: { Invalid: 14 },
});

const institution = { institutionCode: digits('ircd', '医療機関コード', { required: true, exact: 8 }) };

export const openForgotten = call({
  path: '/api/CommonForgetPassword/FirstDisplay',
  who: 'anyone',
  effect: 'read',
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

export const reissueCall = call({
  path: '/api/CommonForgetPassword/ReissuePassword',
  who: 'anyone',
  effect: 'attempts',
  anonymous: true,
  request: record({ ...institution, ...forgottenForm.fields }),
});
