// The way through a booking: who books, which step comes next, what each step needs, and what going back forgets.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ASSUMED_AGE, type Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { BOOKING_STEPS, type BookingStep, isBookingStep } from '#domain/reservation/booking-steps.ts';
import type { UserKind } from '#domain/reservation/user-kind.ts';
import {
  type BookingResult,
  type BookingSession,
  bookingSession,
  type ChosenOption,
  type Visit,
} from '#examinee/booking-session.ts';
import { EXAMINEE } from '#web/addresses.ts';
import { randomId } from '#web/random-id.ts';
import type { CallFailed } from '#web/send.ts';
import { type ExamineeSession, examineeSession } from '#web/session.ts';
import { type DraftSession, draftSession, optionKey } from './draft-session.ts';

export type Progress = BookingSession & DraftSession;

export type Flow = ExamineeSession & Progress;

export const currentFlow = (): Flow => ({ ...examineeSession.get(), ...bookingSession.get(), ...draftSession.get() });

export const useFlow = (): Flow => ({ ...examineeSession.use(), ...bookingSession.use(), ...draftSession.use() });

/** The user kind, from which the spec's types 0 to 7 follow: derived here and nowhere else. */
export function kindOf({ auth, insurance, enRoute, changes }: Flow): UserKind {
  const payer = insurance.inUse ? 'insurance' : 'individual';
  if (auth.examineeId === null) return { origin: 'guest', payer };
  if (enRoute.inUse) return { origin: 'en-route', payer };
  return { origin: 'my-page', payer, changes: changes?.number };
}

export const clientCodeOf = ({ insurance }: Flow) => (insurance.inUse ? insurance.clientCode : INDIVIDUAL);

export function personOf({ insurance, person }: Flow) {
  if (insurance.inUse) {
    const { birthDate, sex, categoryCode, age } = insurance;
    return { birthDate, sex, categoryCode, age };
  }
  return { birthDate: person?.birthDate ?? null, sex: person?.sex ?? null, categoryCode: null, age: null };
}

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
    ownNumber: flow.changes?.number ?? 0,
  };
}

/** What the information step asks about. */
export const entryInputOf = (flow: FlowAt<'input'>) => ({
  institutionCode: flow.auth.institutionCode,
  clientCode: clientCodeOf(flow),
  fiscalYear: flow.course.fiscalYear,
  courseCode: flow.course.courseCode,
  ownNumber: flow.changes?.number ?? 0,
});

/** A change keeps the society it was booked through, and who it is for: it begins with the course. */
export const asksForInsurance = ({ insurance, changes }: BookingSession) => insurance.inUse && changes === null;

/** What a step may count on once the ones before it are done, or the first of these that is missing. */
export type Guard<F> = (flow: Flow) => { flow: F; missing: null } | { flow: null; missing: BookingStep };

/** The way leads past `step`, which is done where it has left what `prove` finds. */
function past<A, B>(step: BookingStep, before: Guard<A>, prove: (flow: A) => B | null): Guard<B> {
  return (flow) => {
    const reached = before(flow);
    if (reached.missing !== null) return reached;
    const proved = prove(reached.flow);
    return proved === null ? { flow: null, missing: step } : { flow: proved, missing: null };
  };
}

const begun: Guard<Flow> = (flow) => ({ flow, missing: null });
const insured = past('insurance', begun, (flow) =>
  asksForInsurance(flow) && flow.insurance.age === null ? null : flow,
);
const withCourse = past('course', insured, ({ course, ...flow }) => course && { ...flow, course });
const withOptions = past('option', withCourse, ({ options, ...flow }) => options && { ...flow, options });
const withVisit = past('calendar', withOptions, ({ visit, ...flow }) => visit && { ...flow, visit });
const withEntry = past('input', withVisit, ({ entry, ...flow }) =>
  entry === null || entry.age === null ? null : { ...flow, entry: { ...entry, age: entry.age } },
);

export const reaching = {
  insurance: past('course', begun, (flow) => (flow.changes === null ? flow : null)),
  course: insured,
  option: withCourse,
  calendar: withOptions,
  input: withVisit,
  confirm: withEntry,
} satisfies Record<BookingStep, Guard<Flow>>;

/** Of a booking that is made the steps are over, and only its result is left to go back to, until another begins. */
export const openStep = <F>(guard: Guard<F>, flow: Flow) =>
  flow.result ? { flow: null, missing: 'result' as const } : guard(flow);

export type FlowAt<S extends BookingStep> = (typeof reaching)[S] extends Guard<infer F> ? F : never;

type Forgotten = (draft: DraftSession) => Partial<DraftSession>;

const FORGET: Readonly<Partial<Record<BookingStep, Forgotten>>> = {
  course: () => ({ course: null, bill: null, method: null }),
  option: () => ({ options: null }),
  calendar: () => ({ visit: null, calendar: null }),
  input: ({ entry }) => ({ entry: entry && { ...entry, age: null } }),
};

const from = (step: BookingStep) => BOOKING_STEPS.slice(BOOKING_STEPS.indexOf(step));

/** Forgets what was chosen at this step and at all after it; what was typed and chosen stays, to prefill. */
export function forgetFrom(step: BookingStep): void {
  const { insurance } = bookingSession.get();
  if (step === 'insurance') bookingSession.set({ insurance: { ...insurance, age: null } });
  for (const later of from(step)) draftSession.set(FORGET[later]?.(draftSession.get()) ?? {});
}

/** What prefills choices: what a person has typed is mended by them, and is kept until then. */
const FORGET_PREFILL: Readonly<Partial<Record<BookingStep, Forgotten>>> = {
  insurance: ({ prefill }) => ({
    prefill: { ...prefill, insurance: prefill.insurance && { ...prefill.insurance, fiscalYear: '', categoryCode: '' } },
  }),
  course: ({ prefill }) => ({ prefill: { ...prefill, courseCode: '' } }),
  option: ({ prefill }) => ({ prefill: { ...prefill, options: null } }),
  calendar: ({ prefill }) => ({ prefill: { ...prefill, visit: null } }),
};

/** The same of what the booking was begun with. */
const FORGET_BEGUN: Readonly<Partial<Record<BookingStep, (booking: BookingSession) => Partial<BookingSession>>>> = {
  insurance: ({ changes, insurance }) => ({
    insurance: changes ? insurance : { ...insurance, fiscalYear: null, categoryCode: null },
  }),
  course: ({ changes, fiscalYear }) => ({ fiscalYear: changes ? fiscalYear : null }),
  option: ({ changes }) => ({ changes: changes && { ...changes, options: null } }),
  calendar: ({ changes }) => ({ changes: changes && { ...changes, visit: null } }),
};

/** What was chosen at the step that mends a refusal, and later, goes with what prefills it, or it would be refused again. */
export function forgetRefused({ mending }: CallFailed): void {
  if (!isBookingStep(mending)) return;
  forgetFrom(mending);
  for (const later of from(mending)) {
    bookingSession.set(FORGET_BEGUN[later]?.(bookingSession.get()) ?? {});
    draftSession.set(FORGET_PREFILL[later]?.(draftSession.get()) ?? {});
  }
}

/** Whoever is logged in begins and ends at my page, also when they did so on the way: the top page would log them out. */
export const beginsAtMyPage = (flow: Flow) => kindOf(flow).origin !== 'guest';

export function exitOf(flow: Flow): string {
  return beginsAtMyPage(flow) ? EXAMINEE.myPage : EXAMINEE.top(flow.institution.routeParam);
}

export interface ChosenPerson {
  birthDate: PlainDate;
  sex: Sex;
}

/** Said again, it takes the place of what the information form holds. */
export function choosePerson(person: ChosenPerson): void {
  const { entry } = draftSession.get();
  const edited = entry?.edited.filter((name) => name !== 'birthDate' && name !== 'sex') ?? [];
  bookingSession.set({ person });
  draftSession.set({ entry: entry && { ...entry, edited } });
}

export function chooseCourse(course: NonNullable<DraftSession['course']>): void {
  forgetFrom('option');
  const { prefill } = draftSession.get();
  const sameCourse = prefill.courseCode === course.courseCode;
  draftSession.set({
    course,
    requestSeed: draftSession.get().requestSeed || randomId(),
    prefill: { ...prefill, courseCode: course.courseCode, options: sameCourse ? prefill.options : null },
  });
}

/** At a later step than their own, where some of them turn out to be in the way. */
export function changeOptions(options: readonly ChosenOption[]): void {
  forgetFrom('calendar');
  const { prefill } = draftSession.get();
  const keys = options.map(({ groupCode, optionCode }) => optionKey(groupCode, optionCode));
  draftSession.set({ options: [...options], prefill: { ...prefill, options: keys } });
}

export function chooseVisit(visit: Visit): void {
  forgetFrom('input');
  const { prefill } = draftSession.get();
  draftSession.set({ visit, prefill: { ...prefill, visit } });
}

/** The booking is made: what led to it goes, what is left to show stays. */
export function finishBooking(result: BookingResult): void {
  bookingSession.clear();
  bookingSession.set({ result });
}

/** The idempotency key of this content: the same however often it is sent, also by a copy of the tab. */
export function requestIdFor(content: string): string {
  const seed = draftSession.get().requestSeed || randomId();
  draftSession.set({ requestSeed: seed });
  return `${seed}-${fingerprint(content)}`;
}

/** FNV-1a: it only has to distinguish the contents of one draft, and the server compares them. */
const fingerprint = (text: string) =>
  ([...text].reduce((sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5) >>> 0).toString(
    16,
  );
