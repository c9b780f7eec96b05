// Sends a reservation's confirmation mail once more, to whoever owns it and asks for it, so many times at the most.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { MAIL_OF_STATUS } from '#domain/mail/mail-kinds.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { limitMails } from '#server/access/limiter.ts';
import type { Examinee } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import { readMailData } from './mail-data.ts';
import { writeReservationMails } from './reservation-mails.ts';

const OVER =
  'このご予約は、変更・キャンセルされたか受診日を過ぎているため、確認メールを送信できません。マイページでご確認ください。';

/** Staff may have taken it out, as the person asked. */
const NO_MAIL = 'このご予約にはメールアドレスが登録されていないため、確認メールを送信できません。';

// Noted in the reservation's history; its version stays, since nothing about it has changed.
const writeOut = query(`
  with noted as (
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
    values ($1, $2, $3, 'examinee', $4, 'mailed', jsonb_build_object('kind', $5::text)))
  select write_mails($1, $6::jsonb, $3)`);

export async function mailConfirmation(db: Db, who: Examinee, number: number): Promise<void> {
  const { institutionCode, examineeId, service, now } = who;
  const { status, ...facts } = await readMailData(db, who, number);
  const day = today(now);
  if (!isLive(status) || facts.reservation.visitDate < day) throw refused(OVER);
  if (facts.reservation.mail === '') throw refused(NO_MAIL);
  await limitMails(db, who, 'confirmation', `${institutionCode}/${number}`, '1つのご予約につき');
  const kind = MAIL_OF_STATUS[status];
  const mails = writeReservationMails([kind], { ...facts, today: day }, service.config.publicUrl);
  await writeOut(db, institutionCode, number, now, String(examineeId), kind, JSON.stringify(mails));
}
