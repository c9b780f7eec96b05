// Inputs bound to a form's fields: label, hint, control and error always in the same order.
import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { daysInMonth } from '#domain/plain-date.ts';
import type { DateDraft } from '#wire/fields.ts';
import type { Bound } from './form.ts';
import { Icon } from './icon.tsx';

export type Width = 'tiny' | 'short' | 'middle' | 'wide' | 'full';

interface Common {
  hint?: ReactNode;
  width?: Width;
}

export function RequiredMark() {
  return (
    <span className="field-required">
      <span>必須</span>
    </span>
  );
}

export function FieldError({ id, children }: { id: string; children: string | null }) {
  if (!children) return null;
  return (
    <p className="field-error" id={id}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

/** The frame around a single control. */
export function Field({
  field,
  hint,
  children,
}: {
  field: Pick<Bound<unknown>, 'id' | 'label' | 'required' | 'error'>;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={field.id}>
        {field.label}
        {field.required && <RequiredMark />}
      </label>
      <div className="field-control">
        {children}
        {hint && (
          <span className="field-hint" id={`${field.id}-hint`}>
            {hint}
          </span>
        )}
        <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
      </div>
    </div>
  );
}

/** The frame around several controls that are one field. */
export function FieldGroup({
  field,
  hint,
  role = 'group',
  children,
}: {
  field: Pick<Bound<unknown>, 'id' | 'label' | 'required' | 'error'>;
  hint?: ReactNode;
  role?: 'group' | 'radiogroup';
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label and a description
    <div
      className="field"
      role={role}
      aria-labelledby={`${field.id}-label`}
      aria-describedby={describedBy(field, hint)}
    >
      <span className="field-label" id={`${field.id}-label`}>
        {field.label}
        {field.required && <RequiredMark />}
      </span>
      <div className="field-control">
        {children}
        {hint && (
          <span className="field-hint" id={`${field.id}-hint`}>
            {hint}
          </span>
        )}
        <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
      </div>
    </div>
  );
}

function describedBy(field: { id: string; error: string | null }, hint: ReactNode): string | undefined {
  const ids = [hint && `${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** Props for a native input of a bound text field, for layouts that place the input themselves. */
export function inputProps(field: Bound<string>, hint?: ReactNode) {
  return {
    id: field.id,
    className: `input ${field.edited ? 'edited' : ''}`,
    value: field.value,
    required: field.required,
    'aria-invalid': field.error ? true : undefined,
    'aria-describedby': describedBy(field, hint),
    onChange: (event: { target: { value: string } }) => field.onChange(event.target.value),
    onBlur: field.onBlur,
  };
}

interface TextFieldProps extends Bound<string>, Common {
  type?: 'text' | 'email' | 'tel' | 'url';
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Stops typing at the field's limit: for codes and numbers. Names may be typed too long and are told so. */
  limitTyping?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Words around a number: 受診日の [7] 日前まで. */
  before?: string;
  after?: string;
}

export function TextField({ hint, width = 'wide', type = 'text', limitTyping, ...rest }: TextFieldProps) {
  const { inputMode, autoComplete = 'off', readOnly, autoFocus, before, after, ...field } = rest;
  return (
    <Field field={field} hint={hint}>
      {before && <span>{before}</span>}
      <input
        {...inputProps(field, hint)}
        type={type}
        data-width={width}
        inputMode={inputMode}
        autoComplete={autoComplete}
        readOnly={readOnly}
        // biome-ignore lint/a11y/noAutofocus: only where the field is the reason the screen was opened
        autoFocus={autoFocus}
        maxLength={limitTyping ? field.maxLength : undefined}
      />
      {after && <span>{after}</span>}
    </Field>
  );
}

export function PasswordField({
  hint,
  autoComplete = 'current-password',
  ...field
}: Bound<string> & Common & { autoComplete?: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false);
  return (
    <Field field={field} hint={hint}>
      <div className="password-field">
        <input
          {...inputProps(field, hint)}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={shown ? 'パスワードを隠す' : 'パスワードを表示する'}
          onClick={() => setShown(!shown)}
        >
          {shown ? '隠す' : '表示'}
        </button>
      </div>
    </Field>
  );
}

export function TextArea({ hint, rows = 4, width = 'full', ...field }: Bound<string> & Common & { rows?: number }) {
  return (
    <Field field={field} hint={hint}>
      <textarea {...inputProps(field, hint)} rows={rows} data-width={width} />
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends Common {
  options: readonly Option[];
  /** The first entry, for nothing chosen; without it there always is a choice. */
  none?: string;
  disabled?: boolean;
}

export function SelectField({
  hint,
  options,
  none,
  disabled,
  width = 'middle',
  ...field
}: Bound<string> & SelectFieldProps) {
  return (
    <Field field={field} hint={hint}>
      <select {...inputProps(field, hint)} data-width={width} disabled={disabled}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** `words` gives each choice its label, in the order shown. */
export function RadioField<W extends string>({
  hint,
  words,
  ...field
}: Bound<W | ''> & Common & { words: Readonly<Record<W, string>> }) {
  // What starts with a choice always has one, so that nothing need be asked for.
  const [startsChosen] = useState(field.value !== '');
  return (
    <FieldGroup field={{ ...field, required: field.required && !startsChosen }} hint={hint} role="radiogroup">
      <div className="choices">
        {(Object.entries(words) as [W, string][]).map(([word, label], index) => (
          <label className="choice" key={word}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.id}
              checked={field.value === word}
              onChange={() => field.onChange(word)}
              onBlur={field.onBlur}
            />
            {label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export function CheckboxField({ hint, text, ...field }: Bound<boolean> & Common & { text: string }) {
  return (
    <FieldGroup field={field} hint={hint}>
      <label className="choice">
        <input
          type="checkbox"
          id={field.id}
          checked={field.value}
          onChange={(event) => field.onChange(event.target.checked)}
          onBlur={field.onBlur}
        />
        {text}
      </label>
    </FieldGroup>
  );
}

/** Year, month and day; the days follow the month, and a day that the new month lacks becomes unselected. */
export function DateSelects({
  years,
  yearText = (year) => `${year}年`,
  autoComplete,
  ...field
}: Pick<Bound<DateDraft>, 'id' | 'label' | 'value' | 'error' | 'onChange' | 'onBlur'> & {
  years: readonly number[];
  yearText?: (year: number) => string;
  autoComplete?: 'bday';
}) {
  const { year, month, day } = field.value;
  const lastDay = month === '0' ? 31 : daysInMonth(year === '0' ? 2000 : Number(year), Number(month));
  const change = (part: Partial<DateDraft>) => {
    const next = { ...field.value, ...part };
    const last =
      next.month === '0' ? 31 : daysInMonth(next.year === '0' ? 2000 : Number(next.year), Number(next.month));
    field.onChange(Number(next.day) > last ? { ...next, day: '0' } : next);
  };
  const select = (part: keyof DateDraft, word: string, options: readonly (readonly [number, string])[]) => (
    <select
      id={part === 'year' ? field.id : undefined}
      aria-label={`${field.label}（${word}）`}
      aria-invalid={field.error ? true : undefined}
      autoComplete={autoComplete && `${autoComplete}-${part}`}
      value={field.value[part]}
      onChange={(event) => change({ [part]: event.target.value })}
      onBlur={field.onBlur}
    >
      <option value="0">未選択</option>
      {options.map(([value, text]) => (
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
      className="date-selects"
      data-invalid={field.error ? '' : undefined}
      data-chosen={day !== '0' ? '' : undefined}
    >
      {select(
        'year',
        '年',
        years.map((each) => [each, yearText(each)] as const),
      )}
      {select('month', '月', upTo(12, '月'))}
      {select('day', '日', upTo(lastDay, '日'))}
    </span>
  );
}

export function DateField({
  hint,
  years,
  yearText,
  ...field
}: Bound<DateDraft> & Common & { years: readonly number[]; yearText?: (year: number) => string }) {
  return (
    <FieldGroup field={field} hint={hint}>
      <DateSelects {...field} years={years} yearText={yearText} />
    </FieldGroup>
  );
}
