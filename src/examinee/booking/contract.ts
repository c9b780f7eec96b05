// The first steps of a booking: insurance entry, course, options.
import {
  anyFiscalYear,
  categoryCode,
  conditions,
  courseCode,
  courseInList,
  courseOf,
  fiscalYear,
  institution,
  limitedOptionGroups,
  lines,
  priceDisplay,
  requiredBirthDate,
} from '#wire/booking.ts';
import { openCalls } from '#wire/call.ts';
import { SEX, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many, orNone } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
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
