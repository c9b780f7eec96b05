// Times of keeping that will be shorter from a day on: as calls answer them, and what managers read of them.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { integer } from '#wire/fields.ts';
import { record, type Value } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const years = (code: string, label: string) => integer(code, label, { max: 10, empty: 0 });

/** 0 and empty where nothing is to come. */
export const shortenings = {
  reserveYearsNext: years('reserveYearsNext', '短縮後の予約データの保存'),
  reserveYearsFrom: text('reserveYearsFrom', '予約データの保存の短縮日'),
  logYearsNext: years('logYearsNext', '短縮後の操作履歴の保存'),
  logYearsFrom: text('logYearsFrom', '操作履歴の保存の短縮日'),
};

const whole = record(shortenings);
type Shortenings = Value<typeof whole>;

interface Planned {
  reserveYearsNext: number | null;
  reserveYearsFrom: PlainDate | null;
  logYearsNext: number | null;
  logYearsFrom: PlainDate | null;
}

export const writeShortenings = (planned: Planned | null): Shortenings => ({
  reserveYearsNext: planned?.reserveYearsNext ?? 0,
  reserveYearsFrom: planned?.reserveYearsFrom ? formatOfficeDate(planned.reserveYearsFrom) : '',
  logYearsNext: planned?.logYearsNext ?? 0,
  logYearsFrom: planned?.logYearsFrom ? formatOfficeDate(planned.logYearsFrom) : '',
});

export const describeShortenings = (settings: Shortenings): string[] =>
  [
    { what: '予約データの保存', next: settings.reserveYearsNext, from: settings.reserveYearsFrom },
    { what: '操作履歴の保存', next: settings.logYearsNext, from: settings.logYearsFrom },
  ].flatMap(({ what, next, from }) => (from === '' ? [] : [`${what}は、${from}から${next}年に短くなります。`]));
