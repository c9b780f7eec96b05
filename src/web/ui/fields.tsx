// Inputs bound to a form's fields.
import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { foreignSigns } from '#domain/text/characters.ts';
import { entriesOf } from '#web/names-of.ts';
import { excerpt } from './change-list.tsx';
import { describedBy, Field, FieldGroup, whenAllLeft } from './field-frame.tsx';
import styles from './fields.module.css';
import type { Bound } from './form.ts';

type Width = 'tiny' | 'short' | 'middle' | 'wide' | 'full';

interface Common {
  hint?: ReactNode;
  width?: Width;
}

/** Props for a native input of a bound text field, for layouts that place the input themselves. */
export function inputProps(field: Omit<Bound<string>, 'theirs'> & { theirs?: unknown }, hint?: ReactNode) {
  return {
    id: field.id,
    className: styles.input,
    'data-edited': field.edited ? '' : undefined,
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
  readOnly?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Words around a number: 受診日の [7] 日前まで. */
  before?: string;
  after?: string;
}

export function TextField({ hint, width = 'wide', type = 'text', ...rest }: TextFieldProps) {
  const { inputMode, autoComplete = 'off', readOnly, disabled, autoFocus, before, after, ...field } = rest;
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
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: only where the field is the reason the screen was opened
        autoFocus={autoFocus}
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
    <Field field={{ ...field, error: nameSigns(field) }} hint={hint}>
      <div className={styles.password}>
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

/** Which signs it must not have; the sentence itself is the wire's. */
function nameSigns({ value, error }: Bound<string>): string | null {
  const signs = foreignSigns(value).map((sign) => (sign.trim() === '' ? '空白' : sign));
  return error && signs.length > 0 ? `${error}（使用できない文字：${signs.join('　')}）` : error;
}

/** Narrows what a list shows; no field of a form. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(text: string): void;
}) {
  return (
    <label className={styles.search}>
      {label}
      <input className={styles.input} type="search" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

export function TextArea({ hint, rows = 4, width = 'full', ...field }: Bound<string> & Common & { rows?: number }) {
  return (
    <Field field={field} hint={hint} write={(theirs) => excerpt(theirs, field.value)}>
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
    <Field
      field={field}
      hint={hint}
      write={(theirs) => options.find(({ value }) => value === theirs)?.label ?? none ?? ''}
    >
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
  disabled,
  marked = false,
  ...field
}: Bound<W | ''> & Common & { words: Readonly<Record<W, string>>; disabled?: boolean; marked?: boolean }) {
  // What starts with a choice always has one, so that nothing need be asked for; `marked` says so all the same.
  const [startsChosen] = useState(field.value !== '');
  return (
    <FieldGroup
      field={{ ...field, required: field.required && (marked || !startsChosen) }}
      hint={hint}
      role="radiogroup"
      write={(theirs) => (theirs === '' ? '' : words[theirs])}
    >
      <div className={styles.choices}>
        {entriesOf(words).map(([word, label], index) => (
          <label className={styles.choice} key={word}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.id}
              checked={field.value === word}
              disabled={disabled}
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
    <FieldGroup field={field} hint={hint} write={(theirs) => (theirs ? 'チェックあり' : 'チェックなし')}>
      <label className={styles.choice}>
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

const labelled = (options: readonly Option[], values: readonly string[]) =>
  options.flatMap(({ value, label }) => (values.includes(value) ? [label] : [])).join('、');

/** Any number of choices; what is chosen stays in the order shown. */
export function ChoicesField({ hint, options, ...field }: Bound<string[]> & Common & { options: readonly Option[] }) {
  return (
    <FieldGroup field={field} hint={hint} write={(theirs) => labelled(options, theirs)}>
      <div className={styles.choices}>
        {options.map(({ value, label }, index) => (
          <label className={styles.choice} key={value}>
            <input
              type="checkbox"
              id={index === 0 ? field.id : undefined}
              checked={field.value.includes(value)}
              onChange={({ target }) => {
                const isChosen = (other: string) => (other === value ? target.checked : field.value.includes(other));
                field.onChange(options.map((option) => option.value).filter(isChosen));
              }}
              onBlur={whenAllLeft(field.onBlur)}
            />
            {label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
