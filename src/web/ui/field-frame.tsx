// The frame around a control: label, control, hint and error, always in this order.
import type { ReactNode } from 'react';
import type { Bound } from './form.ts';
import { Icon } from './icon.tsx';

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
    <div className="field-control">
      {children}
      {hint && (
        <span className="field-hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
    </div>
  );
}

/** Around a single control. */
export function Field(props: FrameProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={props.field.id}>
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
      className="field"
      role={role}
      aria-labelledby={`${field.id}-label`}
      aria-describedby={describedBy(field, hint)}
    >
      <span className="field-label" id={`${field.id}-label`}>
        <Label field={field} />
      </span>
      <Control {...props} />
    </div>
  );
}

export function describedBy(field: { id: string; error: string | null }, hint: ReactNode): string | undefined {
  const ids = [hint && `${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
