// Rows of the information form beyond the common ones: two parts side by side, yes or no, and values that are settled.
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { FieldError, FieldGroup, RequiredMark } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';

/** The field with what is typed put in order when it is left. */
export function tidied(field: Bound<string>, tidy: (text: string) => string): Bound<string> {
  return {
    ...field,
    onBlur() {
      const text = tidy(field.value);
      if (text !== field.value) field.onChange(text);
      field.onBlur();
    },
  };
}

/** A row whose controls have labels of their own; the row's label names them together. */
export function RowGroup({ id, label, required, hint, children }: RowGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't be laid out beside its fields
    <div
      className="field parts"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
    >
      <span className="field-label" id={`${id}-label`}>
        {label}
        {required && <RequiredMark />}
      </span>
      <div className="field-control">
        {children}
        {hint && (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </div>
    </div>
  );
}

interface RowGroupProps {
  id: string;
  label: string;
  /** Where the parts do not say so one by one. */
  required?: boolean;
  hint?: ReactNode;
  children: ReactNode;
}

interface Part {
  field: Bound<string>;
  word: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric';
}

interface PairFieldProps {
  label: string;
  hint?: string;
  parts: readonly [Part, Part];
}

export function PairField({ label, hint, parts }: PairFieldProps) {
  const [{ field: first }] = parts;
  return (
    <RowGroup id={`${first.id}-pair`} label={label} required={first.required} hint={hint}>
      <div className="pair">
        {parts.map(({ field, word, autoComplete = 'off', inputMode }) => (
          <label className="part" key={field.id}>
            <span>{word}</span>
            <input {...inputProps(field)} type="text" autoComplete={autoComplete} inputMode={inputMode} />
          </label>
        ))}
      </div>
      {parts.map(({ field }) => (
        <FieldError key={field.id} id={`${field.id}-error`}>
          {field.error}
        </FieldError>
      ))}
    </RowGroup>
  );
}

interface YesNoProps extends Bound<boolean> {
  hint: string;
  yes: string;
  no: string;
}

export function YesNoField({ hint, yes, no, ...field }: YesNoProps) {
  const radio = (value: boolean, word: string) => (
    <label className="choice">
      <input
        type="radio"
        id={value ? field.id : undefined}
        name={field.id}
        checked={field.value === value}
        onChange={() => field.onChange(value)}
        onBlur={field.onBlur}
      />
      {word}
    </label>
  );
  return (
    <FieldGroup field={field} hint={hint} role="radiogroup">
      <div className="choices">
        {radio(true, yes)}
        {radio(false, no)}
      </div>
    </FieldGroup>
  );
}

/** What was settled before is text, not a grey box. */
export function SettledRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="field settled">
      <dt className="field-label">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
