// The name of the month that is shown, between the buttons to the one before and the one after.
import type { ComponentProps } from 'react';
import { addMonths, type Month } from '#domain/calendar/month.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './month-steps.module.css';

interface MonthStepsProps extends ComponentProps<'h2'> {
  month: Month;
  canShow(month: Month): boolean;
  onShow(month: Month): void;
  /** Where it is one of several parts of a panel, which has the heading. */
  as?: 'h2' | 'strong';
}

export function MonthSteps({ month, canShow, onShow, as: Name = 'h2', ...name }: MonthStepsProps) {
  const step = (months: number, label: string) => {
    const next = addMonths(month, months);
    return (
      <Button className={styles.step} aria-label={label} disabled={!canShow(next)} onClick={() => onShow(next)}>
        <Icon name={months < 0 ? 'left' : 'right'} />
      </Button>
    );
  };
  return (
    <>
      {step(-1, '前の月')}
      <Name className={styles.name} aria-live="polite" {...name}>
        {month.year}年{month.month}月
      </Name>
      {step(1, '次の月')}
    </>
  );
}
