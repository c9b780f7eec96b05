// What calls about a month have in common: which month it is, its shape, and the time of day when it was shown.
import { date, integer, many, text } from './fields.ts';
import { nested, record } from './record.ts';

const year = integer('calenderYear', '年', { min: 1000, max: 9999 });
const month = integer('calenderMonth', '月', { min: 1, max: 12 });

/** The month that is asked for, or shown. */
export const monthFields = { year, month };

export const nowField = nested(
  'currentDateTime',
  '現在の日時',
  record({
    year: text('YYYY', '年'),
    month: text('MM', '月'),
    day: text('DD', '日'),
    hour: text('hh', '時'),
    minute: text('mm', '分'),
  }),
);

export const layoutField = nested(
  'calenderData',
  '月の形',
  record({
    lastDay: integer('monthLastDate', '末日', { max: 31 }),
    firstDayOfWeek: integer('firstDayOfWeek', '1日の曜日（1 = 日曜）', { min: 1, max: 7 }),
    lastDayOfWeek: integer('lastDayOfWeek', '末日の曜日', { min: 1, max: 7 }),
    before: many('preMonthDates', '前月の日', date('preMonthDates', '前月の日')),
    after: many('nextMonthDates', '翌月の日', date('nextMonthDates', '翌月の日')),
  }),
);
