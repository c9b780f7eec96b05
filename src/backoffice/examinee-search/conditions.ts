// An extraction's conditions as the screen uses them: those that another screen gives, and how they read in one line.

import { slashed } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { STAFF_STATUSES, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { RANGES } from '../contract-ranges.ts';
import type { GivenConditions } from '../open-search.ts';
import type { Choices } from './contract.ts';
import { type Conditions, conditions } from './contract.ts';

const blank = conditions.read(conditions.blank);
if (!blank.ok) throw new Error('without any condition nothing can be wrong');
export const NO_CONDITIONS: Conditions = blank.value;

export const fromGiven = ({ statuses = [], visitFrom, visitTo, frameCode }: GivenConditions): Conditions => ({
  ...NO_CONDITIONS,
  statuses: [...statuses],
  visitFrom: visitFrom ?? null,
  visitTo: visitTo ?? null,
  frameCode: frameCode ?? null,
});

/**
 * For opening the list anew with what was searched by: without any condition it would show this month's visits, so
 * everything is asked for by name.
 */
export const toOpenWith = (searched: Conditions): Conditions =>
  JSON.stringify(searched) === JSON.stringify(NO_CONDITIONS)
    ? { ...searched, statuses: [...STAFF_STATUSES] }
    : searched;

const write = (date: PlainDate | null) => (date ? slashed(date) : '');

/** One tag for each condition, in the order of the form. */
export function describeConditions(given: Conditions, choices: Choices): string[] {
  const tags: (readonly [string, string | null | undefined])[] = [
    ...[RANGES[2], RANGES[0], RANGES[1]].map(
      ({ label, from, to }) => [label, describeRange(given[from], given[to])] as const,
    ),
    [
      'クライアント',
      choices.clients.find(({ clientCode }) => clientCode === given.clientCode)?.name ?? given.clientCode,
    ],
    ['予約枠', choices.frames.find(({ frameCode }) => frameCode === given.frameCode)?.name ?? given.frameCode],
    ['年度', given.fiscalYear > 0 ? String(given.fiscalYear) : ''],
    ['予約番号', String(given.number ?? '')],
    ['予約状況', [...new Set(given.statuses.flatMap((status) => (status ? STATUS_WORDS[status] : [])))].join('・')],
    ['氏名', given.name],
    ['カナ氏名', given.kana],
    ['クライアント名', given.insurerName],
    ['会社名', given.companyName],
    ['被保険者等記号', given.cardSymbol],
    ['患者番号', given.patientNumber],
    ['オプション', describeOption(given, choices)],
  ];
  return tags.flatMap(([label, value]) => (value && foldText(value) !== '' ? [`${label}: ${value}`] : []));
}

function describeRange(from: PlainDate | null, to: PlainDate | null): string {
  if (!from && !to) return '';
  return from === to ? write(from) : `${write(from)}〜${write(to)}`;
}

function describeOption({ groupCode, optionCode }: Conditions, { groups, options }: Choices): string {
  if (groupCode === '') return '';
  const group = groups.find((each) => each.groupCode === groupCode)?.name ?? groupCode;
  const option = options.find((each) => each.groupCode === groupCode && each.optionCode === optionCode)?.name;
  return option ? `${group}・${option}` : group;
}
