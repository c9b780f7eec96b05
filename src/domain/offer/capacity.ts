// What a clerk types as the number of places, and how a cell of the capacity calendar is called in sentences.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

/** One to three half-width digits; null for anything else. */
export function parsePlaces(typed: string): number | null {
  return /^[0-9]{1,3}$/.test(typed) ? Number(typed) : null;
}

/** Of closed days: what was set before they were closed can be taken away, and nothing else. */
export const closedDaysSentence = (days: readonly PlainDate[]) =>
  `${days.map(formatOfficeDate).join('、')}は休診日のため、0以外の枠数を登録できません。`;

interface Names {
  frameName: string;
  /** Null where the frame is managed by day. */
  slotName: string | null;
}

/** 2027/01/15の胃内視鏡の枠数, 2027/01/15の時間帯:午前の枠数 */
export function cellName(date: PlainDate, { frameName, slotName }: Names): string {
  return `${formatOfficeDate(date)}の${slotName === null ? frameName : `時間帯:${slotName}`}の枠数`;
}

/** The same where one count is for many days. */
export const countName = ({ slotName }: Pick<Names, 'slotName'>) =>
  slotName === null ? '枠数' : `時間帯:${slotName}の枠数`;

/** Of a cell or a count by its name. */
export const notPlacesSentence = (name: string) => `${name}が整数値で入力されていません。`;
