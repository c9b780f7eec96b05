// Courses of a client, year by year: the list, the record itself, who would get what of it, and publishing several at once.
import { masterLog } from '#masters/contract-master.ts';
import { yearsField } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { MANAGED_BY, OUTCOME, SELECTION, SEX, YES } from '#wire/choices.ts';
import { date, dateSelects } from '#wire/dates.ts';
import { choice, flag, ifSent, integer, orNone, versionAnswered, versionSent } from '#wire/fields.ts';
import { columns, list, record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { digits, text } from '#wire/texts.ts';
import {
  amount,
  type CourseKey,
  categoryOrAll,
  clientCode,
  clientCodeIfAny,
  clientName,
  conditionCode,
  courseKey,
  fiscalYear,
  formatCourseKey,
  heading,
  courseNameField as name,
} from './contract-fields.ts';

const { read, write } = officeCalls('MasterWIRKS');
const log = masterLog('コースマスタ', ({ key }: { key: CourseKey }) => formatCourseKey(key));

const published = flag('upok', '公開区分', YES);

/**
 * What keeps people from booking: no row that says a price, none that says a frame, none that fit one person, or (in the list
 * only) a frame without any capacity on the days that can still be booked.
 */
const missing = choice('lack', '予約に足りないもの', {
  nothing: '0',
  prices: '1',
  frames: '2',
  both: '3',
  match: '4',
  capacity: '5',
});

const courses = list('listIrks', 'コースの一覧', {
  ...versionAnswered,
  key: courseKey,
  name,
  registrationFrom: date('stdy', '登録期間の開始日'),
  registrationTo: date('eddy', '登録期間の終了日'),
  published,
  missing,
});

export const listCourses = read('List', {
  request: record({ clientCode: clientCodeIfAny }),
  reply: record({
    clients: list('listJgyo', 'クライアント', {
      clientCode,
      name: clientName,
      hasCourses: flag('isExist', 'コースの有無', YES),
    }),
    courses,
  }),
});

export const searchCourses = read('Search', {
  request: record({ clientCode: clientCodeIfAny }),
  reply: record({ courses }),
});

const note = (code: string, label: string) => text(code, label, { max: 2000, multiline: true });

const values = {
  registrationFrom: dateSelects({ year: 'stdyYear', month: 'stdyMonth', day: 'stdyDate' }, '登録期間の開始日', {
    required: true,
  }),
  registrationTo: dateSelects({ year: 'eddyYear', month: 'eddyMonth', day: 'eddyDate' }, '登録期間の終了日', {
    required: true,
  }),
  name,
  internalName: text('nbnm', '内部名称', { max: 120 }),
  duration: text('time', '所要時間', { max: 120 }),
  published,
  sends: flag('hsfg', '発送', YES, { empty: false }),
  description: note('mem1', 'コースの説明'),
  recommendedFor: note('mem2', '対象となる方'),
  entryNotes: note('mem3', '入力前の注意事項'),
  confirmationNotes: note('mem4', '予約完了のご案内'),
  cancelNotes: note('mem5', 'キャンセル完了のご案内'),
};

const periodInOrder: Rule<Pick<ValueOf<typeof values>, 'registrationFrom' | 'registrationTo'>> = (
  { registrationFrom, registrationTo },
  report,
) => {
  if (registrationFrom !== null && registrationTo !== null && registrationTo < registrationFrom) {
    report('registrationTo', '登録期間の終了日は開始日以降の日付を選択してください。');
  }
};

export const courseValues = record(values, [periodInOrder]);

export const newCourseValues = record({ fiscalYear, ...values }, [periodInOrder]);

export const openCourse = read('Detail', {
  request: record({ key: courseKey }),
  reply: record({
    ...versionAnswered,
    key: courseKey,
    clientName,
    years: yearsField,
    isSet: flag('isSet', '検査項目・予約枠・料金の登録', YES),
    ...values,
  }),
});

export const updateCourse = write('Update', {
  log: log.update,
  request: record({ key: courseKey, ...values, sends: ifSent(values.sends), ...versionSent }, [periodInOrder]),
  reply: record({ ...versionAnswered, key: courseKey }),
});

export const lookUpForCourse = read('RegisterFirstDisplay', {
  request: record({ clientCode }),
  reply: record({ clientName, years: yearsField }),
});

export const registerCourse = write('Register', {
  log: log.register,
  request: record({ clientCode, fiscalYear, ...values }, [periodInOrder]),
  reply: record({ key: courseKey }),
});

export const deleteCourse = write('Delete', {
  log: log.remove,
  request: record({ key: courseKey, ...versionSent }),
  reply: record({ courses }),
});

const frameName = text('wknm', '予約枠の名称');
const managedBy = choice('krkb', '枠管理', MANAGED_BY);

/** Ours: what a person would be offered of the rows as they are saved, by the rules of the booking itself. */
export const previewCourse = read('Preview', {
  request: record({
    key: courseKey,
    categoryCode: categoryOrAll,
    sex: choice('sex', '性別', SEX),
    age: integer('age', '年齢', { max: 999, sentence: '年齢は整数値で入力してください。' }),
  }),
  reply: record({
    ...heading,
    /** Of this person: a price row, a frame row, or both. */
    missing,
    /** The row that says the price; empty where none fits. */
    conditionCode: orNone(conditionCode, ''),
    amount,
    frames: list('listKswk', '使われる予約枠', {
      conditionCode,
      frameCode: text('waku', '予約枠コード'),
      frameName,
      managedBy,
    }),
    options: list('listRkop', '選べるオプション', {
      groupCode: text('opbr', 'オプション分類コード'),
      groupName: text('brnm', 'オプション分類名'),
      selection: choice('trkb', '選択方法', SELECTION),
      optionCode: text('opcd', 'オプションコード'),
      name: text('opnm', 'オプション名'),
      isInitial: flag('dffg', '初期値', YES),
      conditionCode,
      amount,
      frameName,
    }),
  }),
});

export const MOST_PUBLISHED = 200;

/** Year, client and course joined, as lists answer it. */
const joinedKey = digits('key', 'コースのキー', { required: true, exact: 16 });
const publishLog = masterLog(
  'コースマスタ',
  ({ courses }: { courses: readonly { key: string }[] }) => courses[0]?.key ?? '',
);

/** Publishes courses of a list, or takes them back; what became of each is reported by itself. */
export const publishCourses = write('PublishMany', {
  log: publishLog.about('公開の切り替え'),
  request: record({
    /** As the list has shown them. */
    courses: columns(
      'コース',
      record({ key: joinedKey, version: orNone(text('version', '更新の番号', { max: 20 }), '') }),
      {
        key: 'keys',
        version: 'versions',
      },
    ),
    published: flag('upok', '公開区分', YES),
  }).rule(({ courses }, report) => {
    if (courses.length < 1 || courses.length > MOST_PUBLISHED) {
      report('courses', `コースは1件から${MOST_PUBLISHED}件までで指定してください。`);
    }
  }),
  reply: record({
    results: list('resultList', '結果', {
      key: joinedKey,
      outcome: choice('result', '結果', OUTCOME),
      sentence: text('errorMessage', '変更できない理由'),
    }),
  }),
});
