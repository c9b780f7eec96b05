// Times of day as minutes since midnight, written as screens show them.

/** What `formatTime` has written. */
export function parseTime(text: string): number | null {
  const [hour, minute] = text.split(':');
  return minute === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** 9:00, 13:30; empty for a day without a time. */
export function formatTime(startMinute: number | null): string {
  if (startMinute === null) return '';
  return `${Math.floor(startMinute / 60)}:${String(startMinute % 60).padStart(2, '0')}`;
}
