// The way through a booking: who books, which step comes next, what each step needs, and what going back forgets.
import { BOOKING_STEPS, type BookingStep } from '#domain/booking-steps.ts';
import { ASSUMED_AGE, type Sex } from '#domain/conditions.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { INDIVIDUAL } from '#domain/sentinels.ts';
import type { UserKind } from '#domain/user-kind.ts';
import { type ExamineeSession, examineeSession } from '#web/session.ts';
import { type BookingResult, type BookingSession, bookingSession, NO_BOOKING, type Visit } from '../booking-session.ts';
import { type MyPageSession, myPageSession } from '../my-page-session.ts';
import type { BookingPaths } from '../paths.ts';

/** All that a booking hangs on in this tab: who one is, what my page has chosen, and how far the booking has come. */
export type Flow = ExamineeSession & BookingSession & { myPage: MyPageSession };

export const currentFlow = (): Flow => ({
  ...examineeSession.get(),
  ...bookingSession.get(),
  myPage: myPageSession.get(),
});

export const useFlow = (): Flow => ({
  ...examineeSession.use(),
  ...bookingSession.use(),
  myPage: myPageSession.use(),
});

/** The user kind, from which the spec's types 0 to 7 follow: derived here and nowhere else. */
export function kindOf({ myPage, insurance, enRoute }: Flow): UserKind {
  const payer = insurance.inUse ? 'insurance' : 'individual';
  if (!myPage.inUse) return { origin: enRoute.inUse ? 'en-route' : 'guest', payer };
  return { origin: 'my-page', payer, changes: myPage.changedNumber ?? undefined };
}

export const clientCodeOf = ({ insurance }: Flow) => (insurance.inUse ? insurance.clientCode : INDIVIDUAL);

/** Who the booking is for, as far as the flow knows. */
export function personOf({ insurance, person }: Flow) {
  if (insurance.inUse) {
    const { birthDate, sex, categoryCode, age } = insurance;
    return { birthDate, sex, categoryCode, age };
  }
  return { birthDate: person?.birthDate ?? null, sex: person?.sex ?? null, categoryCode: null, age: null };
}

/** What every step call carries. */
export function conditionsOf(flow: Flow) {
  const { birthDate, sex, categoryCode, age } = personOf(flow);
  return {
    institutionCode: flow.auth.institutionCode,
    clientCode: clientCodeOf(flow),
    categoryCode,
    sex,
    age: age ?? ASSUMED_AGE,
    birthDate,
    visitDate: flow.visit?.date ?? null,
    ownNumber: flow.myPage.changedNumber ?? 0,
  };
}

const isDone: Readonly<Record<BookingStep, (booking: BookingSession) => boolean>> = {
  insurance: ({ insurance }) => !insurance.inUse || insurance.age !== null,
  course: ({ course }) => course !== null,
  option: ({ options }) => options !== null,
  calendar: ({ visit }) => visit !== null,
  input: ({ entry }) => entry !== null && entry.age !== null,
  confirm: () => false,
};

/** The first step before `wanted` that is still to be done; null when all are. */
export function findMissing(booking: BookingSession, wanted: BookingStep): BookingStep | null {
  return BOOKING_STEPS.slice(0, BOOKING_STEPS.indexOf(wanted)).find((step) => !isDone[step](booking)) ?? null;
}

const FORGET: Readonly<Record<BookingStep, (booking: BookingSession) => Partial<BookingSession>>> = {
  insurance: ({ insurance }) => ({ insurance: { ...insurance, age: null } }),
  course: () => ({ course: null, bill: null, method: null }),
  option: () => ({ options: null }),
  calendar: () => ({ visit: null }),
  input: ({ entry }) => ({ entry: entry && { ...entry, age: null } }),
  confirm: () => ({}),
};

const from = (step: BookingStep) => BOOKING_STEPS.slice(BOOKING_STEPS.indexOf(step));

/** Forgets what was chosen at this step and at all after it; drafts stay, to prefill. */
export function forgetFrom(step: BookingStep): void {
  for (const later of from(step)) bookingSession.set(FORGET[later](bookingSession.get()));
}

/** The drafts of choices: what a person has typed is mended by them, and is kept until then. */
const FORGET_DRAFT: Readonly<Partial<Record<BookingStep, (booking: BookingSession) => Partial<BookingSession>>>> = {
  course: ({ draft }) => ({ fiscalYear: null, draft: { ...draft, courseCode: '' } }),
  option: ({ draft }) => ({ draft: { ...draft, options: null } }),
  calendar: ({ draft }) => ({ draft: { ...draft, visit: null } }),
};

/** The server sends back to a step: its choice and the later ones go with their drafts, or they would be refused again. */
export function forgetRefused(step: BookingStep): void {
  forgetFrom(step);
  for (const later of from(step)) bookingSession.set(FORGET_DRAFT[later]?.(bookingSession.get()) ?? {});
}

/** Where the first step leads back to. */
export function exitOf(flow: Flow, paths: BookingPaths): string {
  return kindOf(flow).origin === 'my-page' ? paths.myPage : paths.top(flow.institution.routeParam);
}

export interface Person {
  birthDate: PlainDate;
  sex: Sex;
}

/** Said anew, it takes the place of what the information form holds. */
export function choosePerson(person: Person): void {
  const { entry } = bookingSession.get();
  const edited = entry?.edited.filter((name) => name !== 'birthDate' && name !== 'sex') ?? [];
  bookingSession.set({ person, entry: entry && { ...entry, edited } });
}

export function chooseCourse(course: NonNullable<BookingSession['course']>): void {
  forgetFrom('option');
  const { draft } = bookingSession.get();
  const sameCourse = draft.courseCode === course.courseCode;
  bookingSession.set({
    course,
    draft: { ...draft, courseCode: course.courseCode, options: sameCourse ? draft.options : null },
  });
}

export function chooseVisit(visit: Visit): void {
  forgetFrom('input');
  const { draft } = bookingSession.get();
  bookingSession.set({ visit, draft: { ...draft, visit } });
}

/** The booking is made: what led to it goes, what is left to tell stays. */
export function finishBooking(result: BookingResult): void {
  myPageSession.set({ changedNumber: null });
  bookingSession.set({ ...NO_BOOKING, result });
}

/** The id to send this content with: the same for the same content, however often it is sent. */
export function requestIdFor(content: string): string {
  const { request } = bookingSession.get();
  if (request?.content === content) return request.id;
  // randomUUID would need https, which a hospital's own network may lack.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  bookingSession.set({ request: { id, content } });
  return id;
}
