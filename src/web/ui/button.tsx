// Buttons, and links that look like them.
import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Link } from './link.tsx';
import { restoreFocus } from './restore-focus.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline' | 'plain';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  ref?: Ref<HTMLButtonElement>;
}

/** Switched off while the keyboard is on it, it keeps the keyboard, which would drop to the top of the page otherwise. Taken away, it leaves it near. */
export function Button({ kind = 'secondary', className, type = 'button', disabled = false, ...rest }: ButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const held = useRef<HTMLButtonElement>(null);
  // It still stands there when this runs.
  useLayoutEffect(
    () => () => {
      if (held.current && held.current === document.activeElement) restoreFocus(held.current);
    },
    [],
  );
  const { onClick, onFocus, onBlur } = rest;
  const isKept = disabled && isHeld;
  return (
    <button
      type={type}
      className={classes(styles.button, className)}
      data-kind={kind}
      {...rest}
      disabled={disabled && !isHeld}
      aria-disabled={isKept || rest['aria-disabled']}
      onClick={isKept ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setHeld(true);
        held.current = event.currentTarget;
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setHeld(false);
        onBlur?.(event);
      }}
    />
  );
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
