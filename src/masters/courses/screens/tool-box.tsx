// A box of small controls that change many rows in one step.
import type { ReactNode } from 'react';
import { normalizeDigits } from '#domain/text/normalize.ts';
import { inputProps, type Option } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Row } from '#web/ui/layout.tsx';
import styles from './tool-box.module.css';

export function ToolBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Row as="fieldset" gap="2" className={styles.tool}>
      <legend>{title}</legend>
      {children}
    </Row>
  );
}

interface ControlProps<V extends string> {
  id: string;
  label: string;
  value: V;
  onChange(value: NoInfer<V>): void;
}

export function Choose<V extends string>(props: ControlProps<V> & { options: readonly Option[]; className?: string }) {
  const { id, label, value, onChange, options } = props;
  return (
    <span className={props.className ?? styles.choose}>
      <select {...inputProps(unbound(id, label, value, (text) => onChange(text as V)))} aria-label={label}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

export function AgeInput({ id, label, value, onChange }: ControlProps<string>) {
  return (
    <input
      {...inputProps(unbound(id, label, value, onChange))}
      onBlur={() => onChange(normalizeDigits(value))}
      aria-label={label}
      data-width="tiny"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

/** Null for what is no age. */
export function readAge(typed: string): number | null {
  const text = normalizeDigits(typed);
  return /^[0-9]{1,3}$/.test(text) ? Number(text) : null;
}
