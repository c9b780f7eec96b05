// Closed days of the whole institution: a month's days one by one, or many at once by weekday.
import { ALL_FRAMES } from '#domain/offer/sentinels.ts';
import {
  CELLS_LIMIT,
  countField,
  dayFields,
  monthHead,
  monthVersionSent,
  rangeFields,
  someDayChosen,
} from '#masters/contract-calendar.ts';
import { masterLog } from '#masters/contract-master.ts';
import { holidayName, monthFields, nowField, yearsField } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { date } from '#wire/dates.ts';
import { integer, many, orNone } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { editedRows } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWCALM');
const bulk = officeCalls('MasterWCALMBulk');
const log = masterLog('休日マスタ', ({ year, month }: { year: number; month: number }) => `${year}/${month}`);
const bulkLog = masterLog('休日マスタ', () => '');

/** The wire has a place for a frame, but a day is open or closed for all of them. */
const allFrames = orNone(
  text('waku', '予約枠', {
    like: [new RegExp(`^${ALL_FRAMES}$`), '休診日は予約枠ごとには設定できません。'],
  }),
  '',
);

const days = editedRows('休診日', record(dayFields));

export const closedDayRows = record({ rows: days });

const monthShown = {
  ...monthHead,
  days: list('calmList', '日ごとの区分', {
    ...dayFields,
    dayOfWeek: integer('dayOfWeek', '曜日（1 = 日曜）', { min: 1, max: 7 }),
    holidayName,
    // What would stand on the day if it were closed now.
    reservationCount: countField('reserveCount', 'その日の予約件数'),
  }),
};

export const openClosedDays = read('FirstDisplay', {
  request: record({ frameCode: allFrames }),
  reply: record(monthShown),
});

export const changeClosedDaysMonth = read('ChangeCalender', {
  request: record({ frameCode: allFrames, ...monthFields }),
  reply: record(monthShown),
});

const left = {
  reservationCount: countField('reserveCount', '休診日にした日に残っている予約件数'),
  reservedDates: many('reserveDateList', '休診日にした日のうち予約のある日', date('date', '日付')),
};

export const updateClosedDays = write('Update', {
  log: log.update,
  request: record({ frameCode: allFrames, ...monthFields, days, ...monthVersionSent }),
  reply: record({ ...monthShown, ...left }),
  bodyLimit: CELLS_LIMIT,
});

export const openClosedDaysBulk = bulk.read('FirstDisplay', { reply: record({ now: nowField, years: yearsField }) });

export const closedDaysRange = record(rangeFields, [someDayChosen]);

export const registerClosedDays = bulk.write('Register', {
  log: bulkLog.bulk,
  request: closedDaysRange,
  reply: record({ dayCount: countField('updateCount', '休診日にした日数'), ...left }),
  failures: { Refused: 14 },
});
