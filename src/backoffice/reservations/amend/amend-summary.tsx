// Beside the options: what is added and dropped, and what it then comes to.
import type { ReactNode } from 'react';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { Muted } from '#web/ui/layout.tsx';
import { lackOf } from '../raise-list.tsx';
import styles from './amend-summary.module.css';
import { type Ticked, writeDifference } from './amendment.ts';
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
