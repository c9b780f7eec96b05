// Begins a booking in this tab, new or in place of a reservation; whatever was begun before is left behind.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { BookingStep } from '#domain/reservation/booking-steps.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import { type Payer, payerOf } from '#domain/reservation/user-kind.ts';
import { type BookingSession, bookingSession, type ChosenOption, NO_BOOKING } from './booking-session.ts';

/** What is known of whom the booking is for; nothing of it is asked again. */
type KnownPerson = Omit<BookingSession['insurance'], 'inUse' | 'fiscalYear' | 'age'>;

/** A reservation as my page lists it. */
interface ChangedReservation extends KnownPerson {
  number: number;
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
export function beginReservationChange(reservation: ChangedReservation): FirstStep {
  bookingSession.clear();
  const { number, clientCode, insurerNumber, categoryCode, sex, birthDate, fiscalYear, age } = reservation;
  const { courseCode, options, visitDate: date, slotCode, startTime } = reservation;
  const isConfirmedRequest = reservation.method === 'desired' && reservation.status === 'confirmed';
  const visit = { date, slotCode, startTime };
  bookingSession.set({ changes: { number, courseCode, options, visit, isConfirmedRequest } });
  if (payerOf(clientCode) === 'individual') {
    bookingSession.set({ fiscalYear, person: birthDate && sex ? { birthDate, sex } : null });
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
