// The fee of a reservation, part by part; where prices are not shown, its options only.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { taxWord, totalWord, writeAddition } from '#examinee/parts/amounts.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import type { Detail } from './contract.ts';
import styles from './fees.module.css';

export function Fees({ detail }: { detail: Detail }) {
  const { course, options, pricesShown, sum, sumWithTax } = detail;
  const total = totalWord(payerOf(detail.clientCode));
  return (
    <Card className={styles.card} aria-labelledby="fees">
      <CardBody>
        <h2 id="fees">{pricesShown ? 'オプションと料金' : 'オプション'}</h2>
        <dl className={styles.fees}>
          {pricesShown && (
            <div>
              <dt>コース料金</dt>
              <dd>{formatYen(course.amount)}</dd>
            </div>
          )}
          {options.map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{pricesShown && writeAddition(amount)}</dd>
            </div>
          ))}
          {options.length === 0 && (
            <div>
              <dt>オプション</dt>
              <dd>なし</dd>
            </div>
          )}
          {pricesShown && (
            <div className={styles.total}>
              <dt>
                {total}（{taxWord(detail)}）
              </dt>
              <dd>{formatYen(sum)}</dd>
            </div>
          )}
          {pricesShown && detail.taxDisplay === 'excluded' && (
            <div>
              <dt>税込の{total}</dt>
              <dd>{formatYen(sumWithTax)}</dd>
            </div>
          )}
        </dl>
      </CardBody>
    </Card>
  );
}
