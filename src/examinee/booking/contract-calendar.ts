// The step that chooses a day and, where the frames ask for it, a time.
import { layoutField, monthFields, nowField } from '#wire/calendar.ts';
import { call } from '#wire/call.ts';
import { BOOKING_METHOD } from '#wire/choices.ts';
import { choice, date, text } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
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
  now: nowField,
  /** Empty, the first after the last, where no day of the year can be booked yet or any more. */
  bookableFrom: date('ykfr', '予約できる期間の初日'),
  bookableTo: date('ykto', '予約できる期間の末日'),
  ...monthFields,
  layout: layoutField,
  places: list(
    'reserveData',
    '予約できる日時',
    record({
      date: date('date', '日付'),
      slotCode: text('tmzn', '受付時間コード'),
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
  request: record({ ...request, ...monthFields }),
  reply,
  limit: 'availability',
});
