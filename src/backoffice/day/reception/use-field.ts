// The field of the reception: what is in it, who is meant by it, and that it has the focus whenever a scanner may type.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createFinder } from '#backoffice/reservations/find/finder.ts';
import type { ReceptionDay, ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { send } from '#web/send.ts';
import { findRows, isIn, readTyped, step, type Typed } from './desk.ts';
import type { Desk } from './use-desk.ts';

interface Found {
  numbers: readonly number[];
  chosen: number | null;
}

const NOBODY: Found = { numbers: [], chosen: null };

/** A keyboard would cover half of the screen. */
const isByFinger = () => window.matchMedia('(pointer: coarse)').matches;

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, dialog, [role="dialog"]') !== null;

export function useField(day: ReceptionDay | null, desk: Desk) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>(NOBODY);
  const focus = useCallback(() => {
    if (!isByFinger()) input.current?.focus({ preventScroll: true });
  }, []);

  const { showMessage } = desk;
  const [finder] = useState(() => createFinder((finding) => showMessage({ kind: 'elsewhere', finding }), send));

  const change = (typed: string) => {
    finder.stop();
    setText(typed);
    setFound(NOBODY);
  };

  async function scan(number: number, typed: string) {
    if (!day) return;
    change('');
    if (!(await desk.scan(day, number))) setText((now) => now || typed);
  }

  function offer(numbers: readonly number[]) {
    desk.showMessage({ kind: 'note', text: `${numbers.length} 名います。↑ ↓ で選んでください。` });
    setFound({ numbers, chosen: null });
  }

  /** One who is still to come is chosen at once; of several somebody has to choose: a name is not taken for its neighbour's. */
  function find(typed: Exclude<Typed, { kind: 'nothing' }>) {
    const all = findRows(day?.rows ?? [], typed);
    if (typed.kind === 'number' && all.every(({ number }) => number === typed.number)) return scan(typed.number, text);
    // Of two with that number, who has come may be the one that is meant.
    const some = typed.kind === 'number' ? all : all.filter((row) => !isIn('arrived', row));
    const numbers = some.map(({ number }) => number);
    const [only, ...others] = numbers;
    if (only !== undefined) {
      if (others.length > 0) return offer(numbers);
      if (typed.kind !== 'words') return scan(only, text);
      desk.showMessage(null);
      return setFound({ numbers, chosen: only });
    }
    const [here] = all;
    if (here && all.length === 1) desk.showMessage({ kind: 'already', row: here });
    else if (all.length === 0) void finder.look({ text: typed.words, round: 0 });
    else desk.showMessage({ kind: 'note', text: `${all.length} 名ともすでに来院しています。` });
  }

  function enter() {
    const row = day?.rows.find(({ number }) => number === found.chosen);
    if (row) {
      change('');
      void desk.mark(row, 'arrived');
      return;
    }
    const typed = readTyped(text);
    if (typed.kind !== 'nothing' && found.numbers.length === 0) void find(typed);
  }

  /** Who is meant: chosen, or alone under what is typed, also of those who have come; without anything, whoever has come last. */
  function meant(): ReceptionRow | null {
    const rows = day?.rows ?? [];
    const typed = readTyped(text);
    const { message } = desk;
    if (typed.kind === 'nothing') return message && 'row' in message ? message.row : null;
    const chosen = rows.find(({ number }) => number === found.chosen);
    if (chosen) return chosen;
    const some = findRows(rows, typed);
    const [only = null] = some;
    if (some.length < 2) {
      if (!only) desk.showMessage({ kind: 'refused', sentence: '該当する予約がありません。', about: null });
      return only;
    }
    offer(some.map(({ number }) => number));
    return null;
  }

  const move = (by: 1 | -1) => setFound(({ numbers, chosen }) => ({ numbers, chosen: step(numbers, chosen, by) }));

  const press = useRef((_: KeyboardEvent) => {});
  press.current = (event) => {
    const isOurs = event.target === input.current;
    if (!isOurs && isTypedInto(event.target)) return;
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      if (text !== '' || !desk.undone) return;
      event.preventDefault();
      desk.undo();
    } else if (
      !isOurs &&
      event.key.length === 1 &&
      !/[\s/]/.test(event.key) &&
      !(event.ctrlKey || event.metaKey || event.altKey)
    ) {
      // What a scanner types is never lost, wherever somebody has pressed before.
      input.current?.focus({ preventScroll: true });
    }
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return { input, text, change, found, enter, meant, move, focus };
}

export type ScanField = ReturnType<typeof useField>;
