// The name of the month that is shown, between the buttons to the one before and the one after.
import type { ReactNode } from 'react';
import { addMonths, type Month } from '#domain/calendar/month.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface MonthStepsProps {
  month: Month;
  canShow(month: Month): boolean;
  onShow(month: Month): void;
  /** Of the buttons. */
  className?: string;
  children: ReactNode;
}

export function MonthSteps({ month, canShow, onShow, className, children }: MonthStepsProps) {
  const step = (months: number, name: string) => {
    const next = addMonths(month, months);
    return (
      <Button className={className} aria-label={name} disabled={!canShow(next)} onClick={() => onShow(next)}>
        <Icon name={months < 0 ? 'left' : 'right'} />
      </Button>
    );
  };
  return (
    <>
      {step(-1, '前の月')}
      {children}
      {step(1, '次の月')}
    </>
  );
}
