// Buttons, and links that look like them.
import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Link, type LinkProps } from './link.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline' | 'plain' | 'link';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  /** Before its text. */
  icon?: IconName;
  ref?: Ref<HTMLButtonElement>;
}

/** Switched off while the keyboard is on it, it keeps the keyboard, which would drop to the top of the page otherwise. Taken away, it leaves it near. */
export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, className, type = 'button', disabled = false, children, ...rest } = props;
  const [isPressed, setPressed] = useState(false);
  const pressed = useRef<HTMLButtonElement>(null);
  // It still stands there when this runs.
  useLayoutEffect(
    () => () => {
      if (pressed.current && pressed.current === document.activeElement) restoreFocus(pressed.current);
    },
    [],
  );
  const { onClick, onFocus, onBlur } = rest;
  const keepsFocus = disabled && isPressed;
  return (
    <button
      type={type}
      className={classes(styles.button, className)}
      data-kind={kind}
      {...rest}
      disabled={disabled && !isPressed}
      aria-disabled={keepsFocus || rest['aria-disabled']}
      onClick={keepsFocus ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setPressed(true);
        pressed.current = event.currentTarget;
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setPressed(false);
        onBlur?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export const LeaveButton = ({ onClick }: { onClick(): unknown }) => (
  <Button kind="quiet" onClick={onClick}>
    戻る
  </Button>
);

interface LinkButtonProps extends Omit<LinkProps, 'target' | 'onClick' | 'onKeyDown'> {
  kind?: ButtonKind;
  /** Before its text. */
  icon?: IconName;
  /** In a tab of its own: what is beyond is not the office's. */
  opensTab?: boolean;
}

/** Looks like a button, and so Space presses it too, where that has no other meaning. */
export function LinkButton({ kind = 'secondary', icon, className, opensTab, children, ...rest }: LinkButtonProps) {
  const press = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ' || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) event.currentTarget.click();
  };
  const look = { target: opensTab ? '_blank' : undefined, className: classes(styles.button, className) };
  return (
    <Link {...look} data-kind={kind} onKeyDown={press} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** Chooses a file; the browser's own button for that cannot be styled, so its label looks like one. */
export function FileButton({ children, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.button} data-kind="secondary" data-ring="within">
      {children}
      <input className="visually-hidden" type="file" {...input} />
    </label>
  );
}

// What goes with the press that it was meant for takes the keyboard along: the reader would stand nowhere. Who has no better place for
// them leaves them at the same button of the row that moves up, or at the heading of the part that it stood in.

const PARTS = 'section, article, main';

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')];

/** From a row that goes: where the same is done to the next one, or else to the one before. */
function besideOf(gone: HTMLElement): HTMLElement[] {
  const row = gone.closest('tr, li');
  const rows = [...(row?.parentElement?.children ?? [])];
  if (!row) return [];
  const at = buttonsOf(row).indexOf(gone);
  const others = [...rows.slice(rows.indexOf(row) + 1), ...rows.slice(0, rows.indexOf(row)).reverse()];
  return others.map((other) => buttonsOf(other)[at]).filter((button) => button !== undefined);
}

/** Of what is being taken away and has the focus. Does nothing where somebody else gives the focus a place. */
function restoreFocus(gone: HTMLElement): void {
  const row = gone.closest('tr, li');
  const beside = besideOf(gone);
  const parts: Element[] = [];
  for (let part = gone.closest(PARTS); part; part = part.parentElement?.closest(PARTS) ?? null) parts.push(part);
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = row?.isConnected ? undefined : beside.find((button) => button.isConnected);
    const headings = parts
      .filter((part) => part.isConnected)
      .map((part) => part.querySelector<HTMLElement>('h1, h2, h3'));
    const heading = headings.find((found) => found !== null);
    if (!next && heading) {
      heading.tabIndex = -1;
      heading.dataset.reader = '';
    }
    (next ?? heading)?.focus({ preventScroll: true });
  });
}
