// A form over a contract's record: holds the drafts, puts what is typed in order, checks it as the server will, and binds its
// inputs.
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { namesOf } from '#web/names-of.ts';
import { normalized, type Problem } from '#wire/field.ts';
import type { DraftOf, Fields, Reading, RecordType } from '#wire/record.ts';

export interface Bound<D> {
  id: string;
  label: string;
  required: boolean;
  /** What is written beside the label of one that may be left empty, and better is not. */
  mark?: string;
  value: D;
  error: string | null;
  edited: boolean;
  /** What somebody else has saved there meanwhile, where something else is typed. */
  theirs?: D;
  onChange(value: D): void;
  onBlur(): void;
}

/** An input that belongs to no form, such as what a list is searched by. */
export const unbound = <D>(id: string, label: string, value: D, onChange: (value: D) => void = () => {}): Bound<D> => ({
  id,
  label,
  required: false,
  value,
  error: null,
  edited: false,
  onChange,
  onBlur: () => {},
});

/** Yes or no as a choice between two words. */
export function asChoice(field: Bound<boolean>): Bound<'yes' | 'no' | ''> {
  const word = (value: boolean) => (value ? 'yes' : 'no');
  const { value, theirs, onChange } = field;
  return {
    ...field,
    value: word(value),
    theirs: theirs === undefined ? undefined : word(theirs),
    onChange: (chosen) => onChange(chosen === 'yes'),
  };
}

export interface PlacedProblem extends Problem {
  inputId: string;
  /** What stands behind it, where only the server knows that. */
  detail?: string;
}

export interface Form<F extends Fields, T, D = DraftOf<F>> {
  draft: D;
  bind<K extends keyof D & string>(name: K): Bound<D[K]>;
  set(change: Partial<D>): void;
  /** Has a field written again: that it is empty is found fault with only when it is left so, or sent. */
  empty(name: keyof D & string): void;
  /** Puts what is newer under what was typed: what nobody typed in follows, the rest is compared with it from now on. */
  rebase(newer: D): void;
  revert(): void;
  restart(draft: D): void;
  /** The fields that somebody else has changed since, by their labels; null where nobody has saved anything. */
  conflicts: readonly string[] | null;
  editedCount: number;
  /** Problems of fields that were left once or came with them, or of all after a submit. */
  problems: PlacedProblem[];
  /** Checks everything, and from then on shows every problem. */
  submit(): { ok: true; value: T } | { ok: false; problems: PlacedProblem[] };
  reading: Reading<T>;
}

/** `groups` names fields that are one to the person: none of them is found fault with before all were left once. */
export function useForm<F extends Fields, T, D extends object>(
  type: RecordType<F, T, D>,
  initial: D,
  groups: readonly (readonly (keyof D & string)[])[] = [],
): Form<F, T, D> {
  const formId = useId();
  const [{ start, draft, renewed }, setState] = useState<Typed<D>>({ start: initial, draft: initial, renewed: null });
  const setDraft = (change: (before: D) => D) =>
    setState((now) => {
      const draft = change(now.draft);
      return draft === now.draft ? now : { ...now, draft };
    });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  /** The field that is being written again, and was right before. */
  const [typing, setTyping] = useState<string | null>(null);
  const [wrongFromStart] = useState(() => findWrong(type, initial));

  const tidy = type.tidy(draft);
  const reading = type.read(tidy);
  const inputId = (name: string) => `${formId}-${name}`;
  const all: PlacedProblem[] = reading.ok
    ? []
    : reading.problems.map((problem) => ({ ...problem, inputId: inputId(problem.field) }));
  const wasLeft = (name: string) => {
    const group: readonly string[] | undefined = groups.find((names) => names.some((one) => one === name));
    return (group ?? [name]).every((one) => touched.has(one));
  };
  const isShown = (name: string) => name !== typing && (submitted || wasLeft(name) || wrongFromStart.has(name));
  const problems = all.filter((problem) => isShown(problem.field));
  const isEdited = (name: keyof D) => differs(draft[name], start[name]);
  const isConflict = (name: keyof D) => Boolean(renewed?.includes(name)) && isEdited(name);

  return {
    draft,
    reading,
    problems,
    conflicts: renewed?.map((name) => type.fields[name as keyof F & string]?.label ?? '') ?? null,
    rebase: (newer) => setState((now) => rebased(now, newer)),
    revert: () => setState((now) => ({ ...now, draft: now.start, renewed: null })),
    restart(draft) {
      setState({ start: draft, draft, renewed: null });
      setTouched(new Set());
      setSubmitted(false);
    },
    editedCount: namesOf(start).filter(isEdited).length,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    empty(name) {
      setDraft((before) => ({ ...before, [name]: type.blank[name] }));
      setTouched((before) => new Set([...before].filter((one) => one !== name)));
      setSubmitted(false);
    },
    bind(name) {
      const field = type.fields[name];
      const error = problems.find((problem) => problem.field === name)?.sentence ?? null;
      return {
        id: inputId(name),
        label: field?.label ?? '',
        required: field?.required ?? false,
        value: draft[name],
        error,
        edited: isEdited(name),
        theirs: isConflict(name) ? start[name] : undefined,
        onChange(value) {
          setDraft((before) => ({ ...before, [name]: value }));
          // What is wrong goes as soon as it is mended, and comes only when the field is left.
          if (!error) setTyping(name);
        },
        onBlur() {
          if (field) setDraft((before) => tidied(field, name, before));
          afterPress(() => {
            setTyping(null);
            setTouched((before) => new Set(before).add(name));
          });
        },
      };
    },
    submit() {
      setSubmitted(true);
      setTyping(null);
      setDraft(() => tidy);
      return reading.ok ? reading : { ok: false, problems: all };
    },
  };
}

/**
 * What is newer comes under what was typed, as soon as it is there; `known` is the version that the form has by then, and gives back where
 * to put that of one's own saves.
 */
export function useRebase<D>(
  form: { rebase(newer: D): void },
  newer: D,
  version = JSON.stringify(newer),
  known = version,
) {
  const last = useRef(known);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is a newer one
  useLayoutEffect(() => {
    if (last.current === version) return;
    last.current = version;
    form.rebase(newer);
  }, [version]);
  return last;
}

interface Typed<D> {
  start: D;
  draft: D;
  /** What somebody else has changed since it was loaded first. */
  renewed: readonly (keyof D)[] | null;
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** The same where nothing is to be put in order: leaving a field is no change, whenever it happens. */
function tidied<D extends object, K extends keyof D>(field: Parameters<typeof normalized>[0], name: K, draft: D): D {
  const value = normalized(field, draft[name]);
  return differs(value, draft[name]) ? { ...draft, [name]: value } : draft;
}

function rebased<D extends object>({ start, draft, renewed }: Typed<D>, newer: D): Typed<D> {
  const names = namesOf(start);
  const typed = names.filter((name) => differs(draft[name], start[name]));
  const changed = names.filter((name) => renewed?.includes(name) || differs(newer[name], start[name]));
  return {
    start: newer,
    draft: { ...newer, ...Object.fromEntries(typed.map((name) => [name, draft[name]])) },
    renewed: changed,
  };
}

/** Fields that were loaded with something wrong in them, such as an imported name that is too long: shown at once. */
function findWrong<F extends Fields, T, D extends object>(type: RecordType<F, T, D>, draft: D): ReadonlySet<string> {
  const reading = type.read(draft);
  const isFilled = (name: string) => differs(draft[name as keyof D], type.blank[name as keyof D]);
  return new Set(reading.ok ? [] : reading.problems.map(({ field }) => field).filter(isFilled));
}

let isPressed = false;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  // The click comes after the release.
  setTimeout(() => {
    for (const act of waiting) act();
    waiting.clear();
  });
}

if (typeof document !== 'undefined') {
  const options = { capture: true, passive: true };
  document.addEventListener('pointerdown', () => (isPressed = true), options);
  for (const end of ['pointerup', 'pointercancel', 'dragend']) document.addEventListener(end, release, options);
}

/**
 * Waits for the end of a press, and acts at once where nothing is pressed. What a field says when it is left may move the page: a button
 * that is being pressed would slip away under the pointer, and the click would meet nothing.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.add(act);
  else act();
}
