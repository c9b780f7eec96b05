// Reservation frames: resources with capacity, such as the gastroscopy room.
import { masterLog } from '#masters/contract-log.ts';
import { officeCalls } from '#wire/call.ts';
import { COUNTED_AS, MANAGED_BY, YES } from '#wire/choices.ts';
import { choice, flag, integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWWAKU');
const log = masterLog('予約枠マスタ', ({ frameCode }: { frameCode: string }) => frameCode);

const key = { frameCode: text('waku', '予約枠コード', { required: true, exact: 4 }) };

const values = {
  name: text('wknm', '名称', { required: true, max: 120 }),
  managedBy: choice('krkb', '枠管理', MANAGED_BY),
  countedAs: choice('ccd1', '人数の数え方', COUNTED_AS),
};

export const frameValues = record(values);

const stored = record({ institutionCode: text('ircd', '医療機関コード'), ...key, ...values });
const rows = list('listWAKU', '予約枠の一覧', stored, 'upper');

export const listFrames = read('List', { reply: record({ rows }) });

export const openFrame = read('Detail', {
  request: record(key),
  reply: record({
    ...versionAnswered,
    record: nested('singleWAKU', '予約枠', stored, 'upper'),
    // What a change of management or counting would cost; the screen warns before it asks.
    capacityCount: integer('capacityCount', '今日以降の枠数の登録件数', { max: 10_000_000 }),
    takenCount: integer('takenCount', '今日以降に使われている枠数', { max: 10_000_000 }),
    waitCount: integer('waitCount', '今日以降にこの枠を使いうる希望予約と取消済みの予約の件数', { max: 10_000_000 }),
  }),
});

/** Whether places can be set for a frame that is managed by time. */
export const lookUpForFrame = read('RegisterFirstDisplay', {
  reply: record({ hasSlots: flag('isTmzn', '受付時間の有無', YES) }),
});

export const updateFrame = write('Update', {
  log: log.update,
  request: record({ ...key, ...values, ...versionSent }),
  reply: record(versionAnswered),
});

export const registerFrame = write('Register', { log: log.register, request: frameValues });

export const deleteFrame = write('Delete', {
  log: log.remove,
  request: record({ ...key, ...versionSent }),
  reply: record({ rows }),
});
