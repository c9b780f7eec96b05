// The way through a booking: who books, which step comes next, what each step needs, and what going back forgets.
import { ASSUMED_AGE } from '#domain/conditions.ts';
import { INDIVIDUAL } from '#domain/sentinels.ts';
import type { UserKind } from '#domain/user-kind.ts';
import {
  type BookingResult,
  type ExamineeSession,
  examineeSession,
  NO_BOOKING,
  type Sex,
  type Visit,
} from '#web/session.ts';

export type StepName = 'insurance' | 'course' | 'option' | 'calendar' | 'input' | 'confirm';

export interface BookingPaths extends Readonly<Record<StepName, string>> {
  top(routeParam: string): string;
  login(routeParam: string): string;
  result: string;
  myPage: string;
  forgotPassword: string;
}

/** The user kind, from which the spec's types 0 to 7 follow: derived here and nowhere else. */
export function kindOf({ myPage, insurance, enRoute }: ExamineeSession): UserKind {
  const payer = insurance.inUse ? 'insurance' : 'individual';
  if (!myPage.inUse) return { origin: enRoute.inUse ? 'en-route' : 'guest', payer };
  return { origin: 'my-page', payer, changes: myPage.changedNumber ?? undefined };
}

export const clientCodeOf = ({ insurance }: ExamineeSession) => (insurance.inUse ? insurance.clientCode : INDIVIDUAL);

/** Who the booking is for, as far as the session knows. */
export function personOf({ insurance, person }: ExamineeSession) {
  if (insurance.inUse) {
    const { birthDate, sex, categoryCode, age } = insurance;
    return { birthDate, sex, categoryCode, age };
  }
  return { birthDate: person?.birthDate ?? null, sex: person?.sex ?? null, categoryCode: null, age: null };
}

/** What every step call carries. */
export function conditionsOf(session: ExamineeSession) {
  const { birthDate, sex, categoryCode, age } = personOf(session);
  return {
    institutionCode: session.auth.institutionCode,
    clientCode: clientCodeOf(session),
    categoryCode,
    sex,
    age: age ?? ASSUMED_AGE,
    birthDate,
    visitDate: session.visit?.date ?? null,
    ownNumber: session.myPage.changedNumber ?? 0,
  };
}

export const isStepName = (name: unknown): name is StepName => ORDER.some((step) => step === name);

const ORDER: readonly StepName[] = ['insurance', 'course', 'option', 'calendar', 'input', 'confirm'];

const isDone: Readonly<Record<StepName, (session: ExamineeSession) => boolean>> = {
  insurance: ({ insurance }) => !insurance.inUse || insurance.age !== null,
  course: ({ course }) => course !== null,
  option: ({ options }) => options !== null,
  calendar: ({ visit }) => visit !== null,
  input: ({ entry }) => entry !== null && entry.age !== null,
  confirm: () => false,
};

/** The first step before `wanted` that is still to be done; null when all are. */
export function findMissing(session: ExamineeSession, wanted: StepName): StepName | null {
  return ORDER.slice(0, ORDER.indexOf(wanted)).find((step) => !isDone[step](session)) ?? null;
}

const FORGET: Readonly<Record<StepName, (session: ExamineeSession) => Partial<ExamineeSession>>> = {
  insurance: ({ insurance }) => ({ insurance: { ...insurance, age: null } }),
  course: () => ({ course: null, bill: null, method: null }),
  option: () => ({ options: null }),
  calendar: () => ({ visit: null }),
  input: ({ entry }) => ({ entry: entry && { ...entry, age: null } }),
  confirm: () => ({}),
};

/** Forgets what was chosen at this step and at all after it; drafts stay, to prefill. */
export function forgetFrom(step: StepName): void {
  for (const later of ORDER.slice(ORDER.indexOf(step))) examineeSession.set(FORGET[later](examineeSession.get()));
}

/** Where the first step leads back to. */
export function exitOf(session: ExamineeSession, paths: BookingPaths): string {
  return kindOf(session).origin === 'my-page' ? paths.myPage : paths.top(session.institution.routeParam);
}

export function choosePerson(person: { birthDate: string; sex: Sex }): void {
  examineeSession.set({ person });
}

export function chooseCourse(course: NonNullable<ExamineeSession['course']>): void {
  forgetFrom('option');
  const { draft } = examineeSession.get();
  const sameCourse = draft.courseCode === course.courseCode;
  examineeSession.set({
    course,
    draft: { ...draft, courseCode: course.courseCode, options: sameCourse ? draft.options : null },
  });
}

export function chooseVisit(visit: Visit): void {
  forgetFrom('input');
  const { draft } = examineeSession.get();
  examineeSession.set({ visit, draft: { ...draft, visit } });
}

/** The booking is made: what led to it goes, what is left to tell stays. */
export function finishBooking(result: BookingResult): void {
  const { myPage } = examineeSession.get();
  examineeSession.set({ ...NO_BOOKING, myPage: { ...myPage, inUse: true, changedNumber: null }, result });
}

/** The id to send this content with: the same for the same content, however often it is sent. */
export function requestIdFor(content: string): string {
  const { request } = examineeSession.get();
  if (request?.content === content) return request.id;
  // randomUUID would need https, which a hospital's own network may lack.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  examineeSession.set({ request: { id, content } });
  return id;
}
