// What stands in each column of a CSV file: which columns of the reservation it is made of, and how it is written.
import { localTime, today } from '#domain/clock.ts';
import { STATUS_WORDS } from '#domain/reservation-status.ts';
import { writeTime } from '#domain/time-of-day.ts';
import { RESERVATION_STATUS, SEX } from '#wire/choices.ts';
import { DOWNLOAD_STATUS_CODE } from './contract-download.ts';
import type { Attribute } from './contract-items.ts';
import { writeLine } from './csv-line.ts';
import type { Item } from './server-items.ts';

/** A reservation as far as the file needs it, by the names of columns. */
// biome-ignore lint/suspicious/noExplicitAny: which columns are there depends on the pattern
export type Row = Readonly<Record<string, any>>;

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  name: string;
  amount: number;
}

interface Column {
  /** In SQL, each under its name; r is the reservation. */
  reads: Readonly<Record<string, string>>;
  write(row: Row): string;
}

const asIs = (name: string): Column => ({ reads: { [name]: `r.${name}` }, write: (row) => row[name] });
const number = (name: string): Column => ({ reads: { [name]: `r.${name}` }, write: (row) => String(row[name] ?? '') });
const day = (name: string): Column => ({
  reads: { [name]: `r.${name}` },
  write: (row) => row[name].replaceAll('-', '/'),
});
const word = (name: string, words: Readonly<Record<string, string>>): Column => ({
  reads: { [name]: `r.${name}` },
  write: (row) => words[row[name]] ?? '',
});
const flag = (name: string, yes: string, no: string): Column => ({
  reads: { [name]: `r.${name}` },
  write: (row) => (row[name] ? yes : no),
});
const dayOf = (name: string): Column => ({
  reads: { [name]: `r.${name}` },
  write: (row) => today(row[name]).replaceAll('-', '/'),
});
function momentOf(name: string): Column {
  const write = (row: Row) => {
    const { year, month, day, hour, minute } = localTime(row[name]);
    return `${year}/${month}/${day} ${hour}:${minute}`;
  };
  return { reads: { [name]: `r.${name}` }, write };
}
const joined = (one: string, other: string): Column => ({
  reads: { [one]: `r.${one}`, [other]: `r.${other}` },
  write: (row) => `${row[one]}　${row[other]}`,
});
const looked = (name: string, sql: string): Column => ({
  reads: { [name]: `(${sql})` },
  write: (row) => String(row[name] ?? ''),
});

const COLUMNS: Readonly<Record<Attribute, Column>> = {
  reservation_number: number('reservation_number'),
  replaces_number: number('replaces'),
  replaced_by_number: looked(
    'replaced_by',
    `select s.reservation_number from reservations s
      where s.institution_code = r.institution_code and s.replaces = r.reservation_number`,
  ),
  status_code: word('status', RESERVATION_STATUS),
  status: word('status', STATUS_WORDS),
  fiscal_year: number('fiscal_year'),
  visit_date: day('visit_date'),
  slot_code: asIs('slot_code'),
  start_time: { reads: { start_minute: 'r.start_minute' }, write: (row) => writeTime(row.start_minute) },
  slot_name: looked(
    'slot_name',
    'select t.name from time_slots t where t.institution_code = r.institution_code and t.slot_code = r.slot_code',
  ),
  frames: looked(
    'frames',
    `select string_agg(f.name, '、' order by f.frame_code) from frames f
      where f.institution_code = r.institution_code and f.frame_code in (
        select p.frame_code from reservation_places p
         where p.institution_code = r.institution_code and p.reservation_number = r.reservation_number)`,
  ),
  booking_kind: flag('desired', '希望予約', '確定予約'),
  download_status_code: word('download_status', DOWNLOAD_STATUS_CODE),
  download_status: word('download_status', { new: '未（新規）', changed: '未（変更・取消）', done: '済' }),
  registered_on: dayOf('created_at'),
  registered_at: momentOf('created_at'),
  updated_on: dayOf('updated_at'),
  updated_at: momentOf('updated_at'),
  examinee_number: number('examinee_id'),
  patient_number: asIs('patient_number'),
  kana_name: joined('family_kana', 'given_kana'),
  family_kana: asIs('family_kana'),
  given_kana: asIs('given_kana'),
  name: joined('family_name', 'given_name'),
  family_name: asIs('family_name'),
  given_name: asIs('given_name'),
  birth_date: day('birth_date'),
  sex_code: word('sex', SEX),
  sex: word('sex', { male: '男', female: '女' }),
  age: number('age'),
  postal_code: {
    reads: { postal_code: 'r.postal_code' },
    write: ({ postal_code: code }) => (code ? `${code.slice(0, 3)}-${code.slice(3)}` : ''),
  },
  prefecture: asIs('prefecture'),
  city: asIs('city'),
  street: asIs('street'),
  phone: asIs('phone'),
  mail: asIs('mail'),
  accepts_mail: flag('accepts_mail', '受け取る', '受け取らない'),
  remarks: asIs('remarks'),
  client_code: asIs('client_code'),
  client_name: asIs('client_name'),
  insurer_number: asIs('insurer_number'),
  card_symbol: asIs('card_symbol'),
  card_number: asIs('card_number'),
  category_code: number('category_code'),
  category_name: asIs('category_name'),
  company_name: asIs('company_name'),
  employee_number: asIs('employee_number'),
  course_code: asIs('course_code'),
  course_name: asIs('course_name'),
  course_internal_name: looked(
    'course_internal_name',
    `select coalesce(nullif(c.internal_name, ''), c.name) from courses c
      where c.institution_code = r.institution_code and c.client_code = r.client_code
        and c.fiscal_year = r.fiscal_year and c.course_code = r.course_code`,
  ),
  course_duration: asIs('course_duration'),
  course_items: looked(
    'course_items',
    `select string_agg(i.item ->> 'name', '、' order by i.place)
       from jsonb_array_elements(r.course_items) with ordinality i(item, place)`,
  ),
  price_condition_code: asIs('price_condition_code'),
  course_amount: number('course_amount'),
  option_names: { reads: {}, write: (row) => row.option_names },
  option_amount: {
    reads: { course_amount: 'r.course_amount', total_amount: 'r.total_amount' },
    write: (row) => String(row.total_amount - row.course_amount),
  },
  total_amount: number('total_amount'),
  tax_display: word('tax_display', { included: '税込', excluded: '税抜' }),
};

/** How lines of a pattern are made. */
export interface LinePlan {
  /** What to select of each reservation, number and version included. */
  select: string;
  needsOptions: boolean;
  write(row: Row, options: readonly ChosenOption[]): string;
}

const optionKey = (groupCode: string, optionCode: string) => `${groupCode}/${optionCode}`;

/** `allOptions` gives options their internal names, and their order. */
export function planLines(items: readonly Item[], allOptions: readonly Item[]): LinePlan {
  const reads = new Map([
    ['reservation_number', 'r.reservation_number'],
    ['version', 'r.version'],
  ]);
  for (const { attribute } of items) {
    if (attribute) for (const [name, sql] of Object.entries(COLUMNS[attribute].reads)) reads.set(name, sql);
  }
  const placeOf = new Map(
    allOptions.map((item, place) => [optionKey(item.groupCode ?? '', item.optionCode ?? ''), { place, item }]),
  );
  const knownAs = ({ groupCode, optionCode }: ChosenOption) => placeOf.get(optionKey(groupCode, optionCode));

  function writeNames(options: readonly ChosenOption[]): string {
    const ordered = [...options].sort((a, b) => (knownAs(a)?.place ?? 0) - (knownAs(b)?.place ?? 0));
    return ordered.map((option) => knownAs(option)?.item.name ?? option.name).join('、');
  }

  const cells = items.map((item): ((row: Row, amounts: ReadonlyMap<string, number>) => string) => {
    if (item.kind === 'attribute') return COLUMNS[item.attribute].write;
    const key = optionKey(item.groupCode, item.optionCode);
    return (_, amounts) => String(amounts.get(key) ?? '');
  });
  const wantsNames = items.some(({ attribute }) => attribute === 'option_names');
  return {
    select: [...reads].map(([name, sql]) => `${sql} as ${name}`).join(', '),
    needsOptions: wantsNames || items.some(({ kind }) => kind === 'option'),
    write(row, options) {
      const amounts = new Map(options.map((option) => [optionKey(option.groupCode, option.optionCode), option.amount]));
      const whole = wantsNames ? { ...row, option_names: writeNames(options) } : row;
      return writeLine(cells.map((cell) => cell(whole, amounts)));
    },
  };
}
