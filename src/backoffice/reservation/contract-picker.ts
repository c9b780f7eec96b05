// The days and times to which staff can move a reservation.
import { layoutField, monthFields, nowField } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { choice, date, integer, text } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';

const { read } = officeCalls('MasterWIGA1DetailCalender');

const number = integer('my_ukno', '予約番号', { max: 999_999_999 });

const STATES = { open: 'open', full: 'full', closed: 'closed', holiday: 'holiday', outside: 'outside' } as const;

const reply = record({
  choose: choice('krkb', '選ぶもの', { day: '1', time: '2' }),
  now: nowField,
  ...monthFields,
  layout: layoutField,
  places: list(
    'reserveData',
    '空きのある日時',
    record({
      date: date('date', '日付'),
      slotCode: text('tmzn', '受付時間コード'),
      startTime: text('sthm', '受付時間'),
    }),
  ),
  days: list(
    'calmData',
    '日の区分',
    record({
      date: date('date', '日付'),
      kind: choice('ckbn', '区分', { closed: '1', business: '9', outside: '0' }),
      state: choice('state', '空きの有無', STATES),
    }),
  ),
});

const failures = { Refused: 14 } as const;

export const openPicker = read('FirstDisplay', { request: record({ number }), reply, failures });

export const changePickerMonth = read('ChangeCalender', {
  request: record({ number, ...monthFields }),
  reply,
  failures,
});
