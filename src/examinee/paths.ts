// Where the errands lead: the addresses that the map gives to the steps of a booking and to what lies around it.
import { BOOKING_STEPS, type BookingStep } from '#domain/reservation/booking-steps.ts';

export const isBookingStep = (name: unknown): name is BookingStep => BOOKING_STEPS.some((step) => step === name);

export interface BookingPaths extends Readonly<Record<BookingStep, string>> {
  top(routeParam: string): string;
  login(routeParam: string): string;
  result: string;
  myPage: string;
  forgotPassword: string;
}
