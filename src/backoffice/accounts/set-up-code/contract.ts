// A set-up code becomes a password of one's own: for members of the staff who can't log in yet, or no longer.
import { checkSamePassword, newPasswordFields } from '#account/contract-passwords.ts';
import { normalizeCode } from '#domain/text/normalize.ts';
import { openCalls } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { staffUserId } from '../log-in/contract.ts';

const key = {
  userId: staffUserId('userId'),
  code: text('setupCode', '設定コード', { required: true, max: 40, tidy: normalizeCode }),
};

export const setupKey = record(key);

export const checkSetup = openCalls('StaffSetup').attempts('Check', {
  // A wrong try leaves its trace, so nothing may be rolled back.
  anonymous: true,
  limit: 'token',
  request: setupKey,
  reply: record({ displayName: text('name', '表示名'), institutionName: text('irnm', '医療機関名') }),
});

export const firstPassword = record(newPasswordFields).rule(checkSamePassword);

export const setPassword = openCalls('StaffSetup').attempts('SetPassword', {
  anonymous: true,
  limit: 'token',
  request: record({ ...key, ...newPasswordFields }).rule(checkSamePassword),
  failures: { Invalid: 14 },
});
