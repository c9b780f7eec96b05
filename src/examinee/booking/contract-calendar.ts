// The step that chooses a day and, where the frames ask for it, a time.
import {
  chosenOptions,
  conditions,
  courseCode,
  courseOf,
  fiscalYear,
  limitedOptionGroups,
  optionGroups,
  priceDisplay,
  sumAmount,
} from '#wire/booking.ts';
import { layoutField, monthFields, nowField, roomFields } from '#wire/calendar.ts';
import { openCalls } from '#wire/call.ts';
import { BOOKING_METHOD, CALENDAR_FORMAT, MANAGED_BY, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many } from '#wire/fields.ts';
import { list, mayBeAbsent, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const request = {
  ...conditions,
  fiscalYear,
  courseCode,
  conditionCode: text('courseJkcd', '料金の条件コード'),
  options: chosenOptions,
};

/** Where a group begins with another option, that takes the place of one that is taken off; else its fields are empty. */
const takenOff = record({
  groupCode: text('opbr', 'オプション分類コード'),
  optionCode: text('opcd', 'オプションコード'),
  name: text('opnm', 'オプション名'),
  insteadCode: text('insteadOpcd', '代わりのオプションコード'),
  insteadConditionCode: text('insteadJkcd', '代わりのオプションの条件コード'),
  insteadName: text('insteadOpnm', '代わりのオプション名'),
});

const reply = record({
  ...priceDisplay,
  /** Two ways to show the same days: a month calendar or a list. */
  format: choice('clnd', 'カレンダー形式', CALENDAR_FORMAT),
  choose: choice('krkb', '選ぶもの', MANAGED_BY),
  method: choice('caln', '予約方法', BOOKING_METHOD),
  course: courseOf,
  groups: limitedOptionGroups,
  /** Where the age on the day of the visit makes a difference: what holds from each day of the month on. */
  prices: mayBeAbsent(
    list('listDayGkgk', '受診日による料金', { from: date('ykfr', '初日'), course: courseOf, groups: optionGroups }),
  ),
  total: sumAmount('courseOptionGkgk', 'コースとオプションの合計'),
  totalWithTax: sumAmount('courseOptionTaxGkgk', '税込の合計'),
  now: nowField,
  /** Empty, the first after the last, where no day of the year can be booked yet or any more. */
  bookableFrom: date('ykfr', '予約できる期間の初日'),
  bookableTo: date('ykto', '予約できる期間の末日'),
  ...monthFields,
  layout: layoutField,
  ...roomFields({ places: '予約できる日時', state: '予約の可否' }),
  /** Of days that are open; wishes are not counted. */
  rooms: mayBeAbsent(
    list('leftList', '残り', { date: date('date', '日付'), room: integer('left', '予約できる件数', { max: 999_999 }) }),
  ),
  /** Neither this month nor any other has a place for the course, not even one that is taken. */
  isNowhere: flag('isNowhere', '予約できる日が一日もない', YES),
  /** What keeps days of the month from being booked that the course alone could have: any entry helps by itself. */
  takeOffs: list('listOpOff', '予約できない日の原因のオプション', {
    options: list('listOpItems', '外すオプション', takenOff),
    /** On some of the days the person is too young or too old for one of them. */
    isByAge: flag('isAge', '受診日の年齢のため', YES),
    dates: many('dates', '外すと予約できる日', date('dates', '外すと予約できる日')),
  }),
});

export const openCalendar = openCalls('CommonSelectCalender').read('FirstDisplay', {
  request: record(request),
  reply,
  limit: 'availability',
});

export const changeCalendar = openCalls('CommonSelectCalender').read('ChangeCalender', {
  request: record({ ...request, ...monthFields }),
  reply,
  limit: 'availability',
});
