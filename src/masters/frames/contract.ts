// Reservation frames: resources with capacity, such as the gastroscopy room.
import { masterCalls } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { COUNTED_AS, MANAGED_BY, YES } from '#wire/choices.ts';
import { choice, flag, integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const frameCalls = masterCalls('MasterWWAKU', {
  title: '予約枠マスタ',
  noun: '予約枠',
  code: 'WAKU',
  stored: { institutionCode: text('ircd', '医療機関コード') },
  key: { frameCode: text('waku', '予約枠コード', { required: true, exact: 4 }) },
  values: {
    name: text('wknm', '名称', { required: true, max: 120 }),
    managedBy: choice('krkb', '枠管理', MANAGED_BY),
    countedAs: choice('ccd1', '人数の数え方', COUNTED_AS),
  },
  // What a change of management or counting would cost; the screen warns before it asks.
  detail: {
    capacityCount: integer('capacityCount', '今日以降の枠数の登録件数', { max: 10_000_000 }),
    takenCount: integer('takenCount', '今日以降に使われている枠数', { max: 10_000_000 }),
    waitCount: integer('waitCount', '今日以降にこの枠を使いうる希望予約と取消済みの予約の件数', { max: 10_000_000 }),
  },
});

/** Whether places can be set for a frame that is managed by time. */
export const lookUpForFrame = officeCalls('MasterWWAKU').read('RegisterFirstDisplay', {
  reply: record({ hasSlots: flag('isTmzn', '受付時間の有無', YES) }),
});
