// A month's days as lists, in the words of the answer: the days, the times that can be chosen, and what would have to be taken off.
import type { MonthLayout } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { share } from '#wire/shared.ts';
import type { Day, Removable } from './month-days.ts';

export type MonthLists = ReturnType<typeof listDays>;

export function listDays(layout: MonthLayout, days: readonly Day[]) {
  const inside = days.map(
    ({ date, isClosed, state }) => ({ date, state, kind: isClosed ? 'closed' : 'business' }) as const,
  );
  const places = days.flatMap(({ date, slots }) =>
    slots.map(({ slotCode, startMinute }) => ({ date, slotCode, startTime: formatTime(startMinute) })),
  );
  const sets = days.flatMap(({ date, takeOffs }) => takeOffs.map((options) => ({ date, options })));
  const keyOf = ({ groupCode, optionCode, instead }: Removable) => `${groupCode}/${optionCode}/${instead?.optionCode}`;
  const bySet = Map.groupBy(sets, ({ options }) => options.map(keyOf).join());
  return {
    /** There is no place at all in the month, not even one that is taken, or that chosen options keep. */
    isBare: sets.length === 0 && !days.some(({ state }) => state === 'open' || state === 'full'),
    takeOffs: [...bySet.values()].map((same) => ({
      options: same[0]!.options.map(takeOffAnswer),
      isByAge: same.some(({ options }) => options.some((one) => one.isByAge)),
      dates: same.map(({ date }) => date),
    })),
    places: share(places),
    rooms: share(days.filter(({ room }) => room > 0).map(({ date, room }) => ({ date, room }))),
    days: share([...layout.before.map(outside), ...inside, ...layout.after.map(outside)]),
  };
}

const takeOffAnswer = ({ groupCode, optionCode, name, instead }: Removable) => ({
  groupCode,
  optionCode,
  name,
  insteadCode: instead?.optionCode ?? '',
  insteadConditionCode: instead?.conditionCode ?? '',
  insteadName: instead?.name ?? '',
});

const outside = (date: PlainDate) => ({ date, kind: 'outside' as const, state: 'outside' as const });
