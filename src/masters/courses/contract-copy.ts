// Copying courses: one to many clients at once, and all of a client's year to the next (the fiscal-year update).
import { masterLog } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';
import {
  type CourseKey,
  clientCode,
  clientName,
  courseKey,
  courseNameField,
  fiscalYear,
  formatCourseKey,
  heading,
  yearField,
} from './contract-fields.ts';

const { read, write } = officeCalls('MasterWIRKSCopy');
const log = masterLog('コースマスタ', ({ key }: { key: CourseKey }) => formatCourseKey(key));

export const MOST_TARGETS = 100;

const count = (code: string, label: string) => integer(code, label, { max: 9999 });

export const openCourseCopy = read('FirstDisplay', {
  request: record({ key: courseKey }),
  reply: record({
    // Of the course and its four sets of rows: whatever is changed raises it.
    ...versionAnswered,
    ...heading,
    registrationFrom: date('stdy', '登録期間の開始日'),
    registrationTo: date('eddy', '登録期間の終了日'),
    itemCount: count('irkmCount', '検査項目の数'),
    frameCount: count('kswkCount', '予約枠の行数'),
    priceCount: count('rkksCount', '料金の行数'),
    optionCount: count('rkopCount', 'オプションの行数'),
    clients: list('listJgyo', 'クライアント', { clientCode, name: clientName }),
  }),
});

const values = {
  toYear: yearField('toNend', '年度は2000から2999までの西暦4桁で入力してください。'),
  name: courseNameField,
  copiesCategories: flag('isCopyHfkb', '足りない対象者区分もコピーする', YES, { empty: false }),
  targets: many('toJgcd', 'コピー先', digits('toJgcd', 'コピー先のクライアント', { required: true, exact: 8 })),
};

const someTargets = ({ targets }: { targets: string[] }, report: (field: 'targets', sentence: string) => void) => {
  if (targets.length === 0) report('targets', 'コピー先のクライアントを選択してください。');
  if (targets.length > MOST_TARGETS)
    report('targets', `コピー先のクライアントは${MOST_TARGETS}件以内で選択してください。`);
};

export const copyValues = record(values, [someTargets]);

export const executeCourseCopy = write('Execute', {
  log: log.about('コピー'),
  request: record({ key: courseKey, ...values, ...versionSent }, [someTargets]),
  reply: record({
    copied: count('copyCount', 'コピーしたコースの数'),
    skipped: count('skipCount', 'コピーしなかったクライアントの数'),
    results: list('listResult', 'クライアントごとの結果', {
      clientCode,
      clientName,
      /** Empty where nothing was made. */
      courseCode: text('kscd', 'コースコード'),
      state: choice('state', '結果', { copied: '1', sameName: '2', categoryMissing: '3', individual: '4' }),
      /** The category that is missing; else empty. */
      categoryName: text('kbnm', '対象者区分名'),
    }),
  }),
});

const bulk = officeCalls('MasterWIRKSBulk');
const bulkLog = masterLog('コースマスタ', ({ clientCode }: { clientCode: string }) => clientCode);
const year = (code: string, label: string) => integer(code, label, { min: 2000, max: 3000 });

const courses = list('listIrks', 'コース', {
  courseCode: text('kscd', 'コースコード'),
  name: text('ksnm', 'コース名'),
  /** As they will be in the next year. */
  registrationFrom: date('stdy', '登録期間の開始日'),
  registrationTo: date('eddy', '登録期間の終了日'),
  exists: flag('isExist', '翌年度に登録済み', YES),
});

export const openFiscalYearUpdate = bulk.read('FirstDisplay', {
  request: record({ clientCode }),
  reply: record({
    currentYear: year('currentNend', '複写元の年度'),
    nextYear: year('nextNend', '複写先の年度'),
    clientName,
    courses,
  }),
});

export const executeFiscalYearUpdate = bulk.write('Execute', {
  log: bulkLog.bulk,
  request: record({ clientCode, fiscalYear }),
  reply: record({
    copied: count('copyCount', '複写したコースの数'),
    skipped: count('skipCount', '登録済みのため複写しなかったコースの数'),
  }),
  // The year that the person saw is not the one that holds any more.
  failures: { Changed: 14 },
});
