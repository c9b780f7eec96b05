// What the examinees' forms are made of: their parts, birth dates, the button that ends them and the one that leads back.
import type { ReactNode } from 'react';
import { formatEraYear } from '#domain/calendar/written-date.ts';
import { Button } from '#web/ui/button.tsx';
import { DateSelects } from '#web/ui/date-field.tsx';
import { FieldGroup } from '#web/ui/field-frame.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack, Text } from '#web/ui/layout.tsx';
import type { DateDraft } from '#wire/dates.ts';
import styles from './entry-form.module.css';

export function EntryForm({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <Form gap="6" onSubmit={onSubmit}>
      {children}
    </Form>
  );
}

export function StarNote() {
  return <p className={styles.star}>の付いた項目は、必ず入力してください。</p>;
}

interface EntryPartProps {
  /** The heading's id; without a heading the page's own is enough. */
  id?: string;
  title?: string;
  children: ReactNode;
}

export function EntryPart({ id, title, children }: EntryPartProps) {
  if (!title) return <div className={styles.part}>{children}</div>;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function EntryEnd({ children }: { children: ReactNode }) {
  return <Stack gap="3">{children}</Stack>;
}

export function EntrySubmit({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <EntryEnd>
      <Button kind="primary" type="submit" aria-disabled={isBusy}>
        {children}
        <Icon name="right" />
      </Button>
    </EntryEnd>
  );
}

/** Below everything else, as wide as its words. */
export function BackButton({ label = '戻る', onClick }: { label?: string; onClick(): void }) {
  return (
    <Text above="2" data-hide="print">
      <Button onClick={onClick}>
        <Icon name="left" />
        {label}
      </Button>
    </Text>
  );
}

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
