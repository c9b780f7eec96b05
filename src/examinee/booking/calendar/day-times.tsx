// Under the calendar: the times of the chosen day.
import type { Ref } from 'react';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import type { ChosenDay, Slot } from '../draft-session.ts';
import { ARRIVAL, Numbered, Times } from './calendar-times.tsx';
import { hasTimes } from './chosen-day.ts';

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
            <Times
              label={`${formatMonthDay(day.date)}の受付時間`}
              slots={day.slots}
              chosen={day.slotCode}
              onChoose={onChoose}
            />
            {hasTimes(day.slots) && <Muted>{ARRIVAL}</Muted>}
          </CardBody>
        </Card>
      ) : (
        <Muted>先に受診日をお選びください。</Muted>
      )}
    </Stack>
  );
}
