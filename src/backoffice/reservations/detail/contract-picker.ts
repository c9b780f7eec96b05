// The days and times to which staff can move a reservation.
import { layoutField, monthFields, nowField, roomFields } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { MANAGED_BY } from '#wire/choices.ts';
import { choice, integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';

const { read } = officeCalls('MasterWIGA1DetailCalender', { least: 'reception' });

const number = integer('my_ukno', '予約番号', { max: 999_999_999 });

const reply = record({
  choose: choice('krkb', '選ぶもの', MANAGED_BY),
  now: nowField,
  ...monthFields,
  layout: layoutField,
  ...roomFields({ places: '空きのある日時', state: '空きの有無' }),
});

const failures = { Refused: 14 } as const;

export const openPicker = read('FirstDisplay', { request: record({ number }), reply, failures });

export const changePickerMonth = read('ChangeCalender', {
  request: record({ number, ...monthFields }),
  reply,
  failures,
});
