// A visit as a file that a phone's own calendar takes over.
import { writeCalendarEvent } from '#domain/calendar-event.ts';
import { readTime } from '#domain/time-of-day.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { BookingResult } from './booking-session.ts';

type Visited = Pick<BookingResult, 'number' | 'courseName' | 'desired'> & {
  visit: Pick<BookingResult['visit'], 'date' | 'startTime'>;
};

/** As the file has it; the number makes it one event however often it is fetched. */
function writeVisit({ number, visit, courseName, desired }: Visited): string {
  const { auth, institution } = examineeSession.get();
  const lines = [
    `予約番号 ${number}`,
    visit.startTime && `受付時間 ${visit.startTime}`,
    desired && 'お申し込み中です（まだ確定していません）。',
    institution.phone && `電話番号 ${institution.phone}`,
  ];
  return writeCalendarEvent({
    uid: `${auth.institutionCode}-${number}@${location.hostname}`,
    date: visit.date,
    startMinute: readTime(visit.startTime),
    title: `${courseName}（${institution.name}）`,
    place: [institution.name, institution.address].filter(Boolean).join(' '),
    notes: lines.filter(Boolean).join('\n'),
    now: new Date(),
  });
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari reads it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function CalendarFile(visited: Visited) {
  return (
    <Button onClick={() => download(`${visited.number}.ics`, writeVisit(visited))}>
      <Icon name="calendar" />
      カレンダーに追加
    </Button>
  );
}
