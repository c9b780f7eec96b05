// How many places a frame has: a month's cells one by one, or many at once by weekday.
import { normalizeDigits } from '#domain/text/normalize.ts';
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
import { calendarRangeField, holidayName, monthFields, nowField, yearsField } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { COUNTED_AS, MANAGED_BY, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { scalar } from '#wire/field.ts';
import { choice, flag, integer, many, orNone } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWWKKR');
const bulk = officeCalls('MasterWWKKRBulk');
const log = masterLog(
  '予約枠数マスタ',
  ({ frameCode, year, month }: { frameCode: string; year: number; month: number }) => `${frameCode} ${year}/${month}`,
);
const bulkLog = masterLog('予約枠数マスタ', ({ frameCode }: { frameCode: string }) => frameCode);

const frameCode = text('waku', '予約枠', {
  required: true,
  exact: 4,
  sentences: { required: '予約枠を選択してください。' },
});
const managedBy = choice('krkb', '枠管理', MANAGED_BY);
const countedAs = choice('ccd1', '人数の数え方', COUNTED_AS);

const frames = list(
  'wakuList',
  '予約枠',
  record({ frameCode: text('waku', '予約枠コード'), name: text('wknm', '名称'), managedBy, countedAs }),
);
const slots = list(
  'tmznList',
  '受付時間',
  record({ slotCode: text('tmzn', '受付時間コード'), name: text('znnm', '名称'), startTime: text('sthm', '受付時間') }),
);

const cell = {
  date: date('date', '日付'),
  count: integer('cnt1', '枠数', { max: 999 }),
  takenCount: countField('takenCount', '予約済み数'),
  status: recordStatus,
};
const slotCode = text('tmzn', '受付時間', { required: true });

const monthShown = {
  ...monthHead,
  reach: calendarRangeField('calmData'),
  /** Open days take input. Where none of them has a record, nobody has set up the month's closed days yet. */
  days: list('calmList', '日ごとの区分', record({ ...dayFields, holidayName })),
  frames,
  slots,
  // None where the institution has no frame yet.
  frameCode: orNone(text('waku', '予約枠コード'), ''),
  managedBy: orNone(managedBy, ''),
  countedAs: orNone(countedAs, ''),
  /** One list is empty: a frame is managed by day or by time. */
  daily: list('wkkrListOfDate', '日ごとの枠数', record(cell)),
  timed: list('wkkrListOfTime', '受付時間ごとの枠数', record({ ...cell, slotCode })),
};

/** What somebody typed: which cell is wrong is said with its day and slot, whose names the fields do not know. */
const typedCount = text('cnt1', '枠数', { tidy: normalizeDigits });

/** The legacy grid pads its weeks with cells of no day (9), which mean nothing. */
const sentStatus: typeof recordStatus = {
  ...recordStatus,
  take: (wire, report) => (scalar(wire, 'recordStatus') === '9' ? 'off' : recordStatus.take(wire, report)),
};

const cells = editedRows('枠数', record({ slotCode, date: cell.date, count: typedCount, status: sentStatus }));

export const capacityRows = record({ rows: cells });

/** Where fewer are asked for than are taken: as many as are taken, so that nobody can book any more. */
const clamp = flag('clamp', '予約済み数まで下げる（Web受付停止）', YES, { empty: false });
const clampCount = countField('clampCount', '予約済み数までしか下げなかった枠の数');
/** With `clamp`: where fewer places were asked for than there were, if anybody is booked there or wishes to be: they may have to be informed. */
const loweredCell = {
  date: cell.date,
  /** ZZ = the whole day. */
  slotCode,
};
const lowered = list('lowerList', '枠数を下げたところ', loweredCell);

export const openCapacity = read('FirstDisplay', { reply: record(monthShown) });

export const changeCapacityDisplay = read('ChangeDisplay', {
  request: record({ frameCode, ...monthFields }),
  reply: record(monthShown),
});

export const updateCapacity = write('Update', {
  log: log.update,
  request: record({ frameCode, ...monthFields, cells, clamp, ...monthVersionSent }),
  reply: record({ ...monthShown, clampCount, lowered }),
  bodyLimit: CELLS_LIMIT,
});

export const openCapacityBulk = bulk.read('FirstDisplay', {
  reply: record({ now: nowField, years: yearsField, frameCode: monthShown.frameCode, frames, slots }),
});

/** What the form edits. A frame managed by day takes the one count, others one for each slot that is to be set. */
export const capacityRange = record(
  {
    frameCode,
    ...rangeFields,
    count: text('wakuCnt1', '枠数', { tidy: normalizeDigits }),
    slotCounts: columns('受付時間の枠数', record({ slotCode, count: typedCount }), {
      slotCode: 'tmzns',
      count: 'tmznWakuCnt1',
    }),
    clamp,
  },
  [someDayChosen],
);

export const registerCapacity = bulk.write('Register', {
  log: bulkLog.bulk,
  request: capacityRange,
  reply: record({
    dayCount: countField('updateCount', '登録した日数'),
    skippedCount: countField('skipCount', '休診日のため登録しなかった日数'),
    /** Servers of 1.0.0 leave none out, and do not say so. */
    holidayCount: integer('holidayCount', '祝日のため登録しなかった日数', { max: 9_999, empty: 0 }),
    clampCount,
    lowered,
  }),
  bodyLimit: CELLS_LIMIT,
  failures: { Refused: 14 },
});

const monthCodes = (of: string, label: string) => ({
  year: integer(`${of}Year`, `${label}（年）`, { min: 1000, max: 9999 }),
  month: integer(`${of}Month`, `${label}（月）`, { min: 1, max: 12 }),
});
const source = monthCodes('from', 'コピー元');

export const copiedMonth = record(
  {
    frameCodes: many('wakus', '予約枠', text('wakus', '予約枠', { required: true, exact: 4 })),
    fromYear: source.year,
    fromMonth: source.month,
    targets: columns('コピー先', record(monthCodes('to', 'コピー先')), { year: 'toYears', month: 'toMonths' }),
    /** Else days that have a record stay as they are. */
    isOverwrite: flag('isOverwrite', 'コピーのしかた', YES, { empty: false }),
    clamp,
  },
  [
    ({ frameCodes, targets }, report) => {
      if (frameCodes.length === 0) report('frameCodes', '予約枠を選択してください。');
      if (targets.length === 0) report('targets', 'コピー先の月を選択してください。');
    },
  ],
);

export const copyCapacity = bulk.write('Copy', {
  log: masterLog('予約枠数マスタ', ({ frameCodes }: { frameCodes: readonly string[] }) => frameCodes.join('、')).about(
    'コピー',
  ),
  request: copiedMonth,
  reply: record({
    dayCount: countField('updateCount', '登録した日数（予約枠ごと）'),
    skippedCount: countField('skipCount', '登録しなかった日数（予約枠ごと）'),
    clampCount,
    lowered: list('lowerList', '枠数を下げたところ', { frameCode, ...loweredCell }),
    skippedNames: many('skipNames', 'コピー元に枠数がない予約枠', text('skipNames', '予約枠')),
  }),
  failures: { NoData: 13, Refused: 14 },
});
