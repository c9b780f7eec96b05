// Eligible-person categories of a client: insured person, spouse and so on.
import { masterCalls, masterLog } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

const scope = { clientCode: digits('jgcd', 'クライアントコード', { required: true, exact: 8 }) };

export const categoryCalls = masterCalls('MasterWHFKB', {
  title: '対象者区分マスタ',
  noun: '対象者区分',
  code: 'HFKB',
  scope,
  key: { ...scope, categoryCode: text('hfkb', '対象者区分コード', { required: true, exact: 2 }) },
  values: { name: text('kbnm', '名称', { required: true, max: 120 }) },
  head: { clientName: text('jgnm', 'クライアント名') },
});

/** Those that most societies have; answers the list. */
export const registerStandardCategories = officeCalls('MasterWHFKB').write('RegisterStandard', {
  log: masterLog('対象者区分マスタ', ({ clientCode }: { clientCode: string }) => clientCode).about('登録'),
  request: record(scope),
  reply: categoryCalls.list.reply,
});

export const STANDARD_CATEGORIES = ['被保険者（本人）', '被扶養者（配偶者）', '被扶養者（その他）', '任意継続被保険者'];
