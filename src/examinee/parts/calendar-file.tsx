// A visit as a file that a phone's own calendar takes over; one that was only asked for belongs in nobody's calendar yet.
import { parseTime } from '#domain/calendar/clock.ts';
import { formatCalendarEvent, visitEvent } from '#domain/reservation/calendar-event.ts';
import type { BookingResult } from '#examinee/booking-session.ts';
import { saveFile } from '#web/save-file.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

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
    startMinute: parseTime(startTime),
    status: 'confirmed',
    institution,
  });
  return formatCalendarEvent({ ...event, now: new Date() });
}

export function CalendarFile(visit: VisitProps) {
  const save = () => {
    const file = new Blob([writeVisit(visit)], { type: 'text/calendar;charset=utf-8' });
    saveFile({ fileName: `${visit.number}.ics`, file });
  };
  return (
    <Button onClick={save}>
      <Icon name="calendar" />
      カレンダーに追加
    </Button>
  );
}
