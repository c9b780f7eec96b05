// The booking as it is sent, and what is missing for it.
import type { Input } from '#wire/call.ts';
import { raisedCells } from '../raise-list.tsx';
import type { Caller } from './caller-form.ts';
import type { Choices, Frame } from './choices.ts';
import type { reserveByPhone } from './contract.ts';
import type { ChosenOption, CourseRow } from './course-offer.ts';

export type Booking = Input<typeof reserveByPhone>;

/** Where the lines of the error dialog lead. */
export const PLACES = {
  theirPage: 'desk-their-page',
  category: 'desk-category',
  course: 'desk-courses',
  day: 'desk-day',
  slot: 'desk-slot',
} as const;

export const SENTENCES = {
  theirPage: 'マイページへの表示を選択してください。',
  category: '対象者区分を選択してください。',
  course: 'コースを選択してください。',
  day: '受診日を選択してください。',
  slot: '受付時間を選択してください。',
} as const satisfies Record<keyof typeof PLACES, string>;

interface Chosen {
  choices: Pick<Choices, 'categoryCode' | 'visit'>;
  course: CourseRow | null;
  hasCategories: boolean;
  /** It would show on somebody else's my page, and nobody has said whether it shall. */
  isPageOpen: boolean;
}

/** What has to be chosen beside the person's own fields, in the order of the page. */
export function findUnchosen({ choices, course, hasCategories, isPageOpen }: Chosen): (keyof typeof PLACES)[] {
  const { visit, categoryCode } = choices;
  return [
    ...(isPageOpen ? (['theirPage'] as const) : []),
    ...(hasCategories && categoryCode === '' ? (['category'] as const) : []),
    ...(course ? [] : (['course'] as const)),
    ...(visit ? [] : (['day'] as const)),
    ...(visit && !visit.slot ? (['slot'] as const) : []),
  ];
}

export const placed = (name: keyof typeof PLACES) => ({
  field: name,
  sentence: SENTENCES[name],
  inputId: PLACES[name],
});

interface Ready {
  caller: Caller;
  choices: Choices;
  course: CourseRow;
  options: readonly ChosenOption[];
  total: number;
  sendMail: boolean;
  onTheirPage: Booking['onTheirPage'];
  /** Of a full slot that is to be raised. */
  raised: readonly Frame[];
  replaces: number;
  version: string;
}

/** Everything but its request id. */
export function makeBooking(ready: Ready): Omit<Booking, 'requestId'> {
  const { caller, choices, course, options, raised, replaces } = ready;
  const { clientCode, fiscalYear, categoryCode, visit, isConfirmed } = choices;
  const isChange = replaces > 0;
  return {
    ...caller,
    clientCode,
    fiscalYear,
    categoryCode: categoryCode === '' ? null : categoryCode,
    courseCode: course.courseCode,
    conditionCode: course.conditionCode,
    options: options.map(({ groupCode, optionCode, conditionCode }) => ({ groupCode, optionCode, conditionCode })),
    visitDate: visit?.date ?? '',
    slotCode: visit?.slot?.slotCode ?? '',
    total: ready.total,
    status: isConfirmed ? 'confirmed' : isChange ? 'changed' : 'new',
    origin: choices.origin,
    sendMail: ready.sendMail && caller.mail !== '',
    onTheirPage: ready.onTheirPage,
    replaces,
    version: isChange ? ready.version : null,
    raise: raised.length > 0,
    raised: raisedCells(raised),
  };
}
