// The frame around a control: label, control, hint and error, always in this order.
import type { FocusEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './field-frame.module.css';
import type { Bound } from './form.ts';
import { Icon } from './icon.tsx';

/** How much of the word goes down with its mark, where the line is full. */
const KEPT = 2;

/** A word with the mark that says it must be filled in, or what for, which never begins a line. */
export function Required({ word, mark = '必須' }: { word: string; mark?: string }) {
  return (
    <>
      {word.slice(0, -KEPT)}
      <span className={styles.end}>
        {word.slice(-KEPT)}
        <span className={styles.required}>
          <span>{mark}</span>
        </span>
      </span>
    </>
  );
}

export function FieldError({ id, children }: { id: string; children: string | null }) {
  if (!children) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

export function FieldHint(props: { id?: string; role?: 'status'; children: ReactNode }) {
  return <span className={styles.hint} {...props} />;
}

export function InlineFields({ children }: { children: ReactNode }) {
  return <span className={styles.inline}>{children}</span>;
}

interface TheirsProps<D> {
  field: Pick<Bound<D>, 'id' | 'label'> & { theirs?: D; onChange?(value: D): void };
  /** The value in the words of the form; a text is one already. */
  write?(value: D): string;
}

/** What somebody else has saved meanwhile where something else is typed, and the way to take it. */
export function OtherValue<D>({ field, write = String }: TheirsProps<D>) {
  const { id, label, theirs, onChange } = field;
  if (theirs === undefined) return null;
  function take() {
    onChange?.(theirs as D);
    document.getElementById(id)?.focus();
  }
  return (
    <p className={styles.theirs} id={`${id}-theirs`}>
      <span>
        ほかの利用者の内容: <b>{write(theirs) || '（空欄）'}</b>
      </span>
      <Button kind="quiet" aria-label={`この内容にする（${label}）`} onClick={take}>
        この内容にする
      </Button>
    </p>
  );
}

interface FrameProps<D> extends TheirsProps<D> {
  field: TheirsProps<D>['field'] & Pick<Bound<D>, 'required' | 'mark' | 'error'>;
  hint?: ReactNode;
  children: ReactNode;
}

const labelOf = ({ label, required, mark }: Pick<Bound<unknown>, 'label' | 'required' | 'mark'>) =>
  required || mark ? <Required word={label} mark={mark} /> : label;

function Control<D>({ field, hint, write, children }: FrameProps<D>) {
  return (
    <div className={styles.control}>
      {children}
      {hint && <FieldHint id={`${field.id}-hint`}>{hint}</FieldHint>}
      <OtherValue field={field} write={write} />
      <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
    </div>
  );
}

export function Field<D>(props: FrameProps<D>) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={props.field.id}>
        {labelOf(props.field)}
      </label>
      <Control {...props} />
    </div>
  );
}

export function FieldGroup<D>({ role = 'group', ...props }: FrameProps<D> & { role?: 'group' | 'radiogroup' }) {
  const { field, hint } = props;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label and a description
    <div
      className={styles.field}
      role={role}
      aria-labelledby={`${field.id}-label`}
      aria-describedby={describedBy(field, hint)}
    >
      <span className={styles.label} id={`${field.id}-label`}>
        {labelOf(field)}
      </span>
      <Control {...props} />
    </div>
  );
}

/** For the `onBlur` of inputs that are one field: going from one to its neighbour does not leave it. */
export function whenAllLeft(onLeave: () => void) {
  return ({ currentTarget }: FocusEvent<HTMLElement>) => {
    const group = currentTarget.parentElement;
    // Only after the event is it known where the focus went.
    setTimeout(() => {
      if (!group?.contains(document.activeElement)) onLeave();
    });
  };
}

interface Described {
  id: string;
  error: string | null;
  theirs?: unknown;
}

export function describedBy(field: Described, hint: ReactNode): string | undefined {
  const isOvertaken = field.theirs !== undefined;
  const ids = [
    hint && `${field.id}-hint`,
    isOvertaken && `${field.id}-theirs`,
    field.error && `${field.id}-error`,
  ].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
