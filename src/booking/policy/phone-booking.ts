// Staff who book for whoever has called, and what they are held to: the same validation as everybody, on wider terms.
import { assertLive } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { japanTimeOf } from '#domain/calendar/clock.ts';
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { HAS_COME, type StaffOrigin } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import type { Administrator } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import type { Actor, BookingPolicy } from './actor.ts';
import type { OriginalReservation } from './original-reservation.ts';
import { refuse } from './refusals.ts';

/** Throws why staff can't replace the reservation by another one, whoever that is for. */
export function assertChangeable(original: OriginalReservation, today: PlainDate): void {
  const { visitDate, reception } = original;
  assertLive(original);
  if (reception === 'arrived') throw refused(HAS_COME);
  if (visitDate < today) throw refused('受診日を過ぎた予約は変更できません。');
}

const PHONE_BOOKING_POLICY: BookingPolicy = {
  /** Client, year and person may all be others, and no deadline holds. */
  change({ actor, original }) {
    if (original) assertChangeable(original, actor.today);
  },

  changePerson() {},

  /** Whoever may log in, and what kinds of bookings the institution takes by itself, does not matter here. */
  admit({ courseData: { client }, original }, clientCode) {
    if (client && (client.usable || original?.clientCode === clientCode)) return client;
    throw refuse('ClientClosed');
  },

  /** Any of the client's, and its own one where that is gone. */
  categories({ courseData: facts, original }, clientCode) {
    if (!original || original.categoryCode === null || original.clientCode !== clientCode) return facts.categories;
    const { categoryCode, categoryName: name } = original;
    const isThere = facts.categories.some((one) => one.categoryCode === categoryCode);
    return isThere ? facts.categories : [...facts.categories, { categoryCode, name }];
  },

  /** Nobody is asked for it: it is the client's. */
  insurer(_, { insurerNumber }, { clientCode }) {
    return payerOf(clientCode) === 'insurance' && isInsurerNumber(insurerNumber) ? insurerNumber : '';
  },

  /** Private ones too, and outside of their registration period. */
  open({ courseData: { course } }) {
    if (!course) throw refuse('CourseClosed');
    return course;
  },

  window({ actor }, fiscalYear) {
    const { from, to } = fiscalYearRange(fiscalYear);
    return { from: from > actor.today ? from : actor.today, to };
  },

  takesBegun: true,
  needsConsent: false,
};

export function staffActor(who: Administrator, origin: StaffOrigin = 'phone'): Actor {
  const { service, now, institutionCode } = who;
  return {
    ...japanTimeOf(now),
    service,
    now,
    institutionCode,
    examineeId: null,
    clerk: who,
    handover: null,
    origin,
    policy: PHONE_BOOKING_POLICY,
  };
}

type Caller = Pick<PersonData, 'mail' | 'familyKana' | 'givenKana' | 'birthDate'>;

interface MailOwner {
  examineeId: number;
  name: string;
  /** The caller, as far as kana and birth date show. */
  isSelf: boolean;
  /** Whether the address was shown to be theirs; until then it is nobody's, and its account is shown to nobody. */
  isVerified: boolean;
}

const read = query<MailOwner>(`
  select e.examinee_id as "examineeId", e.family_name || '　' || e.given_name as name,
         coalesce((e.family_kana, e.given_kana, e.birth_date) = ($3, $4, $5::date), false) as "isSelf",
         e.mail_verified_at is not null as "isVerified"
    from examinees e
   where e.institution_code = $1 and lower(e.mail) = lower($2)`);

export async function readMailOwner(db: Db, institutionCode: string, caller: Caller): Promise<MailOwner | null> {
  const { mail, familyKana, givenKana, birthDate } = caller;
  if (mail === '') return null;
  const [owner] = await read(db, institutionCode, mail, familyKana, givenKana, birthDate);
  return owner ?? null;
}
