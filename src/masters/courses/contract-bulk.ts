// The fiscal-year update: a client's courses of one year, copied to the next.
import { masterLog } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { flag, integer } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { clientCode, clientName, fiscalYear } from './contract-fields.ts';

const { read, write } = officeCalls('MasterWIRKSBulk');
const log = masterLog('コースマスタ', ({ clientCode }: { clientCode: string }) => clientCode);

const year = (code: string, label: string) => integer(code, label, { min: 2000, max: 3000 });
const count = (code: string, label: string) => integer(code, label, { max: 9999 });

const courses = list('listIrks', 'コース', {
  courseCode: text('kscd', 'コースコード'),
  name: text('ksnm', 'コース名'),
  /** As they will be in the next year. */
  registrationFrom: date('stdy', '登録期間の開始日'),
  registrationTo: date('eddy', '登録期間の終了日'),
  exists: flag('isExist', '翌年度に登録済み', YES),
});

export const openFiscalYearUpdate = read('FirstDisplay', {
  request: record({ clientCode }),
  reply: record({
    currentYear: year('currentNend', '複写元の年度'),
    nextYear: year('nextNend', '複写先の年度'),
    clientName,
    courses,
  }),
});

export const executeFiscalYearUpdate = write('Execute', {
  log: log.bulk,
  request: record({ clientCode, fiscalYear }),
  reply: record({
    copied: count('copyCount', '複写したコースの数'),
    skipped: count('skipCount', '登録済みのため複写しなかったコースの数'),
  }),
  // The year that the person saw is not the one that holds any more.
  failures: { Changed: 14 },
});
