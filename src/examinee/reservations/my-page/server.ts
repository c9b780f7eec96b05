// Answers my page: everything on it in two statements, and the confirmation mail on request.

import { sendVerifyMail } from '#account/verify-mail.ts';
import { type OpeningsRow, openingsUnlessCached } from '#booking/availability/openings.ts';
import { mailConfirmation } from '#booking/mail/reservation-mails.ts';
import { jsonRow, jsonRows } from '#booking/policy/course-data.ts';
import { namesIn, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { RESERVATION_VIEW_COLUMNS, toReservationView } from '#booking/records/reservation-view.ts';
import { query } from '#db/query.ts';
import { formatMinute, today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { TaxDisplay } from '#domain/offer/price.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { isChangeable, isLive } from '#domain/reservation/reservation-status.ts';
import { entrancesOf, readExaminee } from '#examinee/server-examinee.ts';
import { saveMailConsent } from '#server/mail/mail-consent.ts';
import { type Handler, handle } from '#server/service.ts';
import { noSession } from '#wire/failure.ts';
import { dispatchOf } from '../server-reservation.ts';
import { entry, openMyPage, sendConfirmation, sendVerification, updateMailConsent } from './contract.ts';

const ENTRY = [...namesIn(entry.fields), ...RESERVATION_VIEW_COLUMNS, 'reception'] as const;
type EntryRow = ReservationRow<typeof ENTRY>;

interface PageRow extends OpeningsRow {
  institution: { taxDisplay: TaxDisplay; bookingKinds: 'both' | 'individual' | 'insurance'; deadlineDays: number };
  individualsWelcome: boolean | null;
  /** A password that the service has made, if this session was opened with one that still stands; in milliseconds. */
  madePassword: { expiresAt: number | null } | null;
  acceptsMail: boolean | null;
  isMailVerified: boolean | null;
  entries: EntryRow[];
}

export const PAGE = `
  select ${jsonRow(`
           select i.tax_display as "taxDisplay", i.booking_kinds as "bookingKinds",
                  i.change_deadline_days as "deadlineDays"`)} as institution,
         (select usable from clients c
           where c.institution_code = k.institution_code and c.client_code = '${INDIVIDUAL}') as "individualsWelcome",
         ${jsonRow(`
           select case when c.opens_sessions then (extract(epoch from c.expires_at) * 1000)::float8 end as "expiresAt"
             from sessions s
             join examinee_credentials c on c.institution_code = s.institution_code
              and c.examinee_id = s.examinee_id and c.kind = s.opened_with
            where s.token_hash = k.token_hash and s.opened_with <> 'own'`)} as "madePassword",
         (select wants_invitations(e.institution_code, e.mail, e.accepts_mail) from examinees e
           where e.institution_code = k.institution_code and e.examinee_id = k.examinee_id) as "acceptsMail",
         (select e.mail_verified_at is not null from examinees e
           where e.institution_code = k.institution_code and e.examinee_id = k.examinee_id) as "isMailVerified",
         ${openingsUnlessCached('$4', '$5')},
         ${jsonRows(`
           select ${selectReservation(ENTRY)}
             from reservations r
            where r.institution_code = k.institution_code and r.examinee_id = k.examinee_id
            order by r.visit_date, r.start_minute nulls first, r.reservation_number`)} as entries
    from (values ($1::text, $2::bigint, $3::bytea)) as k (institution_code, examinee_id, token_hash)
    join institutions i on i.institution_code = k.institution_code
    join masters_versions v on v.institution_code = k.institution_code`;
const readPage = query<PageRow>(PAGE);

const readMail = query<{ mail: string }>(`
  select mail from examinees where institution_code = $1 and examinee_id = $2`);

const isCurrent = ({ status, visitDate }: EntryRow, day: PlainDate) => isLive(status) && visitDate >= day;

function passwordOf(made: PageRow['madePassword'], now: Date) {
  const expiresAt = made?.expiresAt ?? null;
  if (expiresAt === null) return { isFirstPassword: made !== null, passwordLimit: '', passwordHours: 0 };
  return {
    isFirstPassword: true,
    passwordLimit: formatMinute(new Date(expiresAt)),
    passwordHours: Math.floor((expiresAt - now.getTime()) / 3_600_000),
  };
}

export const myPageHandlers: Handler[] = [
  handle(openMyPage, async (db, who) => {
    const { institutionCode, examineeId, tokenHash, service } = who;
    const [person, page] = await Promise.all([
      readExaminee(db, who),
      service.openings.find(institutionCode, today(who.now), async (...known) => {
        const [found] = await readPage(db, institutionCode, examineeId, tokenHash, ...known);
        return found;
      }),
    ]);
    // An account and its institution are there together.
    if (!page) throw noSession();
    const { entries, institution } = page;
    const toEntry = (row: EntryRow) => ({
      ...toReservationView(row),
      dispatch: dispatchOf(row, person.today),
      isChangeable: isChangeable(row, institution.deadlineDays, person.today),
    });
    return {
      ...person,
      ...institution,
      individualsWelcome: page.individualsWelcome ?? false,
      ...entrancesOf(page),
      ...passwordOf(page.madePassword, who.now),
      acceptsMail: page.acceptsMail ?? true,
      isMailVerified: page.isMailVerified ?? false,
      current: entries.filter((row) => isCurrent(row, person.today)).map(toEntry),
      past: entries
        .filter((row) => !isCurrent(row, person.today))
        .map(toEntry)
        .reverse(),
    };
  }),

  handle(updateMailConsent, async (db, who, { acceptsMail }) => {
    const { institutionCode, examineeId, now: at } = who;
    const [own] = await readMail(db, institutionCode, examineeId);
    if (!own) throw noSession();
    await saveMailConsent(db, { institutionCode, mail: own.mail }, { accepts: acceptsMail, at, origin: 'my_page' });
    return {};
  }),

  handle(sendVerification, async (db, who) => {
    await sendVerifyMail(db, who);
    return {};
  }),

  handle(sendConfirmation, async (db, who, { number }) => {
    await mailConfirmation(db, who, number);
    return {};
  }),
];
