// Which month a calendar screen shows: chosen in selects and shown by a button, or the one before or after at once.
import { type ReactNode, useId, useState } from 'react';
import { type Month, monthsBetween } from '#domain/calendar/month.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form-element.tsx';
import { Row } from '#web/ui/layout.tsx';
import { MonthSteps } from '#web/ui/month-steps.tsx';
import styles from './month-choice.module.css';

interface MonthChoiceProps {
  years: readonly number[];
  month: Month;
  /** False where it is given up, since something is unsaved. */
  onShow(month: Month): Promise<boolean>;
  children?: ReactNode;
  legend?: ReactNode;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

export function MonthChoice({ years, month: shown, onShow, children, legend }: MonthChoiceProps) {
  const id = useId();
  const [{ year, month }, choose] = useState<Month>(shown);
  const [last, setLast] = useState(shown);
  // The calendar's keys have led to another one.
  if (monthsBetween(last, shown) !== 0) {
    setLast(shown);
    choose(shown);
  }
  async function go(next: Month) {
    choose(next);
    if (!(await onShow(next))) choose(shown);
  }

  return (
    <>
      <Form row gap="4" lines="2" className={styles.choice} data-hide="print" onSubmit={() => go({ year, month })}>
        <Row as="fieldset" wrap={false} gap="2" className={styles.selects}>
          <legend>年月</legend>
          <select
            aria-label="年"
            id={`${id}-year`}
            value={year}
            onChange={({ target }) => choose({ year: Number(target.value), month })}
          >
            {years.map((each) => (
              <option key={each} value={each}>
                {each}年
              </option>
            ))}
          </select>
          <select
            aria-label="月"
            id={`${id}-month`}
            value={month}
            onChange={({ target }) => choose({ year, month: Number(target.value) })}
          >
            {MONTHS.map((each) => (
              <option key={each} value={each}>
                {each}月
              </option>
            ))}
          </select>
        </Row>
        {children}
        <Button type="submit">表示</Button>
      </Form>
      <Row gap="2">
        <MonthSteps month={shown} canShow={(next) => years.includes(next.year)} onShow={go} />
        {legend}
      </Row>
    </>
  );
}
