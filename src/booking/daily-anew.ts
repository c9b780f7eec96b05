// Writes reminders and invitations anew when they are sent: mails may wait for days, and staff move a visit by an hour meanwhile.
import { query } from '#db/query.ts';
import { today } from '#domain/clock.ts';
import type { WriteAnew } from '#server/outbox-sender.ts';
import type { Service } from '#server/service.ts';
import { DAILY_KINDS } from './daily-letters.ts';
import { writeLetters } from './letters.ts';
import { letterFrom, TOLD, type ToldRow } from './told-reservation.ts';

const readTold = query<ToldRow>(`
  select ${TOLD}
    from outbox_mails o
    join reservations k on k.institution_code = o.institution_code and k.reservation_number = o.reservation_number
   where o.institution_code = $1 and o.mail_id = $2`);

/** Other mails tell what was done at that moment, and go out as they were written then. */
export function writeDailyAnew({ db, clock, config }: Pick<Service, 'db' | 'clock' | 'config'>): WriteAnew {
  return async (mail) => {
    const kind = DAILY_KINDS.find((each) => each === mail.kind);
    const [row] = kind ? await readTold(db, mail.institution_code, mail.mail_id) : [];
    if (!kind || !row) return null;
    const { letter, templates } = letterFrom(row);
    const [anew] = writeLetters([kind], templates, { ...letter, today: today(clock()) }, config.publicUrl);
    return anew ? { subject: anew.subject, body: anew.body } : null;
  };
}
