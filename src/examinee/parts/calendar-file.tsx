// A visit as a file that a phone's own calendar takes over; one that was only asked for belongs in nobody's calendar yet.

import { readTime } from '#domain/calendar/time-of-day.ts';
import { writeCalendarEvent } from '#domain/reservation/calendar-event.ts';
import { visitEvent } from '#domain/reservation/visit-event.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { BookingResult } from '../booking-session.ts';

type VisitProps = Pick<BookingResult, 'number' | 'courseName' | 'courseDuration' | 'firstNumber' | 'sequence'> & {
  visit: Pick<BookingResult['visit'], 'date' | 'startTime'>;
};

function writeVisit({ visit: { date, startTime }, ...booked }: VisitProps): string {
  const { institution } = examineeSession.get();
  const { number, firstNumber, sequence = 0, courseName, courseDuration = '' } = booked;
  const event = visitEvent({
    number,
    firstNumber: firstNumber || number,
    sequence,
    courseName,
    courseDuration,
    date,
    startMinute: readTime(startTime),
    status: 'confirmed',
    institution,
  });
  return writeCalendarEvent({ ...event, now: new Date() });
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari reads it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function CalendarFile(visit: VisitProps) {
  return (
    <Button onClick={() => download(`${visit.number}.ics`, writeVisit(visit))}>
      <Icon name="calendar" />
      カレンダーに追加
    </Button>
  );
}
