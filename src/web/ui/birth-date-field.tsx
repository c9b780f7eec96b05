// A birth date that is typed as people write it (1974/3/8, S49.3.8), with what was understood below it.
import type { ReactNode } from 'react';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatEraYear, parseBirthDate } from '#domain/calendar/written-date.ts';
import { ageOn } from '#domain/offer/age.ts';
import { TextField } from './fields.tsx';
import type { Bound } from './form.ts';

/** 1974/03/08（昭和49年）　今日 52歳 */
export const writeBirthDate = (date: PlainDate, today: PlainDate) =>
  `${formatOfficeDate(date)}（${formatEraYear(date)}）　今日 ${ageOn(date, today)}歳`;

export function BirthDateField({ field, today, note }: { field: Bound<string>; today: PlainDate; note?: ReactNode }) {
  const date = parseBirthDate(field.value, today);
  const hint = (date || note) && (
    <>
      {date && writeBirthDate(date, today)}
      {note}
    </>
  );
  return <TextField {...field} width="full" hint={hint || undefined} />;
}
