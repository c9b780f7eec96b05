// From one day to another, in selects; either end may stay open.
import { DateSelects } from '#web/ui/date-field.tsx';
import { FieldError } from '#web/ui/field-frame.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Muted, Row } from '#web/ui/layout.tsx';
import type { DateDraft } from '#wire/dates.ts';
import styles from './range-field.module.css';

interface RangeFieldProps {
  label: string;
  from: Bound<DateDraft>;
  to: Bound<DateDraft>;
  years: readonly number[];
  /** Where the days do not matter; what is chosen stays. */
  disabled?: boolean;
}

/** Another year or month: its day is to be chosen again. */
const forgetDay =
  ({ value, onChange }: Bound<DateDraft>) =>
  (next: DateDraft) =>
    onChange(next.year === value.year && next.month === value.month ? next : { ...next, day: '0' });

export function RangeField({ label, from, to, years, disabled = false }: RangeFieldProps) {
  return (
    <Row as="fieldset" gap="1" className={styles.range} disabled={disabled}>
      <legend>{label}</legend>
      <DateSelects {...from} onChange={forgetDay(from)} years={years} compact />
      <Muted as="span">〜</Muted>
      <DateSelects {...to} onChange={forgetDay(to)} years={years} compact />
      {[from, to].map((field) => (
        <FieldError key={field.id} id={`${field.id}-error`}>
          {field.error}
        </FieldError>
      ))}
    </Row>
  );
}
