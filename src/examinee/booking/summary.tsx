// What has been chosen so far and what it costs: a card that stays on wide windows, a bar at the bottom of phones.
import type { ReactNode } from 'react';
import { writeDate } from '#domain/japanese-dates.ts';
import type { Payer } from '#domain/user-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Bill, Visit } from '../booking-session.ts';
import { taxWord, totalOf, totalWithTax, totalWord, writeAddition, writeAmount } from './bill.ts';

export interface NextStep {
  /** Says where it leads. */
  label: string;
  /** The same for the narrow bar. */
  short?: string;
  /** Where it is not the last step. */
  leadsOn?: boolean;
  /** Why it can't be pressed yet. */
  blocked?: string | null;
  onClick(): void;
}

/** An amount with its digits large. */
export function Amount({ value, isFrom = false }: { value: number; isFrom?: boolean }) {
  return (
    <span className="amount">
      <b>{value.toLocaleString('ja-JP')}</b>円{isFrom && '〜'}
    </span>
  );
}

/** Without a label the course has been named already. */
export function BillRows({ bill, courseLabel }: { bill: Bill; courseLabel: string | null }) {
  const { pricesShown, course, options } = bill;
  if (!courseLabel && options.length === 0) return null;
  return (
    <ul className="bill-rows">
      {courseLabel && (
        <li>
          <span>{courseLabel}</span>
          {pricesShown && <span className="bill-price">{writeAmount(course.amount, course.isFrom)}</span>}
        </li>
      )}
      {options.map(({ name, amount }) => (
        <li key={name}>
          <span>{name}</span>
          {pricesShown && <span className="bill-price">{writeAddition(amount)}</span>}
        </li>
      ))}
    </ul>
  );
}

export function Total({ bill, payer }: { bill: Bill; payer: Payer }) {
  const taxed = totalWithTax(bill);
  if (!bill.pricesShown) return null;
  return (
    <div className="total" aria-live="polite">
      <p>
        <span>
          {totalWord(payer)}（{taxWord(bill)}）
        </span>
        <Amount value={totalOf(bill)} isFrom={bill.course.isFrom} />
      </p>
      {taxed !== null && (
        <p className="total-taxed">
          <span>税込の{totalWord(payer)}</span>
          <span>{writeAmount(taxed, bill.course.isFrom)}</span>
        </p>
      )}
    </div>
  );
}

/** 2026年11月18日（水）9:00 */
export function VisitTime({ visit }: { visit: Pick<Visit, 'date' | 'startTime'> }) {
  return (
    <>
      <span className="whole">{writeDate(visit.date)}</span> <span className="whole">{visit.startTime}</span>
    </>
  );
}

interface SummaryProps {
  bill: Bill;
  payer: Payer;
  visit: Visit | null;
  /** Rows of course and options; left out where the page itself shows them. */
  withRows: boolean;
  next?: NextStep;
}

export function SummaryCard({ bill, payer, visit, withRows, next }: SummaryProps) {
  return (
    <section className="summary card" aria-label="ご予約内容">
      {withRows && <h2>ご予約内容</h2>}
      {visit && (
        <div>
          <p className="soft">受診日時</p>
          <p className="strong">
            <VisitTime visit={visit} />
          </p>
        </div>
      )}
      {withRows ? <BillRows bill={bill} courseLabel={bill.course.name} /> : null}
      {!withRows && !bill.pricesShown && <p>{bill.course.name}</p>}
      <Total bill={bill} payer={payer} />
      {next && (
        <div className="summary-next">
          {next.blocked && <p className="why">{next.blocked}</p>}
          <NextButton next={next} text={next.label} />
        </div>
      )}
    </section>
  );
}

export function NextButton({ next, text }: { next: NextStep; text: ReactNode }) {
  return (
    <Button kind="primary" disabled={Boolean(next.blocked)} onClick={next.onClick}>
      {text}
      {next.leadsOn !== false && <Icon name="right" />}
    </Button>
  );
}

/** Slim, without a button, where the keyboard needs the room and the button has its place in the page. */
export function PriceBar({ bill, payer, visit, next }: Omit<SummaryProps, 'withRows'>) {
  const { pricesShown, course } = bill;
  const when = visit && `${writeDate(visit.date).slice(5)}${visit.startTime}`;
  const taxed = totalWithTax(bill);
  return (
    <section className={`price-bar ${next ? '' : 'slim'}`} aria-label="選んだ内容と次の操作">
      <div className="price-bar-text">
        <p className="soft">
          {next?.blocked ?? when ?? (pricesShown ? `${totalWord(payer)}（${taxWord(bill)}）` : '選択中のコース')}
        </p>
        {pricesShown ? (
          <p className="price-bar-sum">
            <Amount value={totalOf(bill)} isFrom={course.isFrom} />{' '}
            {(when || next?.blocked) && <span className="soft">{taxWord(bill)}</span>}
            {taxed !== null && <span className="soft whole"> 税込 {writeAmount(taxed, course.isFrom)}</span>}
          </p>
        ) : (
          <p className="strong">{course.name}</p>
        )}
      </div>
      {next && <NextButton next={next} text={next.short ?? next.label} />}
    </section>
  );
}
