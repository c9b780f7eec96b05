// The three ranges of days by which reservations are searched; an end that is not chosen is open.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { dateSelects } from '#wire/dates.ts';

const endOf = (code: string, end: 'Start' | 'End', label: string) =>
  dateSelects(
    { year: `${code}${end}Year`, month: `${code}${end}Month`, day: `${code}${end}Date` },
    `${label}（${end === 'Start' ? '開始' : '終了'}）`,
  );

export const rangeFields = {
  registeredFrom: endOf('regist', 'Start', '予約登録日'),
  registeredTo: endOf('regist', 'End', '予約登録日'),
  updatedFrom: endOf('update', 'Start', '予約更新日'),
  updatedTo: endOf('update', 'End', '予約更新日'),
  visitFrom: endOf('exam', 'Start', '受診日'),
  visitTo: endOf('exam', 'End', '受診日'),
};

export type Ranges = { [Name in keyof typeof rangeFields]: PlainDate | null };

export const RANGES = [
  { label: '予約登録日', from: 'registeredFrom', to: 'registeredTo' },
  { label: '予約更新日', from: 'updatedFrom', to: 'updatedTo' },
  { label: '受診日', from: 'visitFrom', to: 'visitTo' },
] as const satisfies readonly { label: string; from: keyof Ranges; to: keyof Ranges }[];

export function findBackwards(ranges: Ranges): { field: keyof Ranges; sentence: string }[] {
  return RANGES.flatMap(({ label, from, to }) => {
    const [start, end] = [ranges[from], ranges[to]];
    if (!start || !end || start <= end) return [];
    return [{ field: to, sentence: `${label}の終了日は開始日以降の日付を選択してください。` }];
  });
}
