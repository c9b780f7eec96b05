// Who asks for a booking, and what they are held to besides what the masters say of a course. The judgement knows no kinds of
// askers: staff at the telephone come with terms of their own (desk.ts).
import { bookableWindow, type Window } from '#domain/offer/bookable-window.ts';
import { INDIVIDUAL, isInsurerNumber } from '#domain/offer/sentinels.ts';
import type { BookingOrigin } from '#domain/reservation/booking-origin.ts';
import { isChangeable } from '#domain/reservation/change-window.ts';
import { type DecidingFields, decideAlike } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import type { Administrator, Examinee, Service, Session, Visitor } from '#server/service.ts';
import type { CategoryFacts, ClientFacts, CourseHead, InstitutionFacts } from './facts.ts';
import { type Moment, momentOf } from './moment.ts';
import { refuse } from './refusals.ts';
import { categoriesFor, type Replaced } from './replaced.ts';

export interface Asker extends Moment {
  service: Service;
  now: Date;
  institutionCode: string;
  /** Null for a guest, who gets an account with the booking, and at the desk, where whose it is shows later. */
  examineeId: number | null;
  /** Who of the staff books for somebody; null for whoever books on the examinees' side. */
  clerk: Administrator | null;
  /** Of a guest whom a partner has handed over. */
  handover: { clientCode: string; subject: string } | null;
  /** How the booking comes. */
  origin: BookingOrigin;
  terms: Terms;
}

/** What is known before anything is judged: who asks, what the masters say, and which reservation is to be replaced. */
export interface Known<Facts = { institution: InstitutionFacts; client: ClientFacts | null }> {
  asker: Asker;
  facts: Facts;
  replaced: Replaced | null;
}

/** Which course is asked for. */
export interface CourseAsked {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
}

/** Each of them throws what it refuses. */
export interface Terms {
  /** Whether the reservation can be replaced, and by one through this client and for this year. */
  change(known: Known, asked: Omit<CourseAsked, 'courseCode'>): void;
  /** Whether it can be replaced by one for this person. */
  changePerson(known: Pick<Known, 'replaced'>, person: DecidingFields): void;
  /** The client, if they may book through it. */
  admit(known: Known, clientCode: string): ClientFacts;
  /** The categories that they may choose from. */
  categories(
    known: { facts: { categories: readonly CategoryFacts[] }; replaced: Replaced | null },
    clientCode: string,
  ): readonly CategoryFacts[];
  /** The insurer number that is kept, if they may book under it. */
  insurer(
    known: Pick<Known, 'replaced'>,
    client: ClientFacts,
    asked: { clientCode: string; insurerNumber: string },
  ): string;
  /** The course, if it is open to them. */
  open(known: Known<{ course: CourseHead | null }>, asked: CourseAsked): CourseHead;
  /** The days that they may choose from. */
  window(known: Pick<Known, 'asker' | 'facts'>, fiscalYear: number): Window;
  /** Whether slots of today can be chosen that have begun. */
  takesBegun: boolean;
  needsConsent: boolean;
}

/** Who was handed over by the client itself need not log in to book through it. */
const isGuest = ({ examineeId, handover }: Asker, clientCode: string) =>
  examineeId === null && handover?.clientCode !== clientCode;

const EXAMINEE_TERMS: Terms = {
  change({ asker, facts, replaced }, { clientCode, fiscalYear }) {
    if (!replaced) return;
    if (!isChangeable(replaced, facts.institution.changeDeadlineDays, asker.today)) throw refuse('NoLongerChangeable');
    if (replaced.clientCode !== clientCode || replaced.fiscalYear !== fiscalYear) throw refuse('CourseClosed');
  },

  /** Through a society, a change keeps who it is for. */
  changePerson({ replaced }, person) {
    if (!replaced || payerOf(replaced.clientCode) === 'individual') return;
    if (!decideAlike(replaced, person)) throw refuse('PersonFixed');
  },

  /** A change keeps its own client, also where new bookings are no longer taken. */
  admit({ asker, facts: { institution, client }, replaced }, clientCode) {
    if (client && replaced?.clientCode === clientCode) return client;
    const isIndividual = clientCode === INDIVIDUAL;
    if (!client?.usable) throw refuse(isIndividual ? 'IndividualsClosed' : 'ClientClosed');
    if (!isIndividual && institution.bookingKinds === 'individual') throw refuse('ClientClosed');
    if (isGuest(asker, clientCode) && !client.guestBooking) throw refuse('LoginNeeded');
    return client;
  },

  categories: ({ facts, replaced }) => categoriesFor(facts.categories, replaced),

  insurer({ replaced }, client, { clientCode, insurerNumber }) {
    if (clientCode === INDIVIDUAL || !isInsurerNumber(client.insurerNumber)) return insurerNumber;
    const isRight = [client.insurerNumber, replaced?.insurerNumber].includes(insurerNumber);
    if (!isRight) throw refuse('WrongInsurerNumber');
    return insurerNumber;
  },

  /** It is public and today lies in its registration period; a change may keep its own. */
  open({ asker: { today }, facts: { course }, replaced }, { clientCode, fiscalYear, courseCode }) {
    if (!course) throw refuse('CourseClosed');
    const isKept =
      replaced?.courseCode === courseCode && replaced.clientCode === clientCode && replaced.fiscalYear === fiscalYear;
    const isOpen = course.published && course.registrationFrom <= today && today <= course.registrationTo;
    if (!isKept && !isOpen) throw refuse('CourseClosed');
    return course;
  },

  window({ asker, facts: { institution } }, fiscalYear) {
    return bookableWindow(asker.today, institution.bookableFromDays, institution.bookableToDays, fiscalYear);
  },

  takesBegun: false,
  needsConsent: true,
};

/** The examinee behind a call that needs no token, or null. */
export const examineeOf = (who: Visitor) => (who.session?.kind === 'examinee' ? who.session : null);

/** Sent here by a portal that knows them. */
const isFromPartner = (session: Session | null) =>
  session?.kind === 'handover' || (session?.kind === 'examinee' && session.isHandedOver);

/** An examinee, or whoever else comes to the examinees' side. */
export function askerOf(who: Visitor | Examinee, institutionCode: string): Asker {
  const { service, now } = who;
  const session = who.kind === 'anyone' ? who.session : who;
  return {
    ...momentOf(now),
    service,
    now,
    institutionCode,
    examineeId: session?.kind === 'examinee' ? session.examineeId : null,
    clerk: null,
    handover: session?.kind === 'handover' ? session : null,
    origin: isFromPartner(session) ? 'partner' : 'web',
    terms: EXAMINEE_TERMS,
  };
}

/** Who books as a guest gets an account, whether or not they have one. */
export const guestOf = (who: Visitor, institutionCode: string): Asker => ({
  ...askerOf(who, institutionCode),
  examineeId: null,
});
