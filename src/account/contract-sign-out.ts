// Signing out, for both sides; apart from signing in, since every page can do it.
import { call } from '#wire/call.ts';
import { emptyRecord } from '#wire/record.ts';

export const endSessionCall = call({
  path: '/api/Account/Logout',
  who: 'anyone',
  effect: 'write',
  request: emptyRecord,
});
