// The first steps of a booking: insurance entry, course, options, and the day with its time.
import {
  anyFiscalYear,
  categoryCode,
  chosenOptions,
  conditions,
  courseCode,
  courseInList,
  courseOf,
  fiscalYear,
  institution,
  limitedOptionGroups,
  lines,
  optionGroups,
  priceDisplay,
  requiredBirthDate,
  sumAmount,
} from '#wire/booking.ts';
import { layoutField, monthFields, nowField, roomFields } from '#wire/calendar.ts';
import { openCalls } from '#wire/call.ts';
import { BOOKING_METHOD, CALENDAR_FORMAT, MANAGED_BY, SEX, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many, orNone } from '#wire/fields.ts';
import { list, mayBeAbsent, record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

const clientCode = text('jgcd', 'クライアントコード');

export const openInsurance = openCalls('CommonNewHealthInsurance').read('FirstDisplay', {
  request: record(institution),
  reply: record({
    clients: list('listJgyo', '健康保険・お勤め先', {
      clientCode,
      name: text('jgnm', '名称'),
      /** A company has no number; nobody is asked for one then. */
      hasInsurerNumber: flag('isHkshNeeded', '保険者番号の入力が要る', YES),
      url: text('url', 'URL'),
    }),
    birthYears: many('listBirthYear', '生年', integer('listBirthYear', '生年', { max: 9999 })),
    years: list('listIrks', '受診できる年度', { clientCode, fiscalYear }),
    categories: list('listHfkb', '対象者区分', {
      clientCode,
      categoryCode: text('hfkb', '対象者区分コード'),
      name: text('kbnm', '対象者区分名'),
    }),
  }),
});

/** What the course step asks an unknown person for, where prices or options depend on it. */
export const personEntry = record({ birthDate: requiredBirthDate, sex: choice('sex', '性別', SEX) });

/** What the insurance entry's form holds; the screen checks it with the same rules. */
export const insuranceEntry = record({
  clientCode: digits('jgcd', '健康保険・お勤め先', {
    required: true,
    exact: 8,
    sentences: { required: '健康保険・お勤め先を選択してください。' },
  }),
  insurerNumber: digits('hksh', '保険者番号', {
    required: true,
    exact: 8,
    sentences: { exact: '保険者番号は8桁で入力してください。' },
  }),
  sex: choice('sex', '性別', SEX),
  birthDate: requiredBirthDate,
  fiscalYear: integer('nend', '受診年度', { min: 2000, max: 2999, sentence: '受診年度を選択してください。' }),
  categoryCode,
});

export const checkInsurance = openCalls('CommonNewHealthInsurance').read('Next', {
  request: record({ ...institution, ...insuranceEntry.fields }),
  reply: record({ age: integer('age', '年齢', { max: 999 }) }),
});

export const openCourses = openCalls('CommonSelectCourse').read('FirstDisplay', {
  request: record({ ...conditions, fiscalYear: anyFiscalYear }),
  reply: record({
    ...priceDisplay,
    fiscalYear: anyFiscalYear,
    /** More than one where the next year's courses are open already: the person chooses. */
    years: list('listNend', '受診できる年度', { fiscalYear }),
    /** The client's own page, where members read what it pays for. */
    clientUrl: text('url', 'クライアントのURL'),
    noCourseText: lines('ermsList', 'コースがないときの案内'),
    /** Where there is none yet: what says from when on, which is the first line of that text too. */
    opening: text('openMessage', '予約の受付が始まる日の案内'),
    courses: list('listCourse', 'コース', courseInList),
  }),
});

export const openOptions = openCalls('CommonSelectOption').read('FirstDisplay', {
  request: record({ ...conditions, fiscalYear, courseCode, conditionCode: text('jkcd', '料金の条件コード') }),
  reply: record({
    ...priceDisplay,
    course: courseOf,
    groups: limitedOptionGroups,
    /** The day that amounts and options are of; none = of all days to choose from. */
    visitDate: orNone(date('reserveDate', '受診日'), ''),
    /** On other days there are other options. */
    hasOthers: flag('isOther', 'ほかの受診日のオプションがある', YES),
  }),
});

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
