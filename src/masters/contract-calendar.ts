// Fields that the calls about closed days and about capacity share: days, ranges, and a month with what it held when it was read.
import { layoutField, monthFields, nowField, yearsField } from '#wire/calendar.ts';
import { YES } from '#wire/choices.ts';
import { date, dateSelects } from '#wire/dates.ts';
import { choice, flag, integer, many, orNone } from '#wire/fields.ts';
import { recordStatus } from '#wire/rows.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

/** A day without a record is open. */
export const dayFields = {
  date: date('date', '日付'),
  kind: choice('ckbn', '区分', { open: '9', closed: '1' }),
  status: recordStatus,
};

/** As long as the month has cells; nobody but the server reads it. */
const monthVersion = text('version', '更新の番号');
/** Left out, it is not compared. */
export const monthVersionSent = { version: orNone(monthVersion, '') };

export const monthHead = {
  version: monthVersion,
  years: yearsField,
  now: nowField,
  ...monthFields,
  layout: layoutField,
};

export const countField = (code: string, label: string) => integer(code, label, { max: 10_000_000 });

/** Hundreds of cells in one form. */
export const CELLS_LIMIT = 1024 * 1024;

export const rangeFields = {
  from: dateSelects({ year: 'startYear', month: 'startMonth', day: 'startDate' }, '開始日', { required: true }),
  to: dateSelects({ year: 'endYear', month: 'endMonth', day: 'endDate' }, '終了日', { required: true }),
  weekdays: many('days', '曜日', integer('days', '曜日', { min: 1, max: 7 })),
  /** Beside the weekdays, and on whichever of them they fall. */
  holidays: flag('holiday', '祝日', YES, { empty: false }),
};

export const someDayChosen: Rule<{ weekdays: number[]; holidays: boolean }> = ({ weekdays, holidays }, report) => {
  if (weekdays.length === 0 && !holidays) report('weekdays', '曜日を選択してください。');
};
