// Eligible-person categories of a client: insured person, spouse and so on.
import { masterLog } from '#masters/contract-log.ts';
import { officeCalls } from '#wire/call.ts';
import { versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWHFKB');
const log = masterLog(
  '対象者区分マスタ',
  ({ clientCode, categoryCode }: { clientCode: string; categoryCode: string }) => `${clientCode}-${categoryCode}`,
);

const client = { clientCode: digits('jgcd', 'クライアントコード', { required: true, exact: 8 }) };
const key = { ...client, categoryCode: text('hfkb', '対象者区分コード', { required: true, exact: 2 }) };
const values = { name: text('kbnm', '名称', { required: true, max: 120 }) };

export const categoryValues = record(values);

const categories = record({
  clientName: text('jgnm', 'クライアント名'),
  rows: list('listHFKB', '対象者区分の一覧', record({ ...key, ...values }), 'upper'),
});

export const listCategories = read('List', { request: record(client), reply: categories });

export const openCategory = read('Detail', {
  request: record(key),
  reply: record({
    ...versionAnswered,
    record: nested('singleHFKB', '対象者区分', record({ ...key, ...values }), 'upper'),
  }),
});

export const updateCategory = write('Update', {
  log: log.update,
  request: record({ ...key, ...values, ...versionSent }),
  reply: record(versionAnswered),
});

export const registerCategory = write('Register', { log: log.register, request: record({ ...client, ...values }) });

/** Those that most societies have; answers the list. */
export const registerStandardCategories = write('RegisterStandard', {
  log: { ...log.register, subject: ({ clientCode }: { clientCode: string }) => `対象者区分マスタ ${clientCode}` },
  request: record(client),
  reply: categories,
});

export const STANDARD_CATEGORIES = ['被保険者（本人）', '被扶養者（配偶者）', '被扶養者（その他）', '任意継続被保険者'];

export const deleteCategory = write('Delete', {
  log: log.remove,
  request: record({ ...key, ...versionSent }),
  reply: categories,
});
