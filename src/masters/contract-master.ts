// The calls of a master whose records stand by themselves: its list, one record, and what changes them; and what the access log has of a save.
import { officeCalls } from '#wire/call.ts';
import { versionAnswered, versionSent } from '#wire/fields.ts';
import { type Fields, flat, list, nested, record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';

interface MasterLog<T> {
  act: 'master';
  note: string;
  subject(sent: T): string;
}

/** `codeOf` names a record by what is sent to mean it; that of a new one is the server's to give. */
export function masterLog<T>(master: string, codeOf: (sent: T) => string) {
  const about = (note: string): MasterLog<T> => ({
    act: 'master',
    note,
    subject: (sent) => `${master} ${codeOf(sent)}`.trimEnd(),
  });
  return {
    register: { act: 'master', note: '登録', subject: () => master } as MasterLog<unknown>,
    update: about('更新'),
    remove: about('削除'),
    bulk: about('一括'),
    about,
  };
}

type None = Record<never, never>;
const none = <F extends Fields>(fields: F | undefined) => (fields ?? {}) as F;

/** Parts that a master has no use for are left out. */
interface MasterParts<K, V, U, S, R, D, H, G, A> {
  /** 予約枠マスタ */
  title: string;
  /** 予約枠: in 予約枠の編集, 予約枠の登録. */
  noun: string;
  /** The wire's name of its records: WAKU of listWAKU and singleWAKU. */
  code: string;
  key: K;
  values: V;
  /** The values as an update takes them, where some may be left out. */
  updated?: U;
  rules?: readonly Rule<V extends Fields ? ValueOf<V> : never>[];
  stored?: S;
  row?: R;
  /** An opened record stands among what comes with it. */
  isFlat?: boolean;
  detail?: D;
  head?: H;
  /** The key of the record that all those of a list belong to. */
  scope?: G;
  registered?: A;
  failures?: { update?: { Refused: number }; register?: { Changed: number } };
}

export function masterCalls<
  K extends Fields,
  V extends Fields,
  U extends Fields = V,
  S extends Fields = None,
  R extends Fields = S & K & V,
  D extends Fields = None,
  H extends Fields = None,
  G extends Fields = None,
  A extends Fields = None,
>(family: string, parts: MasterParts<K, V, U, S, R, D, H, G, A>) {
  const { title, noun, code, key, values, failures = {} } = parts;
  const { read, write } = officeCalls(family);
  const keyNames = Object.keys(key);
  const log = masterLog<unknown>(title, (sent) => keyNames.map((name) => Reflect.get(sent as object, name)).join('-'));
  const rules = parts.rules as readonly Rule<never>[] as never;
  const scope = none(parts.scope);
  const stored = record({ ...none(parts.stored), ...key, ...values });
  const row = record(parts.row ?? (stored.fields as unknown as R));
  const rows = list(`list${code}`, `${noun}の一覧`, row, 'upper');
  const records = record({ ...none(parts.head), rows });
  return {
    title,
    noun,
    values: record(values, rules),
    stored,
    row,
    keyOf: (of: ValueOf<R>) => Object.fromEntries(keyNames.map((name) => [name, of[name]])) as ValueOf<K>,
    list: read('List', { request: record(scope), reply: records }),
    open: read('Detail', {
      request: record(key),
      reply: record({
        ...versionAnswered,
        record: parts.isFlat ? flat(noun, stored) : nested(`single${code}`, noun, stored, 'upper'),
        ...none(parts.detail),
      }),
    }),
    update: write('Update', {
      log: log.update,
      request: record({ ...key, ...(parts.updated ?? (values as unknown as U)), ...versionSent }, rules),
      reply: record(versionAnswered),
      failures: failures.update ?? {},
    }),
    register: write('Register', {
      log: log.register,
      request: record({ ...scope, ...values }, rules),
      reply: record(none(parts.registered)),
      failures: failures.register ?? {},
    }),
    remove: write('Delete', { log: log.remove, request: record({ ...key, ...versionSent }), reply: records }),
  };
}
