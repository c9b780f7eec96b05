// What a desk shows of a day: who is meant by what was typed, who still has to come, which slots are complete or folded away, and what
// time it is at the server.
import { useEffect, useState } from 'react';
import type { FoundPerson } from '#backoffice/reservations/find/contract.ts';
import type { ReceptionDay, ReceptionRow, Tally } from '#backoffice/shared/contract-reception.ts';
import { localTime, parseTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { addDays, daysBetween, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isLive, MOST_DAYS_BACK } from '#domain/reservation/reservation-status.ts';
import { foldKana, foldText } from '#domain/text/fold-text.ts';
import { spellingsOf } from '#domain/text/kanji-variants.ts';

/** What the list is narrowed to. */
export const CHIPS = { all: 'すべて', coming: 'これから', arrived: '来院', noShow: '未受診' } as const;
export type ChipName = keyof typeof CHIPS;

const STATES = { coming: 'none', arrived: 'arrived', noShow: 'no_show' } as const;

export const isIn = (chip: ChipName, { reception }: ReceptionRow) => chip === 'all' || reception === STATES[chip];

export const countIn = (chip: ChipName, rows: readonly ReceptionRow[]) => rows.filter((row) => isIn(chip, row)).length;

export type Typed =
  | { kind: 'nothing' }
  | { kind: 'number'; number: number; words: string }
  | { kind: 'patient' | 'words'; words: string };

export function readTyped(text: string): Typed {
  const typed = text.normalize('NFKC').trim();
  if (typed === '') return { kind: 'nothing' };
  const digits = typed.replaceAll(' ', '');
  if (/^[0-9]{9}$/.test(digits)) return { kind: 'number', number: Number(digits), words: digits };
  return { kind: /[0-9]/.test(typed) ? 'patient' : 'words', words: typed };
}

/** Whose kana or name begins so, or who has that number; nine digits may be somebody's reservation and another's patient number. */
export function findRows(rows: readonly ReceptionRow[], typed: Exclude<Typed, { kind: 'nothing' }>): ReceptionRow[] {
  const [kana, name] = [foldKana(typed.words), foldText(typed.words)];
  if (name === '') return [];
  if (typed.kind !== 'words') {
    const wanted = typed.kind === 'number' ? typed.number : null;
    return rows.filter((row) => row.number === wanted || foldText(row.patientNumber) === name);
  }
  const names = spellingsOf(name);
  const isNamed = (folded: string) => names.some((start) => folded.startsWith(start));
  return rows.filter((row) => foldKana(row.kana).startsWith(kana) || isNamed(foldText(row.name)));
}

const MOST_ELSEWHERE = 5;

/** When these come, from a month before the day on: of the nearest people, the nearest visit first. */
export function findElsewhere(people: readonly FoundPerson[], date: PlainDate) {
  const since = addDays(date, -MOST_DAYS_BACK);
  const visits = people
    .flatMap((person) => person.rows.map((row) => ({ person, row, apart: Math.abs(daysBetween(date, row.visitDate)) })))
    .filter(({ row }) => isLive(row.status) && row.visitDate >= since)
    .toSorted((one, other) => one.apart - other.apart);
  return [...Map.groupBy(visits, ({ person }) => person.number).values()].slice(0, MOST_ELSEWHERE).flat();
}

/** The one above or below among those that were found; from none, the first or the last. */
export function step(found: readonly number[], chosen: number | null, by: 1 | -1): number | null {
  const at = chosen === null ? -1 : found.indexOf(chosen);
  if (at < 0) return (by === 1 ? found[0] : found.at(-1)) ?? null;
  return found[Math.min(Math.max(at + by, 0), found.length - 1)] ?? null;
}

export interface Slot extends Tally {
  key: string;
  rows: ReceptionRow[];
}

const keyOf = ({ startTime, slotCode }: { startTime: string; slotCode: string }) => `${startTime}/${slotCode}`;

export const nameOfSlot = ({ startTime }: { startTime: string }) => startTime || '時間なし';

export function slotsOf({ rows, tally }: Pick<ReceptionDay, 'rows' | 'tally'>): Slot[] {
  const byKey = Map.groupBy(rows, keyOf);
  return tally.map((slot) => ({ ...slot, key: keyOf(slot), rows: byKey.get(keyOf(slot)) ?? [] }));
}

export const isAllHere = ({ booked, arrived }: Tally) => booked > 0 && arrived === booked;

const FOLD_AFTER_MINUTES = 10;

/**
 * Whether those who have come are folded away: nobody else is awaited, and the last has been here for a while. Whoever looks at
 * another day wants to see who came.
 */
export function isFolded(slot: Slot, minute: number, isToday: boolean): boolean {
  const { booked, arrived, noShow, rows } = slot;
  if (!isToday || arrived === 0 || arrived + noShow < booked) return false;
  const last = Math.max(...rows.map(({ receivedTime }) => parseTime(receivedTime) ?? 0));
  return minute - last >= FOLD_AFTER_MINUTES;
}

/**
 * Whether nobody more is to begin: the day is over, or its last slot has begun. Where nobody has a time, people may come all day.
 */
export function isLate({ date, tally }: Pick<ReceptionDay, 'date' | 'tally'>, { today, minute }: DeskTime): boolean {
  const starts = tally.map(({ startTime }) => parseTime(startTime)).filter((start) => start !== null);
  return date < today || (date === today && starts.length > 0 && minute >= Math.max(...starts));
}

/** 1974/03/08（52） */
export const writeBirth = ({ birthDate, age }: ReceptionRow) => `${formatOfficeDate(birthDate)}（${age}）`;

export const textsOf = ({ personNote, staffMemo, remarks }: ReceptionRow) =>
  [
    ['申し送り', personNote],
    ['メモ', staffMemo],
    ['備考', remarks],
  ].filter(([, text]) => text !== '');

/** Whose row has changed since, or has come into the list. */
export function changedRows(before: readonly ReceptionRow[], after: readonly ReceptionRow[]): number[] {
  const look = (row: ReceptionRow) => JSON.stringify(row);
  const known = new Map(before.map((row) => [row.number, look(row)]));
  return after.filter((row) => known.get(row.number) !== look(row)).map(({ number }) => number);
}

/** Of the server's time, which comes to the minute: so much says nothing yet. */
const UNSURE_MS = 90_000;

/** By how many milliseconds the server is ahead. Marks are set by its clock: a desk's own may be wrong. */
export function shiftOf({ now }: Pick<ReceptionDay, 'now'>, own: number): number {
  const serverTime = Date.parse(`${now.year}-${now.month}-${now.day}T${now.hour}:${now.minute}:00+09:00`);
  return Math.abs(serverTime - own) < UNSURE_MS ? 0 : serverTime - own;
}

interface DeskTime {
  today: PlainDate;
  /** Since midnight. */
  minute: number;
}

export function timeAt(ms: number): DeskTime {
  const at = new Date(ms);
  const { hour, minute } = localTime(at);
  return { today: today(at), minute: Number(hour) * 60 + Number(minute) };
}

const EVERY_MS = 5_000;

export function useDeskTime(shift: number): DeskTime {
  const [ms, setMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return timeAt(ms + shift);
}

export interface ShownSlot extends Slot {
  shown: readonly ReceptionRow[];
  /** How many of those who have come are folded away; null where nothing is to be folded. */
  folded: number | null;
}

interface Showing {
  chip: ChipName;
  unfolded: ReadonlySet<string>;
  /** Who was found is shown, whatever else. */
  found: readonly number[];
  minute: number;
  isToday: boolean;
}

export function showSlots(day: ReceptionDay, { chip, unfolded, found, minute, isToday }: Showing): ShownSlot[] {
  const slots = slotsOf(day).map((slot): ShownSlot => {
    const canFold = chip === 'all' && isFolded(slot, minute, isToday);
    const isHidden = canFold && !unfolded.has(slot.key);
    const shown = slot.rows.filter(
      (row) => found.includes(row.number) || (isIn(chip, row) && !(isHidden && row.reception === 'arrived')),
    );
    return { ...slot, shown, folded: canFold ? (isHidden ? slot.arrived : 0) : null };
  });
  // Under a chip, times without anybody in it are left out.
  return slots.filter(({ shown, folded }) => shown.length > 0 || folded !== null);
}
