// A master as one typed value, from which the shared screens are made, and where they are.
import type { ComponentType, ReactNode } from 'react';
import { foldText } from '#domain/text/fold-text.ts';
import type { MasterAddresses } from '#web/addresses.ts';
import { atKey, useKeyInAddress } from '#web/key-in-address.ts';
import type { EmptyBoxAction } from '#web/ui/empty-box.tsx';
import type { Form } from '#web/ui/form.ts';
import type { Column } from '#web/ui/table.tsx';
import type { Call } from '#wire/call.ts';
import { type AnyRecord, type Draft, emptyRecord, type Value } from '#wire/record.ts';

export type FormOf<V extends AnyRecord> = Form<V['fields'], Value<V>, Draft<V>>;

export interface MasterForm<V extends AnyRecord, Detail = unknown, Lookups = unknown> {
  form: FormOf<V>;
  mode: 'register' | 'edit';
  /** What came with the record; null while one is registered. */
  detail: Detail | null;
  /** What the form's selects offer, where the master has a call for that. */
  lookups: Lookups;
}

// biome-ignore lint/suspicious/noExplicitAny: the screens serve every master; its own types hold in its definition
type Anything = any;
/** Its records are described by what stands around it. */
type AnyCall = Call<Anything, Anything>;

interface Master<
  Row = unknown,
  Key extends object = object,
  V extends AnyRecord = AnyRecord,
  Detail extends { record: Value<V>; version: string } = { record: Value<V>; version: string },
  Lookups = unknown,
  List extends { rows: Row[] } = { rows: Row[] },
> {
  addresses: MasterAddresses;
  /** 予約枠マスタ */
  title: string;
  /** 予約枠: in 予約枠の編集, 予約枠の登録. */
  noun: string;
  values: V;
  list: AnyCall;
  remove: AnyCall;
  open: AnyCall;
  update: AnyCall;
  register: AnyCall;
  keyOf(row: Row): Key;
  nameOf(row: Row): string;
  /** Whether the two would be taken for each other; by their names without it. */
  isSame?: (row: Row, value: Value<V>) => boolean;
  columns: readonly Column<Row>[];
  isOff?: (row: Row) => boolean;
  /** Records that may not be deleted have their button disabled. */
  canDelete?: (row: Row) => boolean;
  blank: Draft<V>;
  /** What the next registration takes over from the one before. */
  runsOn?: readonly (keyof Draft<V> & string)[];
  /** What a registration begins with that only the server knows; `ask` gives null while it can't be asked for. */
  begin?: {
    call: AnyCall;
    ask(draft: Draft<V>): object | null;
    draft(answer: Anything): Partial<Draft<V>>;
  };
  /** What most people do after a registration, by what it has answered; without it, they register another. */
  next?: (answer: Anything) => { label: string; to: string };
  FormRows: ComponentType<MasterForm<V, Detail, Lookups>>;
  lookup?: AnyCall;
  /** For masters within another record: its key, which every call carries, and every address. */
  scope?: AnyRecord;
  /** The screen such a master was opened from: the list's back button leads there, and so does its crumb. */
  back?: { label: string; to(scope: Anything): string };
  /** What stands above the list, and at the right of an edit screen's heading. */
  ListHead?: ComponentType<{ list: List }>;
  /** What stands in the list's place while there is nothing in it; the plain sentence without it. */
  Empty?: ComponentType<{ list: List; scope: object; lookups: Lookups; replace(list: List): void }>;
  /** What another master has to hold first, where nothing can be registered without it; null where all is there. */
  lacks?: (lookups: Lookups) => { sentence: string; way: EmptyBoxAction } | null;
  ListFoot?: ComponentType<{ list: List }>;
  EditTools?: ComponentType<{ detail: Detail }>;
  describe(value: Value<V>, lookups: Lookups): Readonly<Record<string, string>>;
  /** What speaks against a record, and may be meant all the same; `before` is the one that is edited, null for a new one. */
  doubts?: (value: Value<V>, before: Value<V> | null) => readonly string[];
  /** What else the person should know before the update is sent. */
  warn?: (detail: Detail, value: Value<V>) => ReactNode;
  texts: {
    updated: string;
    registered: string;
    /** What follows システムエラーです。 when a registration fails, where it is not the usual line. */
    registerFault?: string;
  };
}

export type LookupsOf<C> = C extends Call<infer _I, infer O> ? Value<O> : undefined;
export type Rows<C> = C extends Call<infer _I, infer O> ? (Value<O> extends { rows: (infer R)[] } ? R : never) : never;
type KeyOf<C> = C extends Call<infer I, infer _O> ? Value<I> & object : never;

interface MasterCalls<V extends AnyRecord, L extends Call, O extends Call, K extends Call | undefined> {
  values: V;
  list: L;
  open: O;
  update: Call;
  register: Call;
  remove: Call<AnyRecord, L['reply']>;
  lookup?: K;
}

type Made<V extends AnyRecord, L extends Call, O extends Call, K> = Master<
  Rows<L>,
  KeyOf<O>,
  V,
  Value<O['reply']> & { record: Value<V>; version: string },
  LookupsOf<K>,
  Value<L['reply']> & { rows: Rows<L>[] }
>;

/** What most masters have alike is left out: a name, a form that begins empty, and what the pages after a save say. */
type Stated<M extends AnyMaster> = Omit<M, 'nameOf' | 'blank' | 'texts'> &
  Partial<Pick<M, 'nameOf' | 'blank'>> & { texts?: Partial<M['texts']> };

/** Fills the types in from the calls; a call that does not fit the pattern does not compile. */
export function defineMaster<
  V extends AnyRecord,
  L extends Call,
  O extends Call,
  K extends Call | undefined = undefined,
>(master: Omit<Stated<Made<V, L, O, K>>, keyof MasterCalls<V, L, O, K>> & MasterCalls<V, L, O, K>): Made<V, L, O, K> {
  const { texts, title, values } = master;
  return {
    nameOf: ({ name }: { name: string }) => name,
    blank: values.blank,
    ...master,
    texts: { updated: `${title}を更新しました。`, registered: '登録しました。', ...texts },
  } as unknown as Made<V, L, O, K>;
}

export type AnyMaster = Master<Anything, Anything, Anything, Anything, Anything, Anything>;

const isNamedAlike = (row: { name?: string }, value: { name?: string }) =>
  row.name !== undefined && foldText(row.name) === foldText(value.name ?? '');

/** Whether there is another record of this name; `before` is the one that is edited, which may keep a name that it shares. */
export function hasTwin(
  master: AnyMaster,
  rows: readonly unknown[],
  value: Value<AnyRecord>,
  before: unknown,
): boolean {
  const isSame = (row: unknown) => (master.isSame ?? isNamedAlike)(row as object, value);
  return !(before && isSame(before)) && rows.some(isSame);
}

/** What the records belong to, as every call of the list and of a registration carries it; null where the address names none. */
export const useScope = (master: AnyMaster): object | null => useKeyInAddress(master.scope ?? emptyRecord);

export function useAddressInScope(master: AnyMaster, screen: keyof MasterAddresses): string {
  const path = master.addresses[screen];
  const scope = useScope(master);
  return master.scope && scope ? atKey(path, master.scope, scope) : path;
}
