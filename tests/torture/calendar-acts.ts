// What administrators do to calendars, as random acts: closed days and capacity, cell by cell and in bulk.
import { addDays, dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import type { Model } from './model.ts';
import type { Random } from './random.ts';
import { placeKey } from './world.ts';

export interface CalendarAct {
  what: string;
  path: string;
  form: Form;
  /** What the answer must say. */
  expected: Form;
  /** What it changes, if that is said. */
  apply(): void;
}

const wire = (date: PlainDate) => date.replaceAll('-', '/');
const monthForm = (date: PlainDate) => ({
  calenderYear: Number(date.slice(0, 4)),
  calenderMonth: Number(date.slice(5, 7)),
});

/** From the one day to the other, on these weekdays. */
export function rangeForm(from: PlainDate, to: PlainDate, days: readonly number[]): Form {
  const [start, end] = [dateParts(from), dateParts(to)];
  return {
    startYear: start.year,
    startMonth: start.month,
    startDate: start.day,
    endYear: end.year,
    endMonth: end.month,
    endDate: end.day,
    days,
  };
}

const liveOn = ({ reservations }: Model, days: readonly PlainDate[]) =>
  reservations.filter(({ status, wish }) => status !== 'over' && days.includes(wish.date)).length;

const slotsOf = ({ world }: Model, frame: string) => (world.spec.frames[frame]?.by === 'day' ? ['ZZ'] : world.slots);

/** Some days one after the other, and weekdays that mean some of them. */
function someDays(random: Random, { world }: Model) {
  const from = random.pick(world.days);
  const to = addDays(from, random.below(6));
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(60));
  if (weekdays.length === 0) weekdays.push(dayOfWeek(from));
  const days: PlainDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (weekdays.includes(dayOfWeek(day))) days.push(day);
  return { days, weekdays, form: rangeForm(from, to, weekdays) };
}

/** What becomes of cells that are to get so many places; null where that is refused. */
function settle(model: Model, cells: ReadonlyMap<string, number>, clamp: boolean) {
  const used = model.used();
  const taken = (key: string) => used.get(key) ?? 0;
  const clamped = [...cells].filter(([key, count]) => count < taken(key)).length;
  const apply = () => {
    for (const [key, count] of cells) model.world.capacities.set(key, Math.max(count, taken(key)));
  };
  return clamped > 0 && !clamp ? null : { clamped, apply };
}

const nothing = () => {};

export function editCell(random: Random, model: Model): CalendarAct {
  const { world } = model;
  const frame = random.pick(Object.keys(world.spec.frames));
  const slot = random.pick(slotsOf(model, frame));
  const date = random.pick(world.days);
  const count = random.below(4);
  const clamp = random.chance(30);
  // A closed day takes none.
  const isRefused = world.closed.has(date) && count > 0;
  const outcome = isRefused ? null : settle(model, new Map([[placeKey(frame, date, slot), count]]), clamp);
  return {
    what: `capacity of ${frame} ${date} ${slot} = ${count}${clamp ? ' or what is taken' : ''}`,
    path: '/api/MasterWWKKR/Update',
    form: {
      waku: frame,
      ...monthForm(date),
      clamp: clamp ? '1' : '0',
      tmzns: [slot],
      dates: [wire(date)],
      cnt1s: [count],
      recordStatuses: ['12'],
    },
    expected: outcome ? { errorCode: 0, clampCount: outcome.clamped } : { errorCode: 13 },
    apply: outcome?.apply ?? nothing,
  };
}

export function editCellsInBulk(random: Random, model: Model): CalendarAct {
  const { closed } = model.world;
  const frame = random.pick(Object.keys(model.world.spec.frames));
  const { days, weekdays, form } = someDays(random, model);
  const slots = slotsOf(model, frame).filter((slot, index) => index === 0 || random.chance(70) || slot === 'ZZ');
  const count = random.below(4);
  const clamp = random.chance(60);
  const shut = days.filter((day) => closed.has(day));
  // Holidays are left out where only some weekdays are meant, unless all places are taken away.
  const areHolidaysMeant = weekdays.length === 7 || count === 0;
  const open = days.filter((day) => !closed.has(day) && (areHolidaysMeant || !isPublicHoliday(day)));
  const cells = new Map(open.flatMap((day) => slots.map((slot) => [placeKey(frame, day, slot), count] as const)));
  const outcome = settle(model, cells, clamp);
  return {
    what: `capacity of ${frame} ${days} [${slots}] = ${count}${clamp ? ' or what is taken' : ''}`,
    path: '/api/MasterWWKKRBulk/Register',
    form: {
      waku: frame,
      ...form,
      clamp: clamp ? '1' : '0',
      ...(slots[0] === 'ZZ' ? { wakuCnt1: count } : { tmzns: slots, tmznWakuCnt1: slots.map(() => count) }),
    },
    expected: outcome
      ? {
          errorCode: 0,
          updateCount: open.length,
          skipCount: shut.length,
          holidayCount: days.length - shut.length - open.length,
          clampCount: outcome.clamped,
        }
      : { errorCode: 14 },
    apply: outcome?.apply ?? nothing,
  };
}

export function turnDay(random: Random, model: Model): CalendarAct {
  const { closed, days } = model.world;
  const day = random.pick(days);
  const isClosing = !closed.has(day);
  return {
    what: `${isClosing ? 'close' : 'open'} ${day}`,
    path: '/api/MasterWCALM/Update',
    form: { ...monthForm(day), dates: [wire(day)], ckbns: [isClosing ? '1' : '9'], recordStatuses: ['12'] },
    expected: { errorCode: 0, reserveCount: isClosing ? liveOn(model, [day]) : 0 },
    apply: () => (isClosing ? closed.add(day) : closed.delete(day)),
  };
}

export function closeInBulk(random: Random, model: Model): CalendarAct {
  const { closed } = model.world;
  const { days, form } = someDays(random, model);
  const fresh = days.filter((day) => !closed.has(day));
  return {
    what: `close ${days}`,
    path: '/api/MasterWCALMBulk/Register',
    form,
    expected: { errorCode: 0, updateCount: fresh.length, reserveCount: liveOn(model, fresh) },
    apply() {
      for (const day of fresh) closed.add(day);
    },
  };
}
