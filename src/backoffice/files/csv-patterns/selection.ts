// Choosing several rows of a list by mouse and keyboard, as file lists have it: alone, with Ctrl, with Shift.

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
