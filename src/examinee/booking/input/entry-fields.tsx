// Rows of the information form beyond the common ones: several parts, and values that are settled.
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { FieldError, FieldGroup, Required } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './entry-fields.module.css';

interface PartsRowProps {
  id: string;
  label: string;
  /** Where the parts do not say so one by one. */
  required?: boolean;
  hint?: ReactNode;
  children: ReactNode;
}

/** A row whose controls have labels of their own; the row's label names them together. */
export function PartsRow({ id, label, required = false, hint, children }: PartsRowProps) {
  return (
    <div className={styles.row}>
      <FieldGroup field={{ id, label, required, error: null }} hint={hint}>
        <Stack gap="4" className={styles.parts}>
          {children}
        </Stack>
      </FieldGroup>
    </div>
  );
}

export function Part({ errors, children }: { errors: readonly Bound<string>[]; children: ReactNode }) {
  return (
    <Stack gap="2" className={styles.part}>
      {children}
      {errors.map(({ id, error }) => (
        <FieldError key={id} id={`${id}-error`}>
          {error}
        </FieldError>
      ))}
    </Stack>
  );
}

export function PartWord({ children, required = false }: { children: string; required?: boolean }) {
  return <span className={styles.word}>{required ? <Required word={children} /> : children}</span>;
}

export function PartLabel({ children }: { children: ReactNode }) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  return <label className={styles.labelled}>{children}</label>;
}

interface PairPart {
  field: Bound<string>;
  word: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric';
}

interface PairFieldProps {
  label: string;
  hint?: string;
  parts: readonly [PairPart, PairPart];
}

export function PairField({ label, hint, parts }: PairFieldProps) {
  const [{ field: first }] = parts;
  return (
    <PartsRow id={`${first.id}-pair`} label={label} required={first.required} hint={hint}>
      <Part errors={parts.map(({ field }) => field)}>
        <Stack gap="3" className={styles.pair}>
          {parts.map(({ field, word, autoComplete = 'off', inputMode }) => (
            <PartLabel key={field.id}>
              <PartWord>{word}</PartWord>
              <input {...inputProps(field)} type="text" autoComplete={autoComplete} inputMode={inputMode} />
            </PartLabel>
          ))}
        </Stack>
      </Part>
    </PartsRow>
  );
}

/** What was settled before is text, not a grey box. */
export function SettledRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={styles.settled}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
