// The step that chooses a day and, where the frames ask for it, a time.
import { layoutField, monthFields, nowField, roomFields } from '#wire/calendar.ts';
import { call } from '#wire/call.ts';
import { BOOKING_METHOD, CALENDAR_FORMAT, MANAGED_BY } from '#wire/choices.ts';
import { choice, date, text } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
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
  format: choice('clnd', 'カレンダー形式', CALENDAR_FORMAT),
  choose: choice('krkb', '選ぶもの', MANAGED_BY),
  method: choice('caln', '予約方法', BOOKING_METHOD),
  course: courseOf,
  groups: optionGroups,
  total: sumAmount('courseOptionGkgk', 'コースとオプションの合計'),
  totalWithTax: sumAmount('courseOptionTaxGkgk', '税込の合計'),
  now: nowField,
  /** Empty, the first after the last, where no day of the year can be booked yet or any more. */
  bookableFrom: date('ykfr', '予約できる期間の初日'),
  bookableTo: date('ykto', '予約できる期間の末日'),
  ...monthFields,
  layout: layoutField,
  ...roomFields({ places: '予約できる日時', state: '予約の可否' }),
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
  request: record({ ...request, ...monthFields }),
  reply,
  limit: 'availability',
});
