// What is ticked, shown beside the options: what that adds and drops, what it comes to, and which frames it needs more of.
import type { ReactNode } from 'react';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { neededPlaces } from '#domain/offer/places.ts';
import { payable } from '#domain/offer/price.ts';
import { Muted } from '#web/ui/layout.tsx';
import { lackOf } from '../raise-list.tsx';
import styles from './amend-summary.module.css';
import type { Amending } from './contract.ts';

export function AmendSummary({
  amending,
  ticked,
  children,
}: {
  amending: Amending;
  ticked: Ticked;
  children: ReactNode;
}) {
  const { added, dropped, frames, totalWithTax } = ticked;
  const raised = amending.canRaise ? frames.filter((frame) => lackOf(frame) > 0) : [];
  return (
    <div className={styles.summary}>
      <h3>変更の内容</h3>
      {added.length + dropped.length === 0 ? (
        <Muted>左で選ぶと、ここに表示します。</Muted>
      ) : (
        <ul className={styles.turns} data-ruled>
          {added.map((option) => {
            const frame = raised.find(({ frameCode }) => frameCode === option.frameCode);
            return (
              <li key={optionKey(option)}>
                <span aria-hidden="true">＋</span>
                <span>
                  <span className="visually-hidden">追加 </span>
                  {option.name}
                  {frame && <small>{`枠 ${frame.capacity} → ${frame.capacity + lackOf(frame)}（増やします）`}</small>}
                </span>
                <span>{formatYen(option.amount)}</span>
              </li>
            );
          })}
          {dropped.map((option) => (
            <li key={optionKey(option)}>
              <span aria-hidden="true">−</span>
              <span>
                <span className="visually-hidden">取りやめ </span>
                <s>{option.name}</s>
              </span>
              <span>−{formatYen(option.bookedAmount)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.sums} aria-live="polite">
        <dt>変更前</dt>
        <dd>{formatYen(amending.totalWithTax)}</dd>
        <dt>変更後（税込）</dt>
        <dd className={styles.after}>{formatYen(totalWithTax)}</dd>
        <dt>差額</dt>
        <dd>{writeDifference(amending.totalWithTax, totalWithTax)}</dd>
      </dl>
      <Muted>追加した分はいまの料金、ほかは予約時の料金です。次のCSV出力に「未（変更・取消）」として入ります。</Muted>
      {children}
    </div>
  );
}

export type Offered = Amending['groups'][number]['options'][number];
type Option = Offered & { groupCode: string };
type Frame = Amending['frames'][number];

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
export const amountOf = ({ isBooked, bookedAmount, amount }: Offered) => (isBooked ? bookedAmount : amount);

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
const writeDifference = (from: number, to: number) =>
  `${to > from ? '＋' : to < from ? '−' : ''}${formatYen(Math.abs(to - from))}`;

export const doneSentence = (from: number, to: number) =>
  `オプションを変更しました。合計 ${formatYen(from)} → ${formatYen(to)}（差額 ${writeDifference(from, to)}）`;
