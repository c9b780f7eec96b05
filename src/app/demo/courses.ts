// Writes the demo's courses for last year, this year and the next.
import { insertRows } from '#app/insert.ts';
import type { Db } from '#db/database.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Condition } from '#domain/offer/conditions.ts';
import { COURSES } from './course-catalogue.ts';
import { INSTITUTION } from './institution.ts';
import { FOODS } from './masters.ts';

/** Two months before the year begins, and two weeks before it ends, since nothing can be booked for the last two. */
export function registrationPeriod(fiscalYear: number): { from: PlainDate; to: PlainDate } {
  return { from: `${fiscalYear}-02-01`, to: `${fiscalYear + 1}-03-15` };
}

const ENTRY_NOTES = [
  '当日は、マイナ保険証または資格確認書をお持ちください。',
  '妊娠中の方、ペースメーカーをお使いの方は、ご予約の前にお電話でご相談ください。',
].join('\n');

const CONFIRMATION_NOTES = [
  '確認メールをお送りしました。届かない場合は、迷惑メールフォルダーをご確認ください。',
  '受診日の1週間前までに、問診票と検査容器をご自宅にお送りします。',
  '予約の変更・キャンセルは、受診日の7日前までマイページでできます。',
].join('\n');

const REQUEST_NOTES = [
  'お申し込みを受け付けました（まだ確定していません）。',
  '日時が確定しましたら、あらためてメールでご連絡いたします。',
].join('\n');

const CANCEL_NOTES = [
  'キャンセルを受け付けました。確認メールをお送りしましたので、ご確認ください。',
  'お手元の検査容器は破棄していただいて差し支えございません。またのご利用をお待ちしております。',
].join('\n');

const condition = (row: Condition) => ({
  condition_code: row.conditionCode,
  category_code: row.categoryCode,
  sex: row.sex,
  age_from: row.ageFrom,
  age_to: row.ageTo,
});

export async function writeCourses(db: Db, fiscalYear: number, today: PlainDate): Promise<void> {
  const yearly = [fiscalYear - 1, fiscalYear, fiscalYear + 1].flatMap((year) =>
    COURSES.map((course) => ({
      course,
      year,
      key: {
        institution_code: INSTITUTION,
        client_code: course.clientCode,
        fiscal_year: year,
        course_code: course.courseCode,
      },
    })),
  );
  await insertRows(db, {
    courses: yearly.map(({ course, year, key }) => ({
      ...key,
      name: course.name,
      internal_name: course.internalName,
      duration: course.duration,
      sends: course.name.endsWith('人間ドック'),
      published: today >= registrationPeriod(year).from,
      // Saved once since: they are no template's.
      prices_version: 2,
      registration_from: registrationPeriod(year).from,
      registration_to: registrationPeriod(year).to,
      description: course.description,
      recommended_for: course.recommendedFor,
      entry_notes: ENTRY_NOTES,
      confirmation_notes: course.clientCode === FOODS ? REQUEST_NOTES : CONFIRMATION_NOTES,
      cancel_notes: CANCEL_NOTES,
    })),
    course_items: yearly.flatMap(({ course, key }) =>
      course.items.map(({ itemCode, extent }) => ({ ...key, item_code: itemCode, extent })),
    ),
    course_frames: yearly.flatMap(({ course, key }) =>
      course.frames.map((row) => ({ ...key, ...condition(row), frame_code: row.frameCode })),
    ),
    course_prices: yearly.flatMap(({ course, key }) =>
      course.prices.map((row) => ({ ...key, ...condition(row), amount: row.amount })),
    ),
    course_options: yearly.flatMap(({ course, key }) =>
      course.options.map((row) => ({
        ...key,
        group_code: row.groupCode,
        option_code: row.optionCode,
        ...condition(row),
        amount: row.amount,
      })),
    ),
  });
}
