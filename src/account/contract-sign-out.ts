// Signing out, for both sides; apart from signing in, since every page can do it.
import { openCalls } from '#wire/call.ts';
import { emptyRecord } from '#wire/record.ts';

export const endSessionCall = openCalls('Account').write('Logout', {
  request: emptyRecord,
});
