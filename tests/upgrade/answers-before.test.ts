// While servers are replaced, a page of this release may be answered by a server of the release before, which does not send what is new.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStatus } from '#backoffice/day/status/contract.ts';
import { findPeople } from '#backoffice/reservations/find/contract.ts';
import { openCalendar, openOptions } from '#examinee/booking/contract.ts';
import { openDetail } from '#examinee/reservations/contract-reservation.ts';
import { registerCapacity } from '#masters/capacity/contract.ts';
import { valueFor } from '#tests/kit/contract-values.ts';
import { answerSuccess, type Call } from '#wire/call.ts';

/** What 1.0.0 did not send, at whatever depth. */
const NEW: [string, Call, string[]][] = [
  ['TOP', openStatus as unknown as Call, ['waitMailCount', 'waitMailDate']],
  ['the search', findPeople as unknown as Call, ['matched']],
  ['capacity in bulk', registerCapacity as unknown as Call, ['holidayCount']],
  ['options', openOptions as unknown as Call, ['reserveDate', 'isOther', 'ykfr', 'ykto']],
  ['the calendar', openCalendar as unknown as Call, ['listDayGkgk', 'leftList', 'isAge']],
  ['a reservation of one’s own', openDetail as unknown as Call, ['icsUkno', 'icsSequence']],
];

test.each(NEW)('%s is read without what is new', (_, call, codes) => {
  const [sample] = fc.sample(valueFor(call.reply.sample), { numRuns: 1, seed: 7 });
  const answer = JSON.stringify(answerSuccess(call, sample), (code, value) =>
    codes.includes(code) ? undefined : value,
  );
  expect(() => call.reply.receive(JSON.parse(answer))).not.toThrow();
  for (const code of codes) expect(answer).not.toContain(`"${code}"`);
});
