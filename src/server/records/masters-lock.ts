// The server half of a call that changes masters: changes of an institution wait for each other before they hold anything else, so that no
// two can wait in a ring, and the access log learns which record it was and what has changed, in the words of its form.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { MASTER_WORDS } from '#domain/offer/master-words.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { type Administrator, type Handler, handle, type Trace } from '#server/service.ts';
import type { Call } from '#wire/call.ts';
import type { AnyField } from '#wire/field.ts';
import type { AnyRecord, Fields, Value } from '#wire/record.ts';
import { readMaster } from './record-version.ts';

/** Every change of a master raises this number in the end: whoever is to change one takes it first. */
const lockMasters = query('select from masters_versions where institution_code = $1 for update');

/** The server half of a call that changes masters. */
export function handleSave<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O, 'administrator'>,
  run: (db: Db, who: Administrator, input: Value<I>) => Promise<Value<O>>,
): Handler {
  return handle(call, async (db, who, input) => {
    await lockMasters(db, who.institutionCode);
    const reply = await run(db, who, input);
    await traceRecord(db, call, who.trace, input);
    return reply;
  });
}

/** Longer texts are told by their name alone: the log is no archive of them. */
const LONGEST = 60;

/** Told whole: whoever turns them reads along, or writes in the name of others. */
const WHOLE: ReadonlySet<string> = new Set(['sender', 'reply_to', 'bcc']);

const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that a form has in other parts. */
const LABELS: Readonly<Record<string, string>> = { start_minute: '受付時間' };

const WORDS: Readonly<Record<string, string>> = { ...MASTER_WORDS, ...MAIL_KIND_WORDS };

function wordOf(column: string, field: AnyField | undefined, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return column === 'published' ? (value ? '公開' : '非公開') : value ? 'あり' : 'なし';
  if (column === 'start_minute') return formatTime(Number(value));
  const text = String(value);
  if (field?.sample?.kind === 'oneOf') return WORDS[text] ?? text;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatOfficeDate(text) : text;
}

function compareRecords(fields: Fields, before: object, after: object): LogDetails {
  const labelled = Object.entries(fields).map(([name, field]) => [columnOf(name), field.label, field] as const);
  const columns = [
    ...labelled,
    ...Object.entries(LABELS).map(([column, label]) => [column, label, undefined] as const),
  ];
  const turned = columns.flatMap(([column, what, field]) => {
    if (column === 'version' || !(column in before)) return [];
    const [from, to] = [before, after].map((row) => wordOf(column, field, Reflect.get(row, column)));
    return from === to ? [] : [{ column, what, from: from ?? '', to: to ?? '' }];
  });
  const isLong = ({ column, from, to }: (typeof turned)[number]) =>
    !WHOLE.has(column) && (/\n/.test(from + to) || from.length + to.length > LONGEST);
  return {
    fields: turned.filter(isLong).map(({ what }) => what),
    changes: turned.filter((each) => !isLong(each)).map(({ column: _column, ...change }) => change),
  };
}

/** After the save: under `trace` the entry finds the record's name and, of an update, what turned. */
async function traceRecord(db: Db, { request, log }: Call, trace: Trace, input: object): Promise<void> {
  if (log?.act !== 'master') return;
  const { before } = trace;
  const { name, title } = { ...input, ...before?.row } as { name?: unknown; title?: unknown };
  trace.name ??= typeof name === 'string' ? name : typeof title === 'string' ? title : '';
  if (!before || log.note !== UPDATED) return;
  const after = await readMaster(db, before.table, before.key);
  if (!after) return;
  const { fields = [], ...compared } = compareRecords(request.fields, before.row, after);
  trace.details = { ...compared, ...trace.details, fields: [...fields, ...(trace.details?.fields ?? [])] };
}

/** As contracts of masters note it (masters/contract-log.ts). */
const UPDATED = '更新';
