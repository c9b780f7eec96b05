// What has been chosen so far and what it costs: a card that stays on wide windows, a bar at the bottom of phones.
import type { ReactNode } from 'react';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import { sumAmounts, withTax } from '#domain/offer/price.ts';
import type { Payer } from '#domain/reservation/user-kind.ts';
import type { Visit } from '#examinee/booking-session.ts';
import { Card } from '#examinee/parts/card.tsx';
import { HintText, NoWrap } from '#examinee/parts/texts.tsx';
import { VisitTime } from '#examinee/parts/visit-head.tsx';
import { taxWord, totalWord, writeAddition, writeAmount } from '#examinee/parts/words.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import type { Bill } from './draft-session.ts';
import styles from './summary.module.css';

type PriceDisplay = Pick<Bill, 'pricesShown' | 'taxDisplay' | 'taxRounding' | 'taxRate'>;

interface Part {
  name: string;
  amount: number;
  lowest?: number;
  isFrom?: boolean;
}

export function makeBill(
  { pricesShown, taxDisplay, taxRounding, taxRate }: PriceDisplay,
  course: Part & { isFrom: boolean },
  options: readonly Part[],
): Bill {
  return {
    pricesShown,
    taxDisplay,
    taxRounding,
    taxRate,
    course: { name: course.name, amount: course.lowest ?? course.amount, isFrom: course.isFrom },
    options: options.map(({ name, amount, lowest = amount, isFrom }) => ({ name, amount: lowest, isFrom })),
  };
}

/** Whether the whole may come to more for a person not known yet. */
export const isTotalFrom = ({ course, options }: Bill) => [course, ...options].some(({ isFrom }) => isFrom);

export const totalOf = ({ course, options }: Bill) => sumAmounts([course, ...options]);

/** Null where amounts are with tax already. */
export function totalWithTax(bill: Bill): number | null {
  return bill.taxDisplay === 'excluded' ? withTax(totalOf(bill), bill.taxRounding, bill.taxRate) : null;
}

export interface NextStep {
  label: string;
  short?: string;
  /** Where it is not the last step. */
  leadsOn?: boolean;
  blocked?: string | null;
  onClick(): void;
}

export function Amount({ value, isFrom = false }: { value: number; isFrom?: boolean }) {
  return (
    <span className={styles.amount}>
      <b>{value.toLocaleString('ja-JP')}</b>円{isFrom && '〜'}
    </span>
  );
}

/** Without a label the course has been named already. */
export function BillRows({ bill, courseLabel }: { bill: Bill; courseLabel: string | null }) {
  const { pricesShown, course, options } = bill;
  if (!courseLabel && options.length === 0) return null;
  return (
    <Stack as="ul" gap="3" className={styles.rows}>
      {courseLabel && (
        <li>
          <span>{courseLabel}</span>
          {pricesShown && <span className={styles.price}>{writeAmount(course.amount, course.isFrom)}</span>}
        </li>
      )}
      {options.map(({ name, amount, isFrom }) => (
        <li key={name}>
          <span>{name}</span>
          {pricesShown && <span className={styles.price}>{writeAddition(amount, isFrom)}</span>}
        </li>
      ))}
    </Stack>
  );
}

export function Total({ bill, payer }: { bill: Bill; payer: Payer }) {
  const taxed = totalWithTax(bill);
  if (!bill.pricesShown) return null;
  return (
    <div className={styles.total} aria-live="polite">
      <p>
        <span>
          {totalWord(payer)}（{taxWord(bill)}）
        </span>
        <Amount value={totalOf(bill)} isFrom={isTotalFrom(bill)} />
      </p>
      {taxed !== null && (
        <p>
          <span>税込の{totalWord(payer)}</span>
          <span>{writeAmount(taxed, isTotalFrom(bill))}</span>
        </p>
      )}
    </div>
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
    <Card className={styles.card} aria-label="ご予約内容">
      {withRows && <h2>ご予約内容</h2>}
      {visit && (
        <div>
          <Muted>受診日時</Muted>
          <p>
            <b>
              <VisitTime visit={visit} />
            </b>
          </p>
        </div>
      )}
      {withRows ? <BillRows bill={bill} courseLabel={bill.course.name} /> : null}
      {!withRows && !bill.pricesShown && <p>{bill.course.name}</p>}
      <Total bill={bill} payer={payer} />
      {next && (
        <Stack gap="2">
          {next.blocked && <HintText>{next.blocked}</HintText>}
          <NextButton next={next} text={next.label} />
        </Stack>
      )}
    </Card>
  );
}

function NextButton({ next, text, className }: { next: NextStep; text: ReactNode; className?: string }) {
  return (
    <Button kind="primary" className={className} disabled={Boolean(next.blocked)} onClick={next.onClick}>
      {text}
      {next.leadsOn !== false && <Icon name="right" />}
    </Button>
  );
}

/** Slim, without a button, where the keyboard needs the room and the button has its place in the page. */
export function PriceBar({ bill, payer, visit, next }: Omit<SummaryProps, 'withRows'>) {
  const { pricesShown, course } = bill;
  const when = visit && `${formatMonthDay(visit.date)}${visit.startTime}`;
  const taxed = totalWithTax(bill);
  return (
    <Row
      as="section"
      gap="2"
      className={styles.bar}
      data-sticky
      data-hide="wide"
      data-slim={next ? undefined : ''}
      aria-label="選んだ内容と次の操作"
    >
      <div className={styles.barText}>
        <Muted>
          {next?.blocked ?? when ?? (pricesShown ? `${totalWord(payer)}（${taxWord(bill)}）` : '選択中のコース')}
        </Muted>
        {pricesShown ? (
          <p>
            <Amount value={totalOf(bill)} isFrom={isTotalFrom(bill)} />{' '}
            {(when || next?.blocked) && <Muted as="span">{taxWord(bill)}</Muted>}
            {taxed !== null && (
              <Muted as="span">
                <NoWrap> 税込 {writeAmount(taxed, isTotalFrom(bill))}</NoWrap>
              </Muted>
            )}
          </p>
        ) : (
          <p>
            <b>{course.name}</b>
          </p>
        )}
      </div>
      {next && <NextButton next={next} text={next.short ?? next.label} className={styles.barNext} />}
    </Row>
  );
}
