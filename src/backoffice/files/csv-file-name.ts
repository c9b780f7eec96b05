// The name of a CSV file: whose it is, what it holds, and when it was made.
import { localTime } from '#domain/calendar/clock.ts';

/** What Windows or others refuse in names of files, and what would hide in one. */
const UNFIT = /[\\/:*?"<>|\p{Control}\p{Bidi_Control}]/gu;

export function nameCsvFile(institution: string, content: string, now: Date): string {
  const { year, month, day, hour, minute } = localTime(now);
  const second = String(now.getUTCSeconds()).padStart(2, '0');
  return `${institution}_${content}_${year}${month}${day}_${hour}${minute}${second}.csv`.replace(UNFIT, '_');
}
