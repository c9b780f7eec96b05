// Birth dates as people here think of them: with the year of the era.
import { formatEraYear } from '#domain/calendar/written-date.ts';
import { DateSelects } from '#web/ui/date-field.tsx';
import { FieldGroup } from '#web/ui/field-frame.tsx';
import type { Bound } from '#web/ui/form.ts';
import type { DateDraft } from '#wire/dates.ts';

/** 1974年（昭和49年）; a year in which an era ended carries the new one's name, as calendars print it. */
export const writeBirthYear = (year: number) => `${year}年（${formatEraYear(`${year}-12-31`)}）`;

/** Near it most of those are born who have check-ups. */
const TYPICAL_YEAR = 1970;

export function BirthDateField({ years, ...field }: Bound<DateDraft> & { years: readonly number[] }) {
  return (
    <FieldGroup field={field}>
      <DateSelects {...field} years={years} yearText={writeBirthYear} openAt={TYPICAL_YEAR} autoComplete="bday" />
    </FieldGroup>
  );
}
