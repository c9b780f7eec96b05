// By what the people of a notice were chosen, in a few words: the days, the times, the frames.
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';

interface Cell {
  date: PlainDate;
  frameCode: string;
  slotCode: string;
}

export interface NamedCells {
  frames: readonly { frameCode: string; name: string }[];
  slots: readonly { slotCode: string; startMinute: number }[];
}

const MOST_NAMED = 3;

function describeDays(days: readonly PlainDate[]): string {
  if (days.length <= MOST_NAMED) return days.map(formatOfficeDay).join('、');
  return `${formatOfficeDay(days[0] ?? '')}〜${formatOfficeDay(days.at(-1) ?? '')}のうち${days.length}日`;
}

/** Nothing where the whole day is meant, or most of it. */
function describeTimes(codes: ReadonlySet<string>, slots: NamedCells['slots']): string {
  if (codes.has(WHOLE_DAY)) return '';
  const named = slots.filter(({ slotCode }) => codes.has(slotCode));
  return named.length <= MOST_NAMED ? named.map(({ startMinute }) => formatTime(startMinute)).join('・') : '';
}

function describeFrames(codes: ReadonlySet<string>, frames: NamedCells['frames']): string {
  if (codes.has(ALL_FRAMES)) return 'すべての予約';
  const named = frames.filter(({ frameCode }) => codes.has(frameCode)).map(({ name }) => name);
  if (named.length <= MOST_NAMED) return named.join('、');
  return `${named.slice(0, MOST_NAMED).join('、')}ほか${named.length - MOST_NAMED}枠`;
}

/** 2026/11/18（水）胃内視鏡; 2026/11/18（水）9:00・9:30 胃内視鏡; 2026/11/18（水）すべての予約 */
export function describeCells(cells: readonly Cell[], { frames, slots }: NamedCells): string {
  const days = [...new Set(cells.map(({ date }) => date))].sort();
  const times = describeTimes(new Set(cells.map(({ slotCode }) => slotCode)), slots);
  const what = describeFrames(new Set(cells.map(({ frameCode }) => frameCode)), frames);
  return `${describeDays(days)}${times === '' ? '' : `${times} `}${what}`;
}
