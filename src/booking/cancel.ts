// Cancels a reservation for its owner and gives its places back.
import type { Db } from '#db/database.ts';
import { isChangeable } from '#domain/change-window.ts';
import { today } from '#domain/clock.ts';
import { LIVE } from '#domain/reservation-status.ts';
import type { Service } from '#server/service.ts';
import { writeLetters } from './letters.ts';
import { refuse } from './refusals.ts';
import { findAnswer, requestKey } from './requests.ts';
import { readTold } from './told-reservation.ts';
import { writeMove } from './write.ts';

interface Canceller {
  service: Service;
  now: Date;
  institutionCode: string;
  examineeId: number;
}

export async function cancel(db: Db, who: Canceller, number: number, requestId: string | null): Promise<void> {
  const { institutionCode, examineeId, now, service } = who;
  const request = requestKey('cancel', examineeId, requestId, number);
  const { status, letter, templates } = await readTold(db, who, number);
  const { visitDate, institution } = letter;
  if (!isChangeable({ status, visitDate }, institution.changeDeadlineDays, today(now))) {
    if (await findAnswer(db, institutionCode, request)) return;
    throw refuse('NoLongerChangeable');
  }
  await writeMove(db, {
    institution_code: institutionCode,
    reservation_number: number,
    expected: { examinee_id: examineeId, statuses: LIVE },
    status: 'cancelled',
    hold: false,
    download_status: 'changed',
    now: now.toISOString(),
    actor: { kind: 'examinee', id: String(examineeId) },
    act: 'cancelled',
    details: { from: status },
    mails: writeLetters(['cancelled_by_examinee'], templates, letter, service.config.publicUrl),
    request,
    answer: {},
  });
}
