// Birth dates as people here think of them: with the year of the era.
import { DateSelects } from '#web/ui/date-field.tsx';
import { FieldGroup } from '#web/ui/field-frame.tsx';
import type { Bound } from '#web/ui/form.ts';
import type { DateDraft } from '#wire/dates.ts';

const ERAS = [
  { name: '令和', from: 2019 },
  { name: '平成', from: 1989 },
  { name: '昭和', from: 1926 },
  { name: '大正', from: 1912 },
  { name: '明治', from: 1868 },
] as const;

/** 1974年（昭和49年）; a year in which an era ended carries the new one's name, as calendars print it. */
export function writeBirthYear(year: number): string {
  const era = ERAS.find(({ from }) => from <= year);
  if (!era) return `${year}年`;
  const count = year - era.from + 1;
  return `${year}年（${era.name}${count === 1 ? '元' : count}年）`;
}

/** Near it most of those are born who have check-ups. */
const TYPICAL_YEAR = 1970;

export function BirthDateField({ years, ...field }: Bound<DateDraft> & { years: readonly number[] }) {
  return (
    <FieldGroup field={field}>
      <DateSelects {...field} years={years} yearText={writeBirthYear} openAt={TYPICAL_YEAR} autoComplete="bday" />
    </FieldGroup>
  );
}
