// A list of items of which several can be chosen by mouse and keyboard as file lists have it (alone, with Ctrl, with Shift), and dragged.

import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import styles from './item-list.module.css';

export interface Selection {
  selected: ReadonlySet<number>;
  /** Where the keyboard stands. */
  active: number | null;
  /** Where a range with Shift begins. */
  anchor: number | null;
}

export const EMPTY_SELECTION: Selection = { selected: new Set(), active: null, anchor: null };

const only = (key: number): Selection => ({ selected: new Set([key]), active: key, anchor: key });

function toggle({ selected }: Selection, key: number): Selection {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return { selected: next, active: key, anchor: key };
}

function extend(keys: readonly number[], { anchor, active }: Selection, key: number): Selection {
  const from = keys.indexOf(anchor ?? active ?? key);
  const to = keys.indexOf(key);
  if (from < 0) return only(key);
  return {
    selected: new Set(keys.slice(Math.min(from, to), Math.max(from, to) + 1)),
    active: key,
    anchor: keys[from]!,
  };
}

export interface ModifierKeys {
  shift: boolean;
  ctrl: boolean;
}

export function press(
  keys: readonly number[],
  before: Selection,
  key: number,
  { shift, ctrl }: ModifierKeys,
): Selection {
  if (shift) return extend(keys, before, key);
  return ctrl ? toggle(before, key) : only(key);
}

/** Null where the key means nothing here. */
export function type(
  keys: readonly number[],
  before: Selection,
  key: string,
  modifiers: ModifierKeys,
): Selection | null {
  const last = keys.length - 1;
  if (last < 0) return null;
  const at = before.active === null ? -1 : keys.indexOf(before.active);
  const here = keys[Math.max(at, 0)]!;
  if (key === ' ') return modifiers.shift ? extend(keys, before, here) : toggle(before, here);
  if (key === 'a' && modifiers.ctrl) return { ...before, selected: new Set(keys) };
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: Math.max(at - 1, 0),
    ArrowDown: Math.min(at + 1, last),
    Home: 0,
    End: last,
    PageUp: Math.max(at - 10, 0),
    PageDown: Math.min(at + 10, last),
  };
  const to = steps[key];
  if (to === undefined) return null;
  const there = keys[to]!;
  if (modifiers.shift) return extend(keys, before, there);
  // With Ctrl the keyboard goes by itself, so that rows apart from each other can be chosen.
  return modifiers.ctrl ? { ...before, active: there } : only(there);
}

interface ItemListProps<Item extends { key: number }> {
  labelledBy: string;
  items: readonly Item[];
  selection: Selection;
  onSelect(selection: Selection): void;
  render(item: Item): ReactNode;
  isNew?: (item: Item) => boolean;
  empty: string;
  /** For keys that act on what is chosen; true where it was one. */
  onKey?: (event: KeyboardEvent) => boolean;
  /** Acts on that row, also where the two presses (with Ctrl, by a finger) have chosen it and let it go again. */
  onDoubleClick?: (item: Item) => void;
  /** Named by what is dragged, so that a list knows what it may take. */
  dragged: string;
  /** Takes what is dragged of these, before the row at that place. */
  drop?: { takes: readonly string[]; at(place: number, dragged: string): void };
}

const modifierKeysOf = (event: MouseEvent | KeyboardEvent) => ({
  shift: event.shiftKey,
  ctrl: event.ctrlKey || event.metaKey,
});
/** A finger has no Ctrl key: each touch adds a row or takes it out. */
const isTouch = ({ nativeEvent }: MouseEvent) => (nativeEvent as PointerEvent).pointerType === 'touch';

export function ItemList<Item extends { key: number }>(props: ItemListProps<Item>) {
  const { items, selection, onSelect, dragged, drop } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<number | null>(null);
  const keys = items.map(({ key }) => key);
  const rowId = (key: number) => `${id}-${key}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row may move in the list without being another
  useEffect(() => {
    if (selection.active === null || !list.current?.contains(document.activeElement)) return;
    document.getElementById(rowId(selection.active))?.scrollIntoView({ block: 'nearest' });
  }, [selection.active, items]);

  function keyDown(event: KeyboardEvent) {
    const next = props.onKey?.(event)
      ? selection
      : event.altKey
        ? null
        : type(keys, selection, event.key, modifierKeysOf(event));
    if (!next) return;
    event.preventDefault();
    if (next !== selection) onSelect(next);
  }

  /** Before the row under the pointer, or behind it in its lower half. */
  function placeOf(event: DragEvent): number {
    const row = (event.target as Element).closest('[role=option]');
    const at = row ? [...(list.current?.querySelectorAll('[role=option]') ?? [])].indexOf(row) : -1;
    if (!row || at < 0) return items.length;
    const { top, height } = row.getBoundingClientRect();
    return event.clientY > top + height / 2 ? at + 1 : at;
  }
  const takenFrom = ({ dataTransfer }: DragEvent) => drop?.takes.find((name) => dataTransfer.types.includes(name));

  return (
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      aria-multiselectable
      aria-labelledby={props.labelledBy}
      aria-activedescendant={
        selection.active !== null && keys.includes(selection.active) ? rowId(selection.active) : undefined
      }
      tabIndex={0}
      data-drop={place === items.length ? '' : undefined}
      onKeyDown={keyDown}
      onDragOver={(event) => {
        if (!takenFrom(event)) return;
        event.preventDefault();
        setPlace(placeOf(event));
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node)) setPlace(null);
      }}
      onDrop={(event) => {
        const from = takenFrom(event);
        setPlace(null);
        if (!from) return;
        event.preventDefault();
        drop?.at(placeOf(event), from);
      }}
    >
      {items.length === 0 && (
        <p className={styles.empty} role="presentation">
          {props.empty}
        </p>
      )}
      {items.map((item, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        <div
          key={item.key}
          id={rowId(item.key)}
          role="option"
          aria-selected={selection.selected.has(item.key)}
          data-active={selection.active === item.key ? '' : undefined}
          data-new={props.isNew?.(item) ? '' : undefined}
          data-drop={place === at ? '' : undefined}
          draggable
          onClick={(event) => {
            const modifiers = modifierKeysOf(event);
            onSelect(press(keys, selection, item.key, { ...modifiers, ctrl: modifiers.ctrl || isTouch(event) }));
          }}
          onDoubleClick={() => props.onDoubleClick?.(item)}
          onDragStart={(event) => {
            if (!selection.selected.has(item.key)) onSelect(press(keys, selection, item.key, modifierKeysOf(event)));
            event.dataTransfer.setData(dragged, '');
            event.dataTransfer.effectAllowed = 'copyMove';
          }}
        >
          {props.render(item)}
        </div>
      ))}
    </div>
  );
}
