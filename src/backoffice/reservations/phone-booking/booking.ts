// The booking as it is sent, and what is missing for it.
import type { Input } from '#wire/call.ts';
import { raisedCells } from '../raise-list.tsx';
import type { Caller } from './caller-form.ts';
import type { Choices, Frame } from './choices.ts';
import type { reserveByPhone } from './contract.ts';
import { type ChosenOption, type CourseRow, codesOf } from './course-offer.ts';

export type Booking = Input<typeof reserveByPhone>;

/** Where the lines of the error dialog lead. */
export const PLACES = {
  theirPage: 'desk-their-page',
  category: 'desk-category',
  course: 'desk-courses',
  day: 'desk-day',
  slot: 'desk-slot',
} as const;

type Place = keyof typeof PLACES;

export const SENTENCES: Readonly<Record<Place, string>> = {
  theirPage: 'マイページへの表示を選択してください。',
  category: '対象者区分を選択してください。',
  course: 'コースを選択してください。',
  day: '受診日を選択してください。',
  slot: '受付時間を選択してください。',
};

interface Chosen {
  choices: Pick<Choices, 'categoryCode' | 'visit'>;
  course: CourseRow | null;
  hasCategories: boolean;
  /** It would show on somebody else's my page, and nobody has said whether it shall. */
  isPageOpen: boolean;
}

/** What has to be chosen beside the person's own fields, in the order of the page. */
export function findUnchosen({ choices, course, hasCategories, isPageOpen }: Chosen): Place[] {
  const { visit, categoryCode } = choices;
  const missing: [Place, boolean][] = [
    ['theirPage', isPageOpen],
    ['category', hasCategories && categoryCode === ''],
    ['course', !course],
    ['day', !visit],
    ['slot', visit !== null && !visit.slot],
  ];
  return missing.flatMap(([place, isMissing]) => (isMissing ? [place] : []));
}

export const placed = (field: Place) => ({ field, sentence: SENTENCES[field], inputId: PLACES[field] });

interface Ready extends Pick<Booking, 'total' | 'sendMail' | 'onTheirPage' | 'replaces' | 'version'> {
  caller: Caller;
  choices: Choices;
  course: CourseRow;
  options: readonly ChosenOption[];
  raised: readonly Frame[];
}

export function makeBooking({ caller, choices, course, options, raised, ...ready }: Ready): Omit<Booking, 'requestId'> {
  const { clientCode, fiscalYear, categoryCode, visit, isConfirmed, origin } = choices;
  const { courseCode, conditionCode } = course;
  const isChange = ready.replaces > 0;
  return {
    ...caller,
    ...ready,
    clientCode,
    fiscalYear,
    categoryCode: categoryCode || null,
    courseCode,
    conditionCode,
    options: codesOf(options),
    visitDate: visit?.date ?? '',
    slotCode: visit?.slot?.slotCode ?? '',
    status: isConfirmed ? 'confirmed' : isChange ? 'changed' : 'new',
    origin,
    sendMail: ready.sendMail && caller.mail !== '',
    version: isChange ? ready.version : null,
    raise: raised.length > 0,
    raised: raisedCells(raised),
  };
}
