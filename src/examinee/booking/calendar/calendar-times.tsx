// The times of a day, as buttons of one choice.
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import type { Slot } from '../draft-session.ts';
import styles from './calendar-times.module.css';
import { hasTimes, writeSlot } from './chosen-day.ts';

interface TimesProps {
  label: string;
  slots: readonly Slot[];
  chosen: string | null;
  onChoose(slot: Slot): void;
}

export function Times({ label, slots, chosen, onChoose }: TimesProps) {
  return (
    <Stack as="fieldset" gap="2" className={styles.times} data-without-times={hasTimes(slots) ? undefined : ''}>
      <legend className="visually-hidden">{label}</legend>
      {slots.map((slot) => (
        <Stack as="label" size="l" strong className={styles.time} data-ring key={slot.slotCode}>
          <input type="radio" name="visit-time" checked={slot.slotCode === chosen} onChange={() => onChoose(slot)} />
          <span>
            {slot.slotCode === chosen && <Icon name="check" />}
            {writeSlot(slot)}
          </span>
        </Stack>
      ))}
    </Stack>
  );
}

export const ARRIVAL = '受付を始める時刻です。少し余裕をもってお越しください。';

interface NumberedProps {
  level: 2 | 3;
  number?: number;
  id?: string;
  children: ReactNode;
}

export function Numbered({ level, number, id, children }: NumberedProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={styles.heading} id={id}>
      {number && <span>{number}</span>}
      {children}
    </Heading>
  );
}
