// What the dialog holds: the set as it is ticked, what that adds and drops, what it comes to, and which frames it needs more of.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { neededPlaces } from '#domain/offer/places.ts';
import { payable } from '#domain/offer/price.ts';
import type { Amending } from './contract.ts';

export type Option = Amending['groups'][number]['options'][number] & { groupCode: string };
export type Frame = Amending['frames'][number];

export interface Ticked {
  chosen: Option[];
  added: Option[];
  dropped: Option[];
  total: number;
  totalWithTax: number;
  /** Those of which more is needed, with how many. */
  frames: Frame[];
}

const optionsIn = ({ groups }: Pick<Amending, 'groups'>): Option[] =>
  groups.flatMap(({ groupCode, options }) => options.map((option) => ({ ...option, groupCode })));

/** What is kept costs what it did when it was booked. */
export const amountOf = ({ isBooked, bookedAmount, amount }: Option) => (isBooked ? bookedAmount : amount);

/** Null: as it is booked. What is no longer to be had is no longer ticked. */
export function readTicked(amending: Amending, keys: ReadonlySet<string> | null): Ticked {
  const options = optionsIn(amending);
  const booked = options.filter(({ isBooked }) => isBooked);
  const chosen = keys === null ? booked : options.filter((option) => keys.has(optionKey(option)));
  const total = chosen.reduce((sum, option) => sum + amountOf(option), amending.courseAmount);
  return {
    chosen,
    added: chosen.filter(({ isBooked }) => !isBooked),
    dropped: booked.filter((option) => !chosen.includes(option)),
    total,
    totalWithTax: payable(total, amending),
    frames: framesNeeded(amending, booked, chosen),
  };
}

function framesNeeded({ frames }: Amending, booked: readonly Option[], chosen: readonly Option[]): Frame[] {
  const needs = (options: readonly Option[]) =>
    new Map(
      neededPlaces(options.flatMap(({ frameCode }) => frames.filter((frame) => frame.frameCode === frameCode))).map(
        (need) => [need.frameCode, need.quantity],
      ),
    );
  const [before, after] = [needs(booked), needs(chosen)];
  return frames.flatMap((frame) => {
    const quantity = (after.get(frame.frameCode) ?? 0) - (before.get(frame.frameCode) ?? 0);
    return quantity > 0 ? [{ ...frame, quantity }] : [];
  });
}

/** ＋28,600円 */
export const writeDifference = (from: number, to: number) =>
  `${to > from ? '＋' : to < from ? '−' : ''}${formatYen(Math.abs(to - from))}`;

export const doneSentence = (from: number, to: number) =>
  `オプションを変更しました。合計 ${formatYen(from)} → ${formatYen(to)}（差額 ${writeDifference(from, to)}）`;
