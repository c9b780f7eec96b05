// A column of the page: its keys, and its content greyed while newer is on its way.
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import styles from './column.module.css';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A group of radios is one field: its chosen one, or the first. */
function isOneOfOthers(control: Control, all: readonly Control[]): boolean {
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return false;
  const group = all.filter((other) => other instanceof HTMLInputElement && other.name === control.name);
  const entry = group.find((other) => other instanceof HTMLInputElement && other.checked) ?? group[0];
  return entry !== control;
}

const isSameField = (one: Control, other: Control) =>
  one === other || (one.type === 'radio' && one.name === other.name);

/** Without those behind a closed fold, which have a box all the same. */
const controlsIn = (column: HTMLElement) =>
  [...column.querySelectorAll<Control>('input:enabled, select:enabled, textarea:enabled')].filter((control) =>
    control.checkVisibility(),
  );

/** For `onKeyDown` of a column. `onEnd` is where the last field leads. */
const moveByEnter = (onEnd?: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const at = event.target as Control;
  const isOther = event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing;
  const isField = at instanceof HTMLInputElement || at instanceof HTMLSelectElement;
  if (event.key !== 'Enter' || isOther || !isField) return;
  event.preventDefault();
  const all = controlsIn(event.currentTarget);
  const fields = all.filter((control) => !isOneOfOthers(control, all));
  const here = fields.findIndex((control) => isSameField(control, at));
  const next = fields[here + (event.shiftKey ? -1 : 1)];
  if (next) next.focus();
  else if (!event.shiftKey) onEnd?.();
};

const FIRST = 'input:enabled, select:enabled, button:enabled';

/** The one that is marked as its first goes before what merely stands there first. */
export function enterColumn(number: number): void {
  const column = document.querySelector<HTMLElement>(`[data-column="${number}"]`);
  (column?.querySelector<HTMLElement>('[data-first]') ?? column?.querySelector<HTMLElement>(FIRST))?.focus();
}

/** For the window: Alt+1 to Alt+3. By the key's place, since with Alt some keyboards write something else. */
export function enterByDigit(event: globalThis.KeyboardEvent): void {
  const digit = /^(?:Digit|Numpad)([1-3])$/.exec(event.code)?.[1];
  if (!digit || !event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  enterColumn(Number(digit));
}

/** True once it has lasted so long that it is noticed. */
function useDelayed(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), 500);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

interface ColumnProps {
  number: 1 | 2 | 3;
  title: string;
  isLoading?: boolean;
  onEnd?(): void;
  children: ReactNode;
}

export function Column({ number, title, isLoading = false, onEnd, children }: ColumnProps) {
  const isLate = useDelayed(isLoading);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside those that the fields have
    <div className={styles.column} data-column={number} onKeyDown={moveByEnter(onEnd)}>
      <Panel title={title} aside={<kbd data-hide="narrow">Alt+{number}</kbd>}>
        <div className={styles.content} data-late={isLate ? '' : undefined} aria-busy={isLoading}>
          {children}
        </div>
      </Panel>
    </div>
  );
}
