// Who asks for a booking, and what they are held to besides what the masters say of a course. The validation knows no kinds of
// actors: staff at the telephone come with a policy of their own (phone-booking.ts).
import { type JapanTime, japanTimeOf } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { bookableWindow, type Window } from '#domain/offer/bookable-window.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL, isInsurerNumber } from '#domain/offer/sentinels.ts';
import { type Applicant, type DecidingFields, decideAlike } from '#domain/reservation/person.ts';
import { type BookingOrigin, isChangeable } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import type { Administrator, Examinee, Service, Session, Visitor } from '#server/service.ts';
import type { CategoryData, ClientData, CourseSummary, InstitutionData } from './course-data.ts';
import { categoriesFor, type OriginalReservation } from './original-reservation.ts';
import { refuse, refuseInsurerNumber } from './refusals.ts';

export interface Actor extends JapanTime {
  service: Service;
  now: Date;
  institutionCode: string;
  /** Null for a guest, who gets an account with the booking, and at the desk, where whose it is shows later. */
  examineeId: number | null;
  /** Who of the staff books for somebody; null for whoever books on the examinees' side. */
  clerk: Administrator | null;
  /** Of a guest whom a partner has handed over. */
  handover: { clientCode: string; subject: string } | null;
  origin: BookingOrigin;
  policy: BookingPolicy;
}

/** What is known before anything is checked: who asks, what the masters say, and which reservation is to be replaced. */
export interface BookingContext<Facts = { institution: InstitutionData; client: ClientData | null }> {
  actor: Actor;
  courseData: Facts;
  original: OriginalReservation | null;
}

export interface RequestedCourse {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
}

/** Each of them throws what it refuses. */
export interface BookingPolicy {
  /** Whether the reservation can be replaced, and by one through this client and for this year. */
  change(known: BookingContext, asked: Omit<RequestedCourse, 'courseCode'>): void;
  /** Whether it can be replaced by one for this person. */
  changePerson(known: Pick<BookingContext, 'original'>, person: DecidingFields): void;
  admit(known: BookingContext, clientCode: string): ClientData;
  categories(
    known: { courseData: { categories: readonly CategoryData[] }; original: OriginalReservation | null },
    clientCode: string,
  ): readonly CategoryData[];
  /** The insurer number that is kept, if they may book under it. */
  insurer(
    known: Pick<BookingContext, 'original'>,
    client: ClientData,
    asked: { clientCode: string; insurerNumber: string },
  ): string;
  open(known: BookingContext<{ course: CourseSummary | null }>, asked: RequestedCourse): CourseSummary;
  window(known: Pick<BookingContext, 'actor' | 'courseData'>, fiscalYear: number): Window;
  /** Whether slots of today can be chosen that have begun. */
  takesBegun: boolean;
  needsConsent: boolean;
}

/** Who was handed over by the client itself need not log in to book through it. */
const isGuest = ({ examineeId, handover }: Actor, clientCode: string) =>
  examineeId === null && handover?.clientCode !== clientCode;

const EXAMINEE_POLICY: BookingPolicy = {
  change({ actor, courseData: facts, original }, { clientCode, fiscalYear }) {
    if (!original) return;
    if (!isChangeable(original, facts.institution.changeDeadlineDays, actor.today)) throw refuse('NoLongerChangeable');
    if (original.clientCode !== clientCode || original.fiscalYear !== fiscalYear) throw refuse('CourseClosed');
  },

  /** Through a society, a change keeps who it is for. */
  changePerson({ original }, person) {
    if (!original || payerOf(original.clientCode) === 'individual') return;
    if (!decideAlike(original, person)) throw refuse('PersonFixed');
  },

  /** A change keeps its own client, also where new bookings are no longer taken. */
  admit({ actor, courseData: { institution, client }, original }, clientCode) {
    if (client && original?.clientCode === clientCode) return client;
    const isIndividual = clientCode === INDIVIDUAL;
    if (!client?.usable) throw refuse(isIndividual ? 'IndividualsClosed' : 'ClientClosed');
    if (!isIndividual && institution.bookingKinds === 'individual') throw refuse('ClientClosed');
    if (isGuest(actor, clientCode) && !client.guestBooking) throw refuse('LoginNeeded');
    return client;
  },

  categories: ({ courseData: facts, original }) => categoriesFor(facts.categories, original),

  insurer({ original }, client, { clientCode, insurerNumber }) {
    if (clientCode === INDIVIDUAL || !isInsurerNumber(client.insurerNumber)) return insurerNumber;
    const isRight = [client.insurerNumber, original?.insurerNumber].includes(insurerNumber);
    if (!isRight) throw refuseInsurerNumber(insurerNumber);
    return insurerNumber;
  },

  /** It is public and today lies in its registration period; a change may keep its own. */
  open({ actor: { today }, courseData: { course }, original }, { clientCode, fiscalYear, courseCode }) {
    if (!course) throw refuse('CourseClosed');
    const isKept =
      original?.courseCode === courseCode && original.clientCode === clientCode && original.fiscalYear === fiscalYear;
    const isOpen = course.published && course.registrationFrom <= today && today <= course.registrationTo;
    if (!isKept && !isOpen) throw refuse('CourseClosed');
    return course;
  },

  window({ actor, courseData: { institution } }, fiscalYear) {
    return bookableWindow(actor.today, institution.bookableFromDays, institution.bookableToDays, fiscalYear);
  },

  takesBegun: false,
  needsConsent: true,
};

export const examineeOf = (who: Visitor) => (who.session?.kind === 'examinee' ? who.session : null);

/** Sent here by a portal that knows them. */
const isFromPartner = (session: Session | null) =>
  session?.kind === 'handover' || (session?.kind === 'examinee' && session.isPartnerSession);

export function actorOf(who: Visitor | Examinee, institutionCode: string): Actor {
  const { service, now } = who;
  const session = who.kind === 'anyone' ? who.session : who;
  return {
    ...japanTimeOf(now),
    service,
    now,
    institutionCode,
    examineeId: session?.kind === 'examinee' ? session.examineeId : null,
    clerk: null,
    handover: session?.kind === 'handover' ? session : null,
    origin: isFromPartner(session) ? 'partner' : 'web',
    policy: EXAMINEE_POLICY,
  };
}

/** Who books as a guest gets an account, whether or not they have one. */
export const guestOf = (who: Visitor, institutionCode: string): Actor => ({
  ...actorOf(who, institutionCode),
  examineeId: null,
});

export const fullNameOf = ({ familyName, givenName }: Applicant) => `${familyName}　${givenName}`;

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
}

export interface BookingDraft {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  priceConditionCode: string;
  options: ChosenOption[];
  visitDate: PlainDate;
  slotCode: string;
  applicant: Applicant;
  /** What the earlier steps were sent and showed; none of it is believed, but it must not contradict what holds. */
  claims: { sex: Sex | null; age: number; categoryCode: string | null; inputAge: number | null; total: number | null };
  consent: boolean;
  requestId: string | null;
}
