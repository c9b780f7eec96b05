// To the month before and after: each button names where it goes, and rests where the calendar ends.
import { addMonths, MONTHS_AHEAD, MONTHS_BACK, type Month } from '#domain/calendar/month.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './month-navigation.module.css';

interface MonthNavigationProps {
  shown: Month;
  distance: number;
  onGo(step: 1 | -1): void;
}

export function MonthNavigation({ shown, distance, onGo }: MonthNavigationProps) {
  const name = (step: 1 | -1) => `${addMonths(shown, step).month}月`;
  /** At the end it rests, and keeps the focus of whoever has pressed it until there. */
  const goes = (step: 1 | -1) => {
    const isEnd = step < 0 ? distance <= -MONTHS_BACK : distance >= MONTHS_AHEAD;
    return { 'aria-disabled': isEnd, onClick: () => isEnd || onGo(step) };
  };
  return (
    <Stack align="center" className={styles.navigation}>
      <Button className={styles.go} aria-label={`前の月、${name(-1)}へ`} {...goes(-1)}>
        <Icon name="left" />
        {name(-1)}
      </Button>
      <h3 aria-live="polite">
        {shown.year}年<wbr />
        {shown.month}月
      </h3>
      <Button className={styles.go} aria-label={`次の月、${name(1)}へ`} {...goes(1)}>
        {name(1)}
        <Icon name="right" />
      </Button>
    </Stack>
  );
}
