// The steps of a booking in their order, what can stand in its way, and what mends that.

export const BOOKING_STEPS = ['insurance', 'course', 'option', 'calendar', 'input', 'confirm'] as const;

export type BookingStep = (typeof BOOKING_STEPS)[number];

export const isBookingStep = (name: unknown): name is BookingStep => BOOKING_STEPS.some((step) => step === name);

/** Where a person goes to mend what was refused: a step to redo, the log-in, or my page. */
export type Mending = BookingStep | 'login' | 'my-page';

export const MENDINGS = {
  ClientClosed: 'insurance',
  IndividualsClosed: 'insurance',
  WrongInsurerNumber: 'insurance',
  UnknownCategory: 'insurance',
  LoginNeeded: 'login',
  CourseClosed: 'course',
  CourseUnfit: 'course',
  OptionUnfit: 'option',
  OptionTwice: 'option',
  SeveralOfSingle: 'option', // more than one of a single-choice group
  DayClosed: 'calendar',
  Full: 'calendar',
  AgeMismatch: 'input', // the age that was sent is not what follows from the birth date
  OtherPerson: 'input', // not whom the steps before were about
  OtherOffer: 'confirm', // the amount or a row is not what was shown
  PersonFixed: 'my-page', // a change must keep who it is for
  NoLongerChangeable: 'my-page',
  RequestReused: 'confirm', // the same request id with another content
  TooManyBookings: 'my-page', // of one account, or to one address
  Registered: 'login', // the mail address has an account already
} as const satisfies Readonly<Record<string, Mending>>;

export type RefusalName = keyof typeof MENDINGS;
