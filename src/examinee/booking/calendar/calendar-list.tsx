// The month as a list of the days that can be booked; a row opens its times in place.
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Stack, Text } from '#web/ui/layout.tsx';
import type { Slot } from '../draft-session.ts';
import styles from './calendar-list.module.css';
import type { CalendarMonth } from './calendar-month.tsx';
import { hasTimes, Numbered, Times, writeSlot } from './calendar-times.tsx';

interface DayListProps {
  data: CalendarMonth;
  slotsOf(date: PlainDate): readonly Slot[];
  chosen: PlainDate | null;
  slotCode: string | null;
  onChooseDay(date: PlainDate): void;
  onChooseTime(slot: Slot): void;
}

/** How many can still book the day; of wishes, which are not counted, how many times there are. */
function formatRoom({ method, rooms }: CalendarMonth, date: PlainDate, slots: readonly Slot[]): string {
  const room = rooms.find((one) => one.date === date)?.room ?? slots.length;
  return method === 'desired' ? `${slots.length}つの時間` : `空き ${room}枠`;
}

export function DayList({ data, slotsOf, chosen, slotCode, onChooseDay, onChooseTime }: DayListProps) {
  const withTimes = data.choose === 'time';
  const days = data.days.filter(({ state }) => state === 'open');
  if (days.length === 0) return null;
  return (
    <ul className={styles.days}>
      {days.map(({ date }) => {
        const slots = slotsOf(date);
        const isChosen = date === chosen;
        return (
          <li key={date} data-chosen={isChosen ? '' : undefined}>
            <Stack as="label" gap="3" align="center" className={styles.row}>
              <input type="radio" name="visit-day" checked={isChosen} onChange={() => onChooseDay(date)} />
              <Text as="span" size="l" strong noBreak>
                {formatMonthDay(date)}
              </Text>
              {withTimes && (
                <>
                  <span className={styles.preview} aria-hidden="true">
                    {!isChosen && hasTimes(slots) && slots.map(writeSlot).join('　')}
                  </span>
                  <Muted as="span">{hasTimes(slots) ? formatRoom(data, date, slots) : slots.map(writeSlot)}</Muted>
                  <Icon name={isChosen ? 'up' : 'down'} />
                </>
              )}
            </Stack>
            {isChosen && withTimes && (
              <Stack gap="3" className={styles.open}>
                <Numbered level={3} number={2}>
                  受付時間を選ぶ
                </Numbered>
                <Times date={date} slots={slots} chosen={slotCode} onChoose={onChooseTime} />
              </Stack>
            )}
          </li>
        );
      })}
    </ul>
  );
}
