// The day that is chosen with what can be chosen on it, and its times as buttons of one choice.
import type { ReactNode, Ref } from 'react';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import type { ChosenDay, Slot } from '../draft-session.ts';
import { makeBill } from '../summary.tsx';
import type { CalendarMonth } from './calendar-month.tsx';
import styles from './calendar-times.module.css';

/**
 * Another month may be on view by the time a time is picked. The time wanted is kept where there is still room; a day without times leaves
 * nothing to choose. Null: not this day.
 */
export function chooseOn(date: PlainDate, slots: readonly Slot[], wanted: string | null): ChosenDay | null {
  if (slots.length === 0) return null;
  const found =
    slots.find(({ slotCode }) => slotCode === wanted) ?? slots.find(({ slotCode }) => slotCode === WHOLE_DAY);
  return { date, slots, slotCode: found?.slotCode ?? null };
}

export const hasTimes = (slots: readonly Slot[]) => slots.some(({ slotCode }) => slotCode !== WHOLE_DAY);

/** 9:00; in a month in which other days have times, one without says so. */
export const writeSlot = ({ startTime }: Slot) => startTime || '時間指定なし';

export const placesOn = ({ places }: CalendarMonth, date: PlainDate) => places.filter((place) => place.date === date);

/** Of the month as a whole, or as it is from a day on. */
export const billOf = (
  display: CalendarMonth,
  { course, groups }: Pick<CalendarMonth['prices'][number], 'course' | 'groups'>,
) =>
  makeBill(
    display,
    course,
    groups.flatMap(({ options }) => options),
  );

export function choosePriced(data: CalendarMonth, date: PlainDate, wanted: string | null): ChosenDay | null {
  const day = chooseOn(date, placesOn(data, date), wanted);
  return day && { ...day, bill: billOf(data, data.prices.findLast(({ from }) => from <= date) ?? data) };
}

interface TimesProps {
  date: PlainDate;
  slots: readonly Slot[];
  chosen: string | null;
  onChoose(slot: Slot): void;
}

export function Times({ date, slots, chosen, onChoose }: TimesProps) {
  return (
    <>
      <Stack as="fieldset" gap="2" className={styles.times} data-without-times={hasTimes(slots) ? undefined : ''}>
        <legend className="visually-hidden">{`${formatMonthDay(date)}の受付時間`}</legend>
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
      {hasTimes(slots) && <Muted>受付を始める時刻です。少し余裕をもってお越しください。</Muted>}
    </>
  );
}

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

interface DayTimesProps {
  day: ChosenDay | null;
  desired: boolean;
  onChoose(slot: Slot): void;
  ref: Ref<HTMLElement>;
}

export function announceTimes({ date, slots }: ChosenDay, desired: boolean): string {
  if (!hasTimes(slots)) return `${formatMonthDay(date)}は、時間の指定がありません。`;
  const what = desired ? 'お申し込みできる時間' : '空いている時間';
  return `${formatMonthDay(date)}は、${what}が${slots.length}つあります。続けて受付時間をお選びください。`;
}

/** Under the calendar. */
export function DayTimes({ day, desired, onChoose, ref }: DayTimesProps) {
  return (
    <Stack as="section" gap="3" aria-labelledby="choose-time" ref={ref}>
      <Numbered level={2} number={2} id="choose-time">
        受付時間を選ぶ
      </Numbered>
      {day ? (
        <Card as="div">
          <CardBody gap="3">
            <p>
              <b>
                <NoWrap>{formatMonthDay(day.date)}</NoWrap>
              </b>
              {!hasTimes(day.slots)
                ? 'は、時間の指定がありません'
                : desired
                  ? 'のお申し込みできる時間'
                  : 'の空いている時間'}
            </p>
            <Times date={day.date} slots={day.slots} chosen={day.slotCode} onChoose={onChoose} />
          </CardBody>
        </Card>
      ) : (
        <Muted>先に受診日をお選びください。</Muted>
      )}
    </Stack>
  );
}
