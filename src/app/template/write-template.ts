// Fills a new institution with what most clinics need, none of which can be booked before they set capacity and publish.
import { insertRows } from '#app/insert.ts';
import type { Db } from '#db/database.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf, fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { addDays, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { decimalCode, pairCode } from '#domain/text/codes.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import { anybody, EXAM_ITEMS, FRAMES, type FrameName, OPTION_GROUPS, type Rule, SLOTS } from './masters.ts';
import { writeTermsOfUse } from './terms-of-use.ts';

interface Course {
  name: string;
  duration: string;
  description: string;
  recommendedFor: string;
  /** By their sort numbers. */
  items: readonly number[];
  frame: FrameName;
  price: Rule;
  hasOptions: boolean;
}

const COURSES: readonly Course[] = [
  {
    name: '一日人間ドック',
    duration: '約3時間',
    description: '全身の状態を一日で調べるコースです。オプションの検査を追加できます。',
    recommendedFor: '年に一度、全身の状態をくわしく調べたい方',
    items: EXAM_ITEMS.map((_, at) => at + 1),
    frame: '人間ドック受付',
    price: anybody(44_000),
    hasOptions: true,
  },
  {
    name: '定期健康診断',
    duration: '約1時間',
    description: '労働安全衛生規則に定められた項目を調べるコースです。',
    recommendedFor: 'お勤め先や学校に健診の結果を提出される方',
    items: [1, 2, 3, 4, 5, 8, 9, 13, 14, 16],
    frame: '健診受付',
    price: anybody(9900),
    hasOptions: false,
  },
];

const code4 = (place: number) => decimalCode(place + 1, 4) ?? '';
const code2 = (place: number) => pairCode(place + 1) ?? '';
const frameCodeOf = (wanted: FrameName) => code4(FRAMES.findIndex(({ name }) => name === wanted));

/** In the transaction that opens it: all of it, or no institution. */
export async function writeTemplate(db: Db, institutionCode: string, now: Date): Promise<void> {
  const own = { institution_code: institutionCode };
  await writePlaces(db, own);
  await writeChoices(db, own);
  await writeCourses(db, own, fiscalYearOf(dateOf(now)));
  await insertRows(db, {
    calendar_days: closedDays(dateOf(now)).map((day) => ({ ...own, day, status: 'closed' as const })),
  });
  await db
    .updateTable('institutions')
    .set({ terms_text: writeTermsOfUse() })
    .where('institution_code', '=', institutionCode)
    .execute();
  await writeCounters(db, own);
}

interface Own {
  institution_code: string;
}

const nameOf = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

async function writePlaces(db: Db, own: Own): Promise<void> {
  await insertRows(db, {
    time_slots: SLOTS.map((minute, at) => ({
      ...own,
      slot_code: code2(at),
      name: nameOf(minute),
      start_minute: minute,
    })),
    frames: FRAMES.map(({ name, managedBy, countedAs }, at) => ({
      ...own,
      frame_code: code4(at),
      name,
      managed_by: managedBy,
      counted_as: countedAs,
    })),
  });
}

async function writeChoices(db: Db, own: Own): Promise<void> {
  await insertRows(db, {
    exam_items: EXAM_ITEMS.map((name, at) => ({ ...own, item_code: code4(at), sort: at + 1, name })),
    option_groups: OPTION_GROUPS.map(({ name, selection }, at) => ({
      ...own,
      group_code: code4(at),
      sort: at + 1,
      name,
      selection,
    })),
    option_items: OPTION_GROUPS.flatMap(({ options }, group) =>
      options.map(({ name, frame, isInitial = false }, at) => ({
        ...own,
        group_code: code4(group),
        option_code: code4(at),
        sort: at + 1,
        name,
        frame_code: frame ? frameCodeOf(frame) : null,
        is_initial: isInitial,
      })),
    ),
  });
}

const conditionOf = ({ sex, ages: [age_from, age_to] }: Rule) => ({ condition_code: code2(0), sex, age_from, age_to });

async function writeCourses(db: Db, own: Own, fiscalYear: number): Promise<void> {
  const { from, to } = fiscalYearRange(fiscalYear);
  const courses = COURSES.map((course, at) => ({
    course,
    key: { ...own, client_code: INDIVIDUAL, fiscal_year: fiscalYear, course_code: code4(at) },
  }));
  await insertRows(db, {
    courses: courses.map(({ key, course: { name, duration, description, recommendedFor } }) => ({
      ...key,
      name,
      duration,
      description,
      recommended_for: recommendedFor,
      registration_from: from,
      registration_to: to,
    })),
    course_items: courses.flatMap(({ key, course }) =>
      course.items.map((number) => ({ ...key, item_code: code4(number - 1), extent: 'all' as const })),
    ),
    course_frames: courses.map(({ key, course }) => ({
      ...key,
      ...conditionOf(course.price),
      frame_code: frameCodeOf(course.frame),
    })),
    course_prices: courses.map(({ key, course }) => ({
      ...key,
      ...conditionOf(course.price),
      amount: course.price.amount,
    })),
    course_options: courses.flatMap(({ key, course }) =>
      OPTION_GROUPS.flatMap(({ options }, group) =>
        (course.hasOptions ? options : []).map(({ rule }, at) => ({
          ...key,
          group_code: code4(group),
          option_code: code4(at),
          ...conditionOf(rule),
          amount: rule.amount,
        })),
      ),
    ),
  });
}

const SUNDAY = 1;
const isNewYear = (date: PlainDate) => date.slice(5) >= '12-29' || date.slice(5) <= '01-03';

function closedDays(today: PlainDate): PlainDate[] {
  const { to } = fiscalYearRange(fiscalYearOf(today) + 1);
  const days: PlainDate[] = [];
  for (let day = today; day <= to; day = addDays(day, 1)) {
    if (dayOfWeek(day) === SUNDAY || isPublicHoliday(day) || isNewYear(day)) days.push(day);
  }
  return days;
}

/** So that the service goes on counting after the codes that were given here. */
async function writeCounters(db: Db, own: Own): Promise<void> {
  const counters = {
    'time-slots': SLOTS.length,
    frames: FRAMES.length,
    'exam-items': EXAM_ITEMS.length,
    'option-groups': OPTION_GROUPS.length,
    courses: COURSES.length,
    ...Object.fromEntries(OPTION_GROUPS.map(({ options }, at) => [`options:${code4(at)}`, options.length])),
  };
  const rows = Object.entries(counters).map(([scope, last_number]) => ({ ...own, scope, last_number }));
  await insertRows(db, {
    code_counters: rows,
  });
}
