// The frame around a control: label, control, hint and error, always in this order.
import type { FocusEvent, ReactNode } from 'react';
import styles from './field-frame.module.css';
import type { Bound } from './form.ts';
import { Icon } from './icon.tsx';

export function RequiredMark() {
  return (
    <span className={styles.required}>
      <span>必須</span>
    </span>
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

/** Controls and words on one line. */
export function InlineFields({ children }: { children: ReactNode }) {
  return <span className={styles.inline}>{children}</span>;
}

interface FrameProps {
  field: Pick<Bound<unknown>, 'id' | 'label' | 'required' | 'error'>;
  hint?: ReactNode;
  children: ReactNode;
}

function Label({ field }: Pick<FrameProps, 'field'>) {
  return (
    <>
      {field.label}
      {field.required && <RequiredMark />}
    </>
  );
}

function Control({ field, hint, children }: FrameProps) {
  return (
    <div className={styles.control}>
      {children}
      {hint && <FieldHint id={`${field.id}-hint`}>{hint}</FieldHint>}
      <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
    </div>
  );
}

/** Around a single control. */
export function Field(props: FrameProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={props.field.id}>
        <Label field={props.field} />
      </label>
      <Control {...props} />
    </div>
  );
}

/** Around several controls that are one field. */
export function FieldGroup({ role = 'group', ...props }: FrameProps & { role?: 'group' | 'radiogroup' }) {
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
        <Label field={field} />
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

export function describedBy(field: { id: string; error: string | null }, hint: ReactNode): string | undefined {
  const ids = [hint && `${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
