// What the address of a reservation wants of invitations: as it is told to staff, and as they write it down on the person's word.
import { jsonRow } from '#booking/policy/course-data.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatConsent } from '#domain/reservation/person.ts';
import { ANONYMISED } from '#domain/reservation/reservation-status.ts';
import { type ConsentOrigin, saveMailConsent } from '#server/mail/mail-consent.ts';
import type { Administrator } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound, refused } from '#wire/failure.ts';
import type { updateMailConsent } from './contract.ts';

export interface MailConsentRow {
  accepts: boolean;
  /** YYYY/MM/DD HH:mm */
  at: string;
  origin: ConsentOrigin;
  /** Who of the staff has written it down. */
  staff: string;
}

/** Of the mail address of the reservation r; null where nobody has said any. */
export const MAIL_CONSENT_COLUMN = `${jsonRow(`
           select w.accepts, to_char(w.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI') as at, w.origin,
                  coalesce(s.display_name, w.user_id) as staff
             from mail_wishes w
             left join administrators s on s.institution_code = w.institution_code and s.user_id = w.user_id
            where w.institution_code = r.institution_code and w.mail = lower(r.mail)`)} as wish`;

const BY: Readonly<Record<Exclude<ConsentOrigin, 'staff'>, string>> = {
  link: '本人（メールのリンク）',
  oneclick: '本人（メールソフトの配信停止）',
  my_page: '本人（マイページ）',
  booking: '予約の申込',
};

/** Without a wish it is what was booked, which nobody has said since. */
export function toMailConsent(wish: MailConsentRow | null, booked: boolean): Reply<typeof updateMailConsent> {
  if (!wish) return { mailConsent: booked, mailConsentDate: '', mailConsentBy: '' };
  const { accepts, at, origin, staff } = wish;
  return { mailConsent: accepts, mailConsentDate: at, mailConsentBy: origin === 'staff' ? staff : BY[origin] };
}

interface Found {
  mail: string;
  booked: boolean;
  isAnonymised: boolean;
  wish: MailConsentRow | null;
}

const read = query<Found>(`
  select r.mail, r.accepts_mail as booked, r.anonymised_at is not null as "isAnonymised", ${MAIL_CONSENT_COLUMN}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

const NO_MAIL = 'この予約にはメールアドレスがないため、健診のご案内メールの希望を登録できません。';

export async function changeMailConsent(db: Db, who: Administrator, number: number, accepts: boolean) {
  const { institutionCode, userId, now } = who;
  const [found] = await read(db, institutionCode, number);
  if (!found) throw notFound();
  if (found.isAnonymised) throw refused(ANONYMISED);
  if (found.mail === '') throw refused(NO_MAIL);
  const before = toMailConsent(found.wish, found.booked).mailConsent;
  await saveMailConsent(db, { institutionCode, mail: found.mail }, { accepts, at: now, origin: 'staff', userId });
  who.trace.details = {
    changes: [{ what: '健診のご案内メール', from: formatConsent(before), to: formatConsent(accepts) }],
  };
  const [after] = await read(db, institutionCode, number);
  return toMailConsent(after?.wish ?? null, found.booked);
}
