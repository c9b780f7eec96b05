// Cancels a reservation for its owner and gives its places back.
import { readMailData, withNextVersion } from '#booking/mail/mail-data.ts';
import { writeReservationMails } from '#booking/mail/reservation-mails.ts';
import { refuse } from '#booking/policy/refusals.ts';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { isChangeable, LIVE } from '#domain/reservation/reservation-status.ts';
import type { Examinee } from '#server/service.ts';
import { findStoredAnswer, idempotencyKey } from './idempotency-keys.ts';
import { writeMove } from './write-booking.ts';

type Canceller = Pick<Examinee, 'service' | 'now' | 'institutionCode' | 'examineeId'>;

export async function cancel(db: Db, who: Canceller, number: number, requestId: string | null): Promise<void> {
  const { institutionCode, examineeId, now, service } = who;
  const request = idempotencyKey('cancel', who, requestId, number);
  const { status, reception, ...facts } = await readMailData(db, who, number);
  const { visitDate } = facts.reservation;
  if (!isChangeable({ status, visitDate, reception }, facts.institution.changeDeadlineDays, today(now))) {
    if (await findStoredAnswer(db, institutionCode, request)) return;
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
    mails: writeReservationMails(['cancelled_by_examinee'], withNextVersion(facts), service.config.publicUrl),
    request,
    answer: {},
  });
}
