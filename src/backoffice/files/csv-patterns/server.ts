// Keeps the CSV patterns: lists, copies, deletes and saves them.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { NEW_PATTERN } from '#domain/offer/sentinels.ts';
import { answerVersion, handleSave, lockRecord } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { notFound, refused } from '#wire/failure.ts';
import {
  ATTRIBUTES,
  copyPattern,
  deletePattern,
  isAttribute,
  listPatterns,
  openPattern,
  type Pattern,
  savePattern,
} from './contract.ts';
import { attributeItem, type Item, readOptionItems, readPatternItems } from './server-items.ts';

export const patternHandlers: Handler[] = [
  handle(listPatterns, async (db, who) => ({ rows: await readPatterns(db, who.institutionCode) })),

  handleSave(copyPattern, async (db, who, { patternCode }) => {
    const { name } = await lockPattern(db, who, patternCode, null);
    const copyCode = await nextPatternCode(db, who);
    await insertRow(db, who.institutionCode, copyCode, nameOfCopy(name), false);
    await copyItems(db, who.institutionCode, patternCode, copyCode);
    return { rows: await readPatterns(db, who.institutionCode) };
  }),

  handleSave(deletePattern, async (db, who, { patternCode }) => {
    await lockPattern(db, who, patternCode, null);
    // Its items go with it.
    await deleteRow(db, who.institutionCode, patternCode);
    return { rows: await readPatterns(db, who.institutionCode) };
  }),

  handle(openPattern, (db, who, { patternCode }) => readPattern(db, who, patternCode)),

  handleSave(savePattern, async (db, who, { patternCode, name, isInitial, version, items }) => {
    const isNew = patternCode === NEW_PATTERN;
    if (!isNew) await lockPattern(db, who, patternCode, version);
    const known = await findKnown(db, who, items);
    const code = isNew ? await nextPatternCode(db, who) : patternCode;
    // The others first: the database allows one initial pattern at any time.
    if (isInitial) await clearInitial(db, who.institutionCode, code);
    if (isNew) who.trace.details = { note: '登録' };
    if (isNew) await insertRow(db, who.institutionCode, code, name, isInitial);
    else await updateRow(db, who.institutionCode, code, name, isInitial);
    await replaceItems(db, who, code, known);
    return readPattern(db, who, code);
  }),
];

const COPY_MARK = 'のコピー';
const LONGEST_NAME = 60;

/** Cut so that it still says that it is a copy. */
function nameOfCopy(name: string): string {
  return [...name].slice(0, LONGEST_NAME - COPY_MARK.length).join('') + COPY_MARK;
}

const lockPattern = (db: Db, who: Administrator, patternCode: string, version: string | null) =>
  lockRecord(db, 'csv_patterns', { institution_code: who.institutionCode, pattern_code: patternCode }, version, [
    'name',
  ]);

const readPatterns = query<{ patternCode: string; name: string; isInitial: boolean }>(`
  select pattern_code as "patternCode", name, is_initial as "isInitial"
    from csv_patterns where institution_code = $1 order by pattern_code`);

async function readPattern(db: Db, { institutionCode }: Administrator, patternCode: string): Promise<Pattern> {
  const head = patternCode === NEW_PATTERN ? NOT_SAVED : await readHead(db, institutionCode, patternCode);
  const options = await readOptionItems(db, institutionCode);
  const attributes = Object.keys(ATTRIBUTES).filter(isAttribute).map(attributeItem);
  const output = patternCode === NEW_PATTERN ? [] : await readPatternItems(db, institutionCode, patternCode);
  return {
    patternCode,
    ...head,
    addable: [...attributes, ...options].map((item, index) => ({ key: index + 1, ...item })),
    output: output.map((item, index) => ({ position: index + 1, key: index + 1, ...item, status: 'saved' })),
  };
}

const NOT_SAVED = { name: '', isInitial: false, version: '' };

const selectHead = query<{ name: string; isInitial: boolean; version: number }>(`
  select name, is_initial as "isInitial", version from csv_patterns where institution_code = $1 and pattern_code = $2`);

async function readHead(db: Db, institutionCode: string, patternCode: string) {
  const [head] = await selectHead(db, institutionCode, patternCode);
  if (!head) throw notFound();
  return { ...head, ...answerVersion(head) };
}

async function findKnown(
  db: Db,
  { institutionCode }: Administrator,
  sent: Input<typeof savePattern>['items'],
): Promise<Item[]> {
  const hasOptions = sent.some(({ kind }) => kind === 'option');
  const options = hasOptions ? await readOptionItems(db, institutionCode) : [];
  const optionOf = new Map(options.map((item) => [`${item.groupCode}/${item.optionCode}`, item]));
  const unknown: string[] = [];
  const found = sent.flatMap(({ kind, attribute, groupCode, optionCode }, index) => {
    if (kind === 'attribute' && attribute !== null) return [attributeItem(attribute)];
    const option = kind === 'option' ? optionOf.get(`${groupCode}/${optionCode}`) : undefined;
    if (!option) unknown.push(`${index + 1}行目の項目が見つかりません。`);
    return option ? [option] : [];
  });
  if (unknown.length > 0) throw refused(...unknown);
  return found;
}

const deleteItems = query('delete from csv_pattern_items where institution_code = $1 and pattern_code = $2');

const insertItems = query(`
  insert into csv_pattern_items (institution_code, pattern_code, position, attribute, group_code, option_code)
  select $1, $2, i.position, i.attribute, i.group_code, i.option_code
    from unnest($3::text[], $4::text[], $5::text[]) with ordinality i(attribute, group_code, option_code, position)`);

async function replaceItems(db: Db, { institutionCode }: Administrator, patternCode: string, items: readonly Item[]) {
  const [attributes, groupCodes, optionCodes] = [
    items.map(({ attribute }) => attribute),
    items.map(({ groupCode }) => groupCode),
    items.map(({ optionCode }) => optionCode),
  ];
  await deleteItems(db, institutionCode, patternCode);
  await insertItems(db, institutionCode, patternCode, attributes, groupCodes, optionCodes);
}

const SCOPE = 'csv-patterns';

/**
 * The next code that is free after the one given last, so that whoever still has a deleted pattern on the screen does not
 * get another by its code; after 999 from the beginning again.
 */
const takeNumber = query<{ number: number }>(`
  with last as (
    select coalesce(max(last_number), 0) as number from code_counters where institution_code = $1 and scope = $2
  ), free as (
    select n from generate_series(1, 999) n, last
     where not exists (select from csv_patterns where institution_code = $1 and pattern_code = lpad(n::text, 3, '0'))
     order by n <= last.number, n limit 1
  )
  insert into code_counters (institution_code, scope, last_number) select $1, $2, n from free
  on conflict (institution_code, scope) do update set last_number = excluded.last_number
  returning last_number as number`);

async function nextPatternCode(db: Db, { institutionCode, trace }: Administrator): Promise<string> {
  const [next] = await takeNumber(db, institutionCode, SCOPE);
  if (!next) throw refused('登録できる件数の上限に達しました。');
  trace.code = String(next.number).padStart(3, '0');
  return trace.code;
}

const insertRow = query(`
  insert into csv_patterns (institution_code, pattern_code, name, is_initial) values ($1, $2, $3, $4)`);

const copyItems = query(`
  insert into csv_pattern_items (institution_code, pattern_code, position, attribute, group_code, option_code)
  select institution_code, $3, position, attribute, group_code, option_code
    from csv_pattern_items where institution_code = $1 and pattern_code = $2`);

const deleteRow = query('delete from csv_patterns where institution_code = $1 and pattern_code = $2');

const updateRow = query(`
  update csv_patterns set name = $3, is_initial = $4, version = version + 1
   where institution_code = $1 and pattern_code = $2`);

/** A pattern that is no longer the initial one has changed for whoever edits it. */
const clearInitial = query(`
  update csv_patterns set is_initial = false, version = version + 1
   where institution_code = $1 and pattern_code <> $2 and is_initial`);
