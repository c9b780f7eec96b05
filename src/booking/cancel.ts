// Cancels a reservation for its owner and gives its places back.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isChangeOpen } from '#domain/bookable-window.ts';
import { isLive, LIVE, type ReservationStatus } from '#domain/reservation-status.ts';
import type { MailTemplate } from '#server/mails.ts';
import type { Service } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { INSTITUTION, oneOf, TEMPLATES } from './facts.ts';
import { type Letter, writeLetters } from './letters.ts';
import { momentOf } from './moment.ts';
import { refuse } from './refusals.ts';
import { findAnswer, requestKey } from './requests.ts';
import { writeMove } from './write.ts';

interface Canceller {
  service: Service;
  now: Date;
  institutionCode: string;
  examineeId: number;
}

interface CancelFacts {
  institution: Letter['institution'];
  reservation: Omit<Letter, 'institution' | 'notice' | 'password'> & { status: ReservationStatus };
  templates: MailTemplate[];
}

const readCancel = query<CancelFacts>(`
  select ${INSTITUTION}, ${TEMPLATES},
         ${oneOf(`
           select k.reservation_number as number, k.status, k.client_code as "clientCode",
                  k.course_code as "courseCode", k.desired, k.mail as recipient,
                  k.family_name || '　' || k.given_name as name, k.visit_date as "visitDate",
                  k.start_minute as "startMinute", k.client_name as "clientName", k.course_name as "courseName",
                  array(select o.name from reservation_options o
                         where o.institution_code = k.institution_code
                           and o.reservation_number = k.reservation_number order by o.position) as "optionNames",
                  k.total_amount as total, k.tax_display as "taxDisplay", k.prices_shown as "pricesShown"`)} as reservation
    from reservations k
   where k.institution_code = $1 and k.reservation_number = $2 and k.examinee_id = $3`);

export async function cancel(db: Db, who: Canceller, number: number, requestId: string | null): Promise<void> {
  const { institutionCode, examineeId, now, service } = who;
  const request = requestKey('cancel', examineeId, requestId, number);
  const [facts] = await readCancel(db, institutionCode, number, examineeId);
  if (!facts) throw notFound();
  const { institution, reservation } = facts;
  const isOpen = isChangeOpen(momentOf(now).today, reservation.visitDate, institution.changeDeadlineDays);
  if (!isLive(reservation.status) || !isOpen) {
    if (await findAnswer(db, institutionCode, request)) return;
    throw refuse('NoLongerChangeable');
  }
  const letter = { ...reservation, institution };
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
    details: { from: reservation.status },
    mails: writeLetters(['cancelled_by_examinee'], facts.templates, letter, service.config.publicUrl),
    request,
    answer: {},
  });
}
