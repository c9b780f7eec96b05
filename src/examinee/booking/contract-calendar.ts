// The step that chooses a day and, where the frames ask for it, a time.
import { call } from '#wire/call.ts';
import { BOOKING_METHOD } from '#wire/choices.ts';
import { choice, date, integer, many, text } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import {
  chosenOptions,
  conditions,
  courseCode,
  courseOf,
  fiscalYear,
  optionGroups,
  priceDisplay,
  sumAmount,
} from './contract-fields.ts';

const request = {
  ...conditions,
  fiscalYear,
  courseCode,
  conditionCode: text('courseJkcd', '料金の条件コード'),
  options: chosenOptions,
};

const reply = record({
  ...priceDisplay,
  /** Two ways to show the same days: a month calendar or a list. */
  format: choice('clnd', 'カレンダー形式', { calendar: '1', list: '2' }),
  choose: choice('krkb', '選ぶもの', { day: '1', time: '2' }),
  method: choice('caln', '予約方法', BOOKING_METHOD),
  course: courseOf,
  groups: optionGroups,
  total: sumAmount('courseOptionGkgk', 'コースとオプションの合計'),
  totalWithTax: sumAmount('courseOptionTaxGkgk', '税込の合計'),
  now: nested(
    'currentDateTime',
    '現在の日時',
    record({
      year: text('YYYY', '年'),
      month: text('MM', '月'),
      day: text('DD', '日'),
      hour: text('hh', '時'),
      minute: text('mm', '分'),
    }),
  ),
  /** Empty, the first after the last, where no day of the year can be booked yet or any more. */
  bookableFrom: date('ykfr', '予約できる期間の初日'),
  bookableTo: date('ykto', '予約できる期間の末日'),
  year: integer('calenderYear', '表示している年', { min: 1000, max: 9999 }),
  month: integer('calenderMonth', '表示している月', { min: 1, max: 12 }),
  layout: nested(
    'calenderData',
    '月の形',
    record({
      lastDay: integer('monthLastDate', '末日', { max: 31 }),
      firstDayOfWeek: integer('firstDayOfWeek', '1日の曜日（1 = 日曜）', { min: 1, max: 7 }),
      lastDayOfWeek: integer('lastDayOfWeek', '末日の曜日', { min: 1, max: 7 }),
      before: many('preMonthDates', '前月の日', date('preMonthDates', '前月の日')),
      after: many('nextMonthDates', '翌月の日', date('nextMonthDates', '翌月の日')),
    }),
  ),
  places: list(
    'reserveData',
    '予約できる日時',
    record({
      date: date('date', '日付'),
      slotCode: text('tmzn', '時間枠コード'),
      startTime: text('sthm', '受付時間'),
    }),
  ),
  days: list(
    'calmData',
    '日の区分',
    record({
      date: date('date', '日付'),
      kind: choice('ckbn', '区分', { closed: '1', business: '9', outside: '0' }),
      state: choice('state', '予約の可否', {
        open: 'open',
        full: 'full',
        closed: 'closed',
        holiday: 'holiday',
        outside: 'outside',
      }),
    }),
  ),
});

export const openCalendar = call({
  path: '/api/CommonSelectCalender/FirstDisplay',
  who: 'anyone',
  effect: 'read',
  request: record(request),
  reply,
  limit: 'availability',
});

export const changeCalendar = call({
  path: '/api/CommonSelectCalender/ChangeCalender',
  who: 'anyone',
  effect: 'read',
  request: record({
    ...request,
    year: integer('calenderYear', '年', { min: 1000, max: 9999 }),
    month: integer('calenderMonth', '月', { min: 1, max: 12 }),
  }),
  reply,
  limit: 'availability',
});
