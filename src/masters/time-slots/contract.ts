// Time slots: the times of day at which examinees are received.
import { masterLog } from '#masters/contract-log.ts';
import { officeCalls } from '#wire/call.ts';
import type { Field } from '#wire/field.ts';
import { integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWTMZN');
const log = masterLog('時間帯マスタ', ({ slotCode }: { slotCode: string }) => slotCode);

const key = { slotCode: text('tmzn', '受付時間コード', { required: true, exact: 2 }) };

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

const values = {
  name: text('znnm', '名称', { required: true, max: 120 }),
  hour: twoDigits('sthh', '受付時間　時間', 23),
  minute: twoDigits('stmm', '受付時間　分', 59),
};

export const timeSlotValues = record(values);

const shown = { startTime: text('sthm', '受付時間') };
const stored = record({ ...key, ...values, ...shown });
const rows = list('listTMZN', '受付時間の一覧', stored, 'upper');

export const listTimeSlots = read('List', { reply: record({ rows }) });

export const openTimeSlot = read('Detail', {
  request: record(key),
  reply: record({
    ...versionAnswered,
    record: nested('singleTMZN', '受付時間', stored, 'upper'),
    // Bookings that keep the time they were made for; the screen says so before it asks.
    takenCount: integer('takenCount', '今日以降に使われている枠数', { max: 10_000_000 }),
  }),
});

export const updateTimeSlot = write('Update', {
  log: log.update,
  request: record({ ...key, ...values, ...versionSent }),
  reply: record(versionAnswered),
});

export const registerTimeSlot = write('Register', { log: log.register, request: timeSlotValues });

export const deleteTimeSlot = write('Delete', {
  log: log.remove,
  request: record({ ...key, ...versionSent }),
  reply: record({ rows }),
});
