// Who books for whom, and through whom: how a booking begins in this tab, and what its steps carry on. What is chosen at them is the
// booking's own (booking/draft-session.ts), and goes when this is emptied.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { BookingStep } from '#domain/reservation/booking-steps.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import { type Payer, payerOf } from '#domain/reservation/user-kind.ts';
import { examineeSession } from '#web/session.ts';
import { createStore } from '#web/store.ts';

export interface Visit {
  date: PlainDate;
  slotCode: string;
  /** Empty where only a day is chosen. */
  startTime: string;
}

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
}

export interface BookingResult {
  number: number;
  visit: Visit;
  courseName: string;
  /** Of its entry in a calendar; a tab of 1.0.0 has kept none of these. */
  courseDuration?: string;
  firstNumber?: number;
  sequence?: number;
  /** A wish, which staff have yet to confirm. */
  desired: boolean;
  replaced: number | null;
  account: { mail: string; firstPassword: string; passwordLimit: string } | null;
}

/** The reservation that is being changed, with what was chosen for it: the steps start with that. */
interface ChangedReservation {
  number: number;
  courseCode: string;
  options: readonly ChosenOption[] | null;
  visit: Visit | null;
  /** It was asked for, and staff have confirmed its day: changed, it is a request again. */
  isConfirmedRequest: boolean;
}

export const NO_BOOKING = {
  insurance: {
    inUse: false,
    clientCode: '',
    insurerNumber: '',
    sex: null as Sex | null,
    birthDate: null as PlainDate | null,
    fiscalYear: null as number | null,
    age: null as number | null,
    categoryCode: null as string | null,
  },
  person: null as { birthDate: PlainDate; sex: Sex } | null,
  /** The year an individual looks at courses of; null = the first that is open. */
  fiscalYear: null as number | null,
  changes: null as ChangedReservation | null,
  enRoute: { inUse: false },
  result: null as BookingResult | null,
};
export type BookingSession = typeof NO_BOOKING;

export const bookingSession = createStore('examinee/booking', NO_BOOKING, { holdsPerson: true });

/** Whom a partner's portal has handed over in this tab: by that they are known again when they come again. */
export const handoverSession = createStore('examinee/handover', {
  /** As the partner names them: what names them differently is somebody else. */
  person: '',
  /** The partner is a client of the institution. */
  clientCode: '',
  /** Empty until the insurance entry, where everybody arrives, has listed the clients. */
  partnerName: '',
});

export function savePartnerName(clients: readonly { clientCode: string; name: string }[]): void {
  const partner = clients.find(({ clientCode }) => clientCode === handoverSession.get().clientCode);
  if (partner) handoverSession.set({ partnerName: partner.name });
}

/** Read without being believed: whether the assertion holds is the server's to say. Empty where it names nobody. */
export function assertedPerson(assertion: string): string {
  try {
    const payload = (assertion.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iss, sub } = JSON.parse(atob(payload));
    return typeof iss === 'string' && typeof sub === 'string' ? JSON.stringify([iss, sub]) : '';
  } catch {
    return '';
  }
}

/** What is shown to somebody who was handed over, has no account yet, and whose session is over; null for everybody else. */
export function howToComeBack(): string | null {
  const { person, partnerName } = handoverSession.get();
  if (person === '' || examineeSession.get().auth.userId) return null;
  const portal = partnerName ? `「${partnerName}」のページ` : 'お申し込み元のページ';
  return `しばらく操作がなかったため、引き継ぎの有効期限が切れました。このタブで${portal}に戻り、もう一度お進みください。選んだ内容と入力した内容はこのタブに残っていて、続きから予約できます。`;
}

/** What is known of whom the booking is for; nothing of it is asked again. */
type KnownPerson = Omit<BookingSession['insurance'], 'inUse' | 'fiscalYear' | 'age'>;

/** A reservation as my page lists it. */
interface ListedReservation extends KnownPerson {
  number: number;
  birthDate: PlainDate;
  sex: Sex;
  fiscalYear: number;
  age: number;
  courseCode: string;
  options: readonly ChosenOption[];
  visitDate: PlainDate;
  slotCode: string;
  startTime: string;
  method: 'confirmed' | 'desired';
  status: ReservationStatus;
}

type FirstStep = Extract<BookingStep, 'insurance' | 'course'>;

/** Whatever was begun before is left behind. */
export function beginNewBooking(payer: Payer, person: KnownPerson | null): FirstStep {
  bookingSession.clear();
  const { birthDate = null, sex = null } = person ?? {};
  if (payer === 'individual') {
    if (birthDate && sex) bookingSession.set({ person: { birthDate, sex } });
    return 'course';
  }
  const isMember = person !== null && person.clientCode !== INDIVIDUAL;
  const { clientCode, insurerNumber, categoryCode } = isMember ? person : NO_BOOKING.insurance;
  const own = { clientCode, insurerNumber, categoryCode, birthDate, sex };
  bookingSession.set({ insurance: { ...NO_BOOKING.insurance, ...own, inUse: true } });
  return 'insurance';
}

/** A change keeps who it is for, through whom and for which year: it begins with the course. */
export function beginReservationChange(reservation: ListedReservation): FirstStep {
  bookingSession.clear();
  const { number, clientCode, insurerNumber, categoryCode, sex, birthDate, fiscalYear, age } = reservation;
  const { courseCode, options, visitDate: date, slotCode, startTime } = reservation;
  const isConfirmedRequest = reservation.method === 'desired' && reservation.status === 'confirmed';
  const visit = { date, slotCode, startTime };
  bookingSession.set({ changes: { number, courseCode, options, visit, isConfirmedRequest } });
  if (payerOf(clientCode) === 'individual') {
    bookingSession.set({ fiscalYear, person: { birthDate, sex } });
  } else {
    const own = { clientCode, insurerNumber, categoryCode, sex, birthDate, fiscalYear, age };
    bookingSession.set({ insurance: { ...own, inUse: true } });
  }
  return 'course';
}

/** Goes on with a booking that was left for the log-in; what was said on it already outranks what the account says. */
export function continueBookingAs(person: KnownPerson, step: BookingStep): BookingStep {
  const { insurance, person: chosen } = bookingSession.get();
  const { birthDate, sex, clientCode, insurerNumber, categoryCode } = person;
  if (step === 'insurance') {
    const own = { clientCode, insurerNumber, categoryCode, birthDate, sex };
    bookingSession.set({ insurance: { ...insurance, ...own, fiscalYear: null, inUse: true, age: null } });
  } else if (!insurance.inUse && !chosen && birthDate && sex) {
    bookingSession.set({ person: { birthDate, sex } });
  }
  return step;
}
