// What calls about a month have in common: which month it is, its shape and days, and the time of day when it was shown.
import { asWords } from './choices.ts';
import { date, dateSelects } from './dates.ts';
import { choice, integer, many } from './fields.ts';
import { list, nested, record } from './record.ts';
import { text } from './texts.ts';

const year = integer('calenderYear', '年', { min: 1000, max: 9999 });
const month = integer('calenderMonth', '月', { min: 1, max: 12 });

export const monthFields = { year, month };

export const nowField = nested('currentDateTime', '現在の日時', {
  year: text('YYYY', '年'),
  month: text('MM', '月'),
  day: text('DD', '日'),
  hour: text('hh', '時'),
  minute: text('mm', '分'),
});

export const layoutField = nested('calenderData', '月の形', {
  lastDay: integer('monthLastDate', '末日', { max: 31 }),
  firstDayOfWeek: integer('firstDayOfWeek', '1日の曜日（1 = 日曜）', { min: 1, max: 7 }),
  lastDayOfWeek: integer('lastDayOfWeek', '末日の曜日', { min: 1, max: 7 }),
  before: many('preMonthDates', '前月の日', date('preMonthDates', '前月の日')),
  after: many('nextMonthDates', '翌月の日', date('nextMonthDates', '翌月の日')),
});

export const yearsField = many('listYear', '選べる年', integer('listYear', '選べる年', { max: 9999 }));

export const calendarRangeField = (code: string) =>
  nested(
    code,
    '表示できる期間',
    record({
      first: dateSelects({ year: 'minYear', month: 'minMonth', day: 'minDate' }, '初日'),
      last: dateSelects({ year: 'maxYear', month: 'maxMonth', day: 'maxDate' }, '末日'),
    }),
  );

export const dayKind = choice('ckbn', '区分', { closed: '1', business: '9', outside: '0' });

/** Empty on other days. */
export const holidayName = text('holidayName', '祝日の名称');

/** None: a frame that is needed has no capacity on the day. Closed and holiday: the whole institution. */
const STATES = asWords('open', 'full', 'none', 'closed', 'holiday', 'outside');

/** Where there is room: the days and times themselves, and of every day whether there is any and if not, why. */
export const roomFields = (labels: { places: string; state: string }) => ({
  places: list(
    'reserveData',
    labels.places,
    record({
      date: date('date', '日付'),
      slotCode: text('tmzn', '受付時間コード'),
      startTime: text('sthm', '受付時間'),
    }),
  ),
  days: list('calmData', '日の区分', {
    date: date('date', '日付'),
    kind: dayKind,
    state: choice('state', labels.state, STATES),
  }),
});
