// Buttons, and links that look like them.
import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { classes } from './classes.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline' | 'plain';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = 'secondary', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classes(styles.button, className)} data-kind={kind} {...rest} />;
}

interface LinkButtonProps {
  to: string;
  /** What the screen there is told. */
  state?: unknown;
  kind?: ButtonKind;
  className?: string;
  /** In a tab of its own: what is beyond is not the office's. */
  opensTab?: boolean;
  /** What is to be done before it is followed. */
  onClick?: () => void;
  /** It leads to the other wing, which is another document. */
  reloadDocument?: boolean;
  children: ReactNode;
}

export function LinkButton({ kind = 'secondary', className, opensTab, ...rest }: LinkButtonProps) {
  const target = opensTab ? '_blank' : undefined;
  return <Link target={target} className={classes(styles.button, className)} data-kind={kind} {...rest} />;
}

/** Chooses a file; the browser's own button for that cannot be styled, so its label looks like one. */
export function FileButton({ children, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={classes(styles.button, styles.file)} data-kind="secondary">
      {children}
      <input className="visually-hidden" type="file" {...input} />
    </label>
  );
}
