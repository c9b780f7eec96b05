// An extraction's conditions as the screen uses them: those that another screen gives, and how they read in one line.
import { RANGES, rangeFields } from '#backoffice/shared/contract-ranges.ts';
import { PENDING, writeConditions } from '#backoffice/shared/open-search.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { addDays, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ORIGIN_WORDS, STAFF_STATUSES, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { namesOf } from '#web/names-of.ts';
import type { AnyField } from '#wire/field.ts';
import type { Draft } from '#wire/record.ts';
import { type Choices, type Conditions, conditions, NO_CONDITIONS } from './contract.ts';

export const PENDING_WORDS = 'CSV未出力（新規・変更・取消）';

export const isPending = (statuses: readonly (string | null)[]) => PENDING.every((each) => statuses.includes(each));

type ConditionsDraft = Draft<typeof conditions>;

/** What is asked of all that stands in the form: beside a number nothing, and without days what no file has yet. */
export function toAsk(typed: ConditionsDraft): ConditionsDraft {
  if (typed.number.trim() !== '') return { ...conditions.blank, number: typed.number };
  if (!isPending(typed.downloadStatuses)) return typed;
  const days = Object.keys(rangeFields) as (keyof typeof rangeFields)[];
  return { ...typed, ...Object.fromEntries(days.map((name) => [name, conditions.blank[name]])) };
}

/**
 * For opening the list again with what was searched by: without any condition it would show this month's visits, so
 * everything is asked for by name.
 */
export const toOpenWith = (searched: Conditions): Conditions =>
  JSON.stringify(searched) === JSON.stringify(NO_CONDITIONS)
    ? { ...searched, statuses: [...STAFF_STATUSES] }
    : searched;

export const WORDS = ['kana', 'name', 'insurerName', 'companyName', 'cardSymbol', 'patientNumber'] as const;
type InAddress = Exclude<keyof Conditions, (typeof WORDS)[number]>;
const IN_ADDRESS = namesOf(NO_CONDITIONS).filter((name): name is InAddress => !WORDS.some((word) => word === name));

/** What of an address says them; empty where nothing does, as where something is searched by that was typed about a person. */
export function describeInAddress(searched: Conditions | null): string {
  if (!searched || WORDS.some((name) => searched[name] !== '')) return '';
  const shown = toOpenWith(searched);
  return writeConditions(Object.fromEntries(IN_ADDRESS.map((name) => [name, shown[name]])));
}

/** Null where the address says none, or what cannot be searched by. */
export function readAddress(search: string): Conditions | null {
  const params = new URLSearchParams(search);
  const named = IN_ADDRESS.filter((name) => params.get(name));
  if (named.length === 0) return null;
  const drafts = named.map((name) => {
    const text = params.get(name) ?? '';
    const value = Array.isArray(NO_CONDITIONS[name]) ? text.split('.') : text;
    return [name, (conditions.fields[name] as AnyField).draft(value)];
  });
  const reading = conditions.read({ ...conditions.blank, ...Object.fromEntries(drafts) });
  return reading.ok ? reading.value : null;
}

const write = (date: PlainDate | null) => (date ? formatOfficeDate(date) : '');

export function describeConditions(given: Conditions, choices: Choices): string[] {
  if (given.number !== null) return [`予約番号${given.number}（ほかの条件は使いません）`];
  const tags: (readonly [string, string | null | undefined])[] = [
    ...[RANGES[2], RANGES[0], RANGES[1]].map(
      ({ label, from, to }) => [label, describeRange(given[from], given[to])] as const,
    ),
    ['クライアント', nameIn(choices.clients, 'clientCode', given.clientCode)],
    ['予約枠', nameIn(choices.frames, 'frameCode', given.frameCode)],
    ['年度', given.fiscalYear > 0 ? String(given.fiscalYear) : ''],
    ['予約状況', [...new Set(given.statuses.flatMap((status) => (status ? STATUS_WORDS[status] : [])))].join('・')],
    ['予約経路', given.origin && ORIGIN_WORDS[given.origin]],
    ...WORDS.map((name) => [conditions.fields[name].label, given[name]] as const),
    ['オプション', describeOption(given, choices)],
  ];
  const described = tags.flatMap(([label, value]) => (value && foldText(value) !== '' ? [`${label}: ${value}`] : []));
  return isPending(given.downloadStatuses) ? [PENDING_WORDS, ...described] : described;
}

const nameIn = <C extends string, V>(rows: readonly ({ name: string } & Record<C, V>)[], code: C, given: V) =>
  rows.find((row) => row[code] === given)?.name ?? given;

function describeRange(from: PlainDate | null, to: PlainDate | null): string {
  if (!from && !to) return '';
  return from === to ? write(from) : `${write(from)}〜${write(to)}`;
}

function describeOption({ groupCode, optionCode }: Conditions, { groups, options }: Choices): string {
  if (groupCode === '') return '';
  const group = nameIn(groups, 'groupCode', groupCode);
  const option = options.find((each) => each.groupCode === groupCode && each.optionCode === optionCode)?.name;
  return option ? `${group}・${option}` : group;
}

export function daysAround(day: PlainDate): [label: string, from: PlainDate, to: PlainDate][] {
  const week = addDays(day, 1 - dayOfWeek(day));
  const month = layOutMonth(monthOf(day));
  return [
    ['今日', day, day],
    ['明日', addDays(day, 1), addDays(day, 1)],
    ['今週', week, addDays(week, 6)],
    ['来週', addDays(week, 7), addDays(week, 13)],
    ['今月', month.first, month.last],
  ];
}
