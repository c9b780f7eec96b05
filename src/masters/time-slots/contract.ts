// Time slots: the times of day at which examinees are received.
import { masterCalls } from '#masters/contract-master.ts';
import type { Field } from '#wire/field.ts';
import { integer } from '#wire/fields.ts';
import { text } from '#wire/texts.ts';

/** Parts of a time are written with two digits. */
function twoDigits(code: string, label: string, max: number): Field<number, string> {
  const field = integer(code, label, { max });
  const write = (value: number) => String(value).padStart(2, '0');
  return {
    ...field,
    draft: write,
    put(value, out) {
      out[code] = write(value);
    },
  };
}

export const timeSlotCalls = masterCalls('MasterWTMZN', {
  title: '時間帯マスタ',
  noun: '受付時間',
  code: 'TMZN',
  key: { slotCode: text('tmzn', '受付時間コード', { required: true, exact: 2 }) },
  values: {
    name: text('znnm', '名称', { required: true, max: 120 }),
    hour: twoDigits('sthh', '受付時間　時間', 23),
    minute: twoDigits('stmm', '受付時間　分', 59),
  },
  stored: { startTime: text('sthm', '受付時間') },
  // Bookings that keep the time they were made for; the screen says so before it asks.
  detail: { takenCount: integer('takenCount', '今日以降に使われている枠数', { max: 10_000_000 }) },
});
