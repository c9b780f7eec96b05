// Dates in three selects.
import type { ReactNode } from 'react';
import { daysInMonth } from '#domain/calendar/plain-date.ts';
import type { DateDraft } from '#wire/dates.ts';
import styles from './date-field.module.css';
import { FieldGroup, whenAllLeft } from './field-frame.tsx';
import type { Bound } from './form.ts';

const lastDayOf = ({ year, month }: DateDraft) =>
  month === '0' ? 31 : daysInMonth(year === '0' ? 2000 : Number(year), Number(month));

/** Year, month and day; the days follow the month, and a day that the new month lacks becomes unselected. */
export function DateSelects({
  years,
  yearText = (year) => `${year}年`,
  openAt,
  autoComplete,
  compact = false,
  ...field
}: Pick<Bound<DateDraft>, 'id' | 'label' | 'value' | 'error' | 'onChange' | 'onBlur'> & {
  years: readonly number[];
  yearText?: (year: number) => string;
  /** The year at which the list opens as long as none is chosen. */
  openAt?: number;
  autoComplete?: 'bday';
  /** Where two of them have to stand on a line. */
  compact?: boolean;
}) {
  const change = (part: Partial<DateDraft>) => {
    const next = { ...field.value, ...part };
    field.onChange(Number(next.day) > lastDayOf(next) ? { ...next, day: '0' } : next);
  };
  /** A list opens at what is chosen; so nothing stands where most of those who choose are about to look. */
  const select = (part: keyof DateDraft, word: string, options: readonly (readonly [number, string])[], before = 0) => (
    <select
      id={part === 'year' ? field.id : undefined}
      aria-label={`${field.label}（${word}）`}
      aria-invalid={field.error ? true : undefined}
      autoComplete={autoComplete && `${autoComplete}-${part}`}
      value={field.value[part]}
      onChange={(event) => change({ [part]: event.target.value })}
      onBlur={whenAllLeft(field.onBlur)}
    >
      {[...options.slice(0, before), [0, '未選択'] as const, ...options.slice(before)].map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  const upTo = (last: number, unit: string) =>
    Array.from({ length: last }, (_, i) => [i + 1, `${i + 1}${unit}`] as const);
  return (
    <span
      className={styles.selects}
      data-invalid={field.error ? '' : undefined}
      data-chosen={field.value.day !== '0' ? '' : undefined}
      data-compact={compact ? '' : undefined}
    >
      {select(
        'year',
        '年',
        years.map((each) => [each, yearText(each)] as const),
        openAt && Math.max(years.indexOf(openAt), 0),
      )}
      {select('month', '月', upTo(12, '月'))}
      {select('day', '日', upTo(lastDayOf(field.value), '日'))}
    </span>
  );
}

/** 2026/4/1 */
export const writeDraft = ({ year, month, day }: DateDraft) => (day === '0' ? '' : `${year}/${month}/${day}`);

export function DateField({
  hint,
  years,
  ...field
}: Bound<DateDraft> & { hint?: ReactNode; years: readonly number[] }) {
  return (
    <FieldGroup field={field} hint={hint} write={writeDraft}>
      <DateSelects {...field} years={years} />
    </FieldGroup>
  );
}
