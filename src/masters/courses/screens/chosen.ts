// The client and the course that the screens about courses hand to each other: kept in the tab, as every chosen record.

import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { COURSES, OFFICE } from '#web/addresses.ts';
import { officeSession, select } from '#web/session.ts';
import { type CourseKey, joinKey } from '../contract-fields.ts';

const [COURSE, CLIENT] = ['course', 'courseClient'];

export const chosenClient = () => (officeSession.get().selected[CLIENT] as string | undefined) ?? INDIVIDUAL;
export const chooseClient = (clientCode: string) => select(CLIENT, clientCode);

export const chosenCourse = () => (officeSession.get().selected[COURSE] as CourseKey | undefined) ?? null;
/** The address of a screen about a course that another tab can open, too. */
export const atCourse = (path: string, key: CourseKey) => `${path}?course=${joinKey(key)}`;
export const chooseCourse = (key: CourseKey | null) => select(COURSE, key ?? undefined);

/** State of the way to a copy whose source is chosen there. */
export const copyTo = (clientCode: string) => ({ target: clientCode });

export const crumbsTo = () => [
  { label: 'TOP', to: OFFICE.home },
  { label: 'マスタ管理' },
  { label: 'コースマスタ', to: COURSES.list },
];
export const describePeriod = (from: string, to: string) => `${formatOfficeDate(from)} 〜 ${formatOfficeDate(to)}`;
export const describePublished = (published: boolean) => (published ? '公開' : '非公開');
