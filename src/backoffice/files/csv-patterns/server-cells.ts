// What stands in each column of a CSV file: which texts it is made of, and how they are written.

import { writeCell } from '#backoffice/files/csv-file.ts';
import { DOWNLOAD_STATUS } from '#backoffice/shared/contract-rows.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import {
  RESERVATION_COLUMNS,
  SHOWN_COLUMNS,
  type ShownKind,
  type ShownName,
} from '#booking/records/reservation-columns.ts';
import { formatTime } from '#domain/calendar/clock.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import { payable, type TaxDisplay, type TaxRounding } from '#domain/offer/price.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import {
  DOWNLOAD_WORDS,
  ORIGIN_WORDS,
  RECEPTION_WORDS,
  SENDING_WORDS,
  STATUS_WORDS,
} from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';
import { ORIGIN, RESERVATION_STATUS, SEX } from '#wire/choices.ts';
import type { Attribute } from './contract.ts';
import type { Item } from './server-items.ts';

/**
 * A reservation comes from the database as one text, its values apart by this character: with 60 columns of 100,000 rows, to
 * read each value by itself would take longer than everything else.
 */
const SEPARATOR = '\u001f';
const SEPARATOR_IN_SQL = 'chr(31)';

/** What the masters call slots and frames, by a key that names the one that is meant. */
type Names = ReadonlyMap<string, string>;

export const slotKey = (code: string) => `slot ${code}`;
export const frameKey = (code: string) => `frame ${code}`;

interface Column {
  /** Texts in SQL; r is the reservation. */
  reads: readonly string[];
  write(one: string, other: string, names: Names): string;
  /** People may have typed anything into it. */
  isFree?: boolean;
}

const same = (text: string) => text;
const slashed = (date: string) => `${date.slice(0, 4)}/${date.slice(5, 7)}/${date.slice(8, 10)}`;
const TOKYO = `at time zone 'Asia/Tokyo'`;

/** Typed by somebody, who has no way to type the separator; what was brought in from elsewhere might have it. */
const withoutSeparator = (sql: string) => `translate(${sql}, ${SEPARATOR_IN_SQL}, ' ')`;
const typed = (name: string) => withoutSeparator(`r.${name}`);

/** How columns are written that stand in a file as they are stored. */
const AS_STORED: Readonly<Record<ShownKind, (name: string) => Column>> = {
  given: (name) => ({ reads: [`r.${name}`], write: same }),
  typed: (name) => ({ reads: [typed(name)], write: same, isFree: true }),
  day: (name) => ({ reads: [`r.${name}`], write: slashed }),
};

const joined = (one: string, other: string): Column => ({
  reads: [typed(one), typed(other)],
  // Who is anonymous has no second one.
  write: (first, second) => (second === '' ? first : `${first}　${second}`),
  isFree: true,
});
const dayOf = (name: string): Column => ({ reads: [`r.${name} ${TOKYO}`], write: slashed });
const momentOf = (name: string): Column => ({
  reads: [`r.${name} ${TOKYO}`],
  write: (text) => `${slashed(text)} ${text.slice(11, 16)}`,
});
const word = (sql: string, words: Readonly<Record<string, string>>): Column => ({
  reads: [sql],
  write: (text) => words[text] ?? '',
});
const flag = (name: string, yes: string, no: string): Column => ({
  reads: [`r.${name}`],
  write: (text) => (text === 'true' ? yes : no),
});
const looked = (sql: string): Column => ({
  reads: [`(${sql})`],
  write: same,
  isFree: true,
});

/** Group, option and amount of each, without anything between: the first two have four characters. */
const OPTIONS = `(
  select string_agg(o.group_code || o.option_code || o.amount, ' ' order by o.position) from reservation_options o
   where ${ofReservation('o')})`;

/** Those that its parts use; codes of four characters, apart by blanks. */
const FRAMES = `(
  select string_agg(p.frame_code, ' ') from reservation_places p where ${ofReservation('p')} and p.origin = 'own')`;

/** Whoever did not come has no time of coming. */
const ARRIVED_AT = `(
  select m.at ${TOKYO} from reception_marks m where ${ofReservation('m')} and m.state = 'arrived')`;

function nameFrames(codes: string, _: string, names: Names): string {
  const nameOf = (code: string) => names.get(frameKey(code)) ?? '';
  return codes.includes(' ') ? [...new Set(codes.split(' '))].sort().map(nameOf).join('、') : nameOf(codes);
}

const TAX_COLUMNS = `concat_ws(' ', r.tax_display, r.tax_rate, ${RESERVATION_COLUMNS.taxRounding.sql})`;

function writePayable(total: string, terms: string): string {
  const [taxDisplay, taxRate, taxRounding] = terms.split(' ') as [TaxDisplay, string, TaxRounding];
  return String(payable(Number(total), { taxDisplay, taxRounding, taxRate: Number(taxRate) }));
}

/** What is no column, or is not written as it is stored. */
const WRITTEN = {
  replaces_number: { reads: [RESERVATION_COLUMNS.replaces.sql], write: same },
  replaced_by_number: { reads: [RESERVATION_COLUMNS.replacedBy.sql], write: same },
  status_code: word('r.status', RESERVATION_STATUS),
  status: word('r.status', STATUS_WORDS),
  start_time: { reads: ['r.start_minute'], write: (text) => formatTime(text === '' ? null : Number(text)) },
  slot_name: { reads: ['r.slot_code'], write: (code, _, names) => names.get(slotKey(code)) ?? '', isFree: true },
  frames: { reads: [FRAMES], write: nameFrames, isFree: true },
  origin_code: word(RESERVATION_COLUMNS.origin.sql, ORIGIN),
  origin: word(RESERVATION_COLUMNS.origin.sql, ORIGIN_WORDS),
  reception: word(RESERVATION_COLUMNS.reception.sql, RECEPTION_WORDS),
  received_at: { reads: [ARRIVED_AT], write: (text) => text.slice(11, 16).replace(/^0/, '') },
  sending_status: word(RESERVATION_COLUMNS.sendingStatus.sql, SENDING_WORDS),
  sent_on: { reads: [RESERVATION_COLUMNS.sentOn.sql], write: slashed },
  booking_kind: flag('desired', '希望予約', '確定予約'),
  download_status_code: word(RESERVATION_COLUMNS.downloadStatus.sql, DOWNLOAD_STATUS),
  download_status: word(RESERVATION_COLUMNS.downloadStatus.sql, DOWNLOAD_WORDS),
  registered_on: dayOf('created_at'),
  registered_at: momentOf('created_at'),
  updated_on: dayOf('updated_at'),
  updated_at: momentOf('updated_at'),
  examinee_number: { reads: ['r.examinee_id'], write: same },
  kana_name: joined('family_kana', 'given_kana'),
  name: joined('family_name', 'given_name'),
  sex_code: word('r.sex', SEX),
  sex: word('r.sex', SHORT_SEX_WORDS),
  postal_code: { ...AS_STORED.typed('postal_code'), write: hyphenate },
  person_note: { reads: [withoutSeparator(RESERVATION_COLUMNS.personNote.sql)], write: same, isFree: true },
  accepts_mail: flag('accepts_mail', '受け取る', '受け取らない'),
  insurer_number: { ...AS_STORED.typed('insurer_number'), write: (number) => (isInsurerNumber(number) ? number : '') },
  course_internal_name: looked(`
    select coalesce(nullif(c.internal_name, ''), c.name) from courses c
     where c.institution_code = r.institution_code and c.client_code = r.client_code
       and c.fiscal_year = r.fiscal_year and c.course_code = r.course_code`),
  course_items: looked(`
    select string_agg(i.item ->> 'name', '、' order by i.place)
      from jsonb_array_elements(r.course_items) with ordinality i(item, place)`),
  option_amount: { reads: ['r.total_amount - r.course_amount'], write: same },
  total_with_tax: { reads: ['r.total_amount', TAX_COLUMNS], write: writePayable },
  tax_display: word('r.tax_display', { included: '税込', excluded: '税抜' }),
  prices_shown: flag('prices_shown', '表示する', '表示しない'),
} satisfies Partial<Record<Attribute, Column>> & Record<Exclude<Attribute, ShownName | 'option_names'>, Column>;

const isWritten = (attribute: Attribute): attribute is keyof typeof WRITTEN => Object.hasOwn(WRITTEN, attribute);
const KINDS: ReadonlyMap<ShownName, ShownKind> = new Map(SHOWN_COLUMNS.map(({ column, kind }) => [column, kind]));

function columnOf(attribute: Exclude<Attribute, 'option_names'>): Column {
  if (isWritten(attribute)) return WRITTEN[attribute];
  return AS_STORED[KINDS.get(attribute) ?? 'typed'](attribute);
}

export interface LinePlan {
  select: string;
  write(text: string): string;
}

type Cell = (values: readonly string[], options: Options) => string;

/** By group and option: what was chosen, and for how much. */
type Options = ReadonlyMap<string, string>;

const NONE: Options = new Map();

function readOptions(text: string | undefined): Options {
  if (!text) return NONE;
  return new Map(text.split(' ').map((option) => [option.slice(0, 8), option.slice(8)]));
}

/** `allOptions` gives options their internal names, and their order. */
export function planLines(items: readonly Item[], allOptions: readonly Item[], names: Names): LinePlan {
  const reads: string[] = [];
  const placeOf = (sql: string) => {
    if (!reads.includes(sql)) reads.push(sql);
    return reads.indexOf(sql);
  };
  const keyOf = ({ groupCode, optionCode }: Item) => `${groupCode}${optionCode}`;

  function cellOf(item: Item): Cell {
    if (item.kind === 'option') {
      const key = keyOf(item);
      return (_, options) => options.get(key) ?? '';
    }
    if (item.attribute === 'option_names') {
      const named = allOptions.map((option) => [keyOf(option), option.name] as const);
      return (_, options) => writeCell(named.flatMap(([key, name]) => (options.has(key) ? [name] : [])).join('、'));
    }
    const { reads: texts, write, isFree } = columnOf(item.attribute);
    const [one = 0, other = 0] = texts.map(placeOf);
    if (isFree) return (values) => writeCell(write(values[one] ?? '', values[other] ?? '', names));
    return (values) => write(values[one] ?? '', values[other] ?? '', names);
  }

  const cells = items.map(cellOf);
  const isWithOptions = items.some(({ kind, attribute }) => kind === 'option' || attribute === 'option_names');
  const optionsAt = isWithOptions ? placeOf(OPTIONS) : -1;
  const texts = reads.map((sql) => `coalesce((${sql})::text, '')`);
  return {
    select: `concat_ws(${SEPARATOR_IN_SQL}, ${[...texts, "''"].join(', ')})`,
    write(text) {
      const values = text.split(SEPARATOR);
      const options = isWithOptions ? readOptions(values[optionsAt]) : NONE;
      return cells.map((cell) => cell(values, options)).join(',');
    },
  };
}
