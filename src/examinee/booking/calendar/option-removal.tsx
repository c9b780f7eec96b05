// Says which chosen options keep days from being booked, and offers to take them off.
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { ChosenOption } from '#examinee/booking-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { CalendarMonth } from './calendar-month.tsx';
import styles from './option-removal.module.css';

export type OptionRemoval = CalendarMonth['takeOffs'][number];

/** How the two acts end: on a button, in a condition, when it is done, and where another one follows. */
const ENDINGS = {
  act: { off: '外す', change: '変える' },
  condition: { off: '外すと', change: '変えると' },
  done: { off: '外しました', change: '変えました' },
  before: { off: '外し', change: '変え' },
} as const;

/** 「A」「B」を外す; where the group begins with another option, 「A」を「B」に変える. */
export function describeRemoval({ options }: Pick<OptionRemoval, 'options'>, ending: keyof typeof ENDINGS): string {
  const off = options.filter(({ insteadCode }) => insteadCode === '').map(({ name }) => `「${name}」`);
  const changed = options.filter(({ insteadCode }) => insteadCode !== '');
  const acts: { what: string; verb: 'off' | 'change' }[] = changed.map(({ name, insteadName }) => ({
    what: `「${name}」を「${insteadName}」に`,
    verb: 'change',
  }));
  if (off.length > 0) acts.unshift({ what: `${off.join('')}を`, verb: 'off' });
  return acts.map(({ what, verb }, at) => what + ENDINGS[at < acts.length - 1 ? 'before' : ending][verb]).join('、');
}

/** What is chosen once these are taken off, with what takes their place. */
export function removalFrom(options: readonly ChosenOption[], { options: off }: OptionRemoval): ChosenOption[] {
  return options.flatMap((option) => {
    const found = off.find((one) => one.groupCode === option.groupCode && one.optionCode === option.optionCode);
    if (!found) return [option];
    const { groupCode, insteadCode: optionCode, insteadConditionCode: conditionCode } = found;
    return optionCode === '' ? [] : [{ groupCode, optionCode, conditionCode }];
  });
}

/** More than these are given by their number. */
const MOST_DATES = 3;

export function describeDates(dates: OptionRemoval['dates']): string {
  if (dates.length > MOST_DATES) return `この月の${dates.length}日が`;
  return `${dates.map(formatMonthDay).join('・')}が`;
}

/** The ways that open the most days go first; who reads more than these goes back to the options. */
const MAX_REMOVALS = 2;

interface TakeOffsProps {
  takeOffs: readonly OptionRemoval[];
  act: string;
  onTakeOff(takeOff: OptionRemoval): void;
}

export function OptionRemovals({ takeOffs, act, onTakeOff }: TakeOffsProps) {
  const removals = takeOffs.toSorted((a, b) => b.dates.length - a.dates.length).slice(0, MAX_REMOVALS);
  if (removals.length === 0) return null;
  return (
    <Notice below="3">
      <p>選択中のオプションのために、{act}できない日があります。</p>
      {removals.map((removal) => (
        <Stack key={describeRemoval(removal, 'act')} gap="1" className={styles.removal}>
          <p>
            {describeRemoval(removal, 'condition')}、{describeDates(removal.dates)}
            {act}できます。
            {removal.isByAge && '受診日時点の年齢では受けられないオプションです。'}
          </p>
          <Button onClick={() => onTakeOff(removal)}>{describeRemoval(removal, 'act')}</Button>
        </Stack>
      ))}
    </Notice>
  );
}
