// Random small institutions: few places, many ways to use them.
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type CourseSpec, code4, type RowSpec, type WorldSpec } from '#tests/kit/booking-world.ts';
import type { Random } from './random.ts';

export const SOCIETY = '30000001';
export const WISHERS = '30000002';

export interface TortureWorld {
  spec: WorldSpec;
  today: PlainDate;
  fromDays: number;
  toDays: number;
  deadlineDays: number;
  slots: string[];
  capacities: Map<string, number>;
  closed: Set<PlainDate>;
  days: PlainDate[];
}

export const placeKey = (frame: string, date: PlainDate, slot: string) => `${frame}|${date}|${slot}`;

/** An ordinary day, and days around the end of a fiscal year. */
const TODAYS = ['2026-11-15', '2027-03-20', '2027-03-28', '2026-02-24'];

export function makeWorld(random: Random, institutionCode: string): TortureWorld {
  const today = random.pick(TODAYS);
  const fromDays = random.between(1, 3);
  const toDays = random.between(8, 14);
  const deadlineDays = random.between(0, 3);
  const slots = ['09', '10', '11'].slice(0, random.between(1, 3));
  const frames: WorldSpec['frames'] = {};
  const frameCodes = Array.from({ length: random.between(2, 4) }, (_, index) => code4(index + 1));
  for (const code of frameCodes) {
    frames[code] = { by: random.pick(['day', 'time']), count: random.pick(['persons', 'parts']) };
  }
  const groups: NonNullable<WorldSpec['groups']> = {};
  const optionCodes: string[] = [];
  for (let group = 1; group <= random.between(1, 2); group++) {
    const options: Record<string, { frame?: string }> = {};
    for (let n = 0; n < random.between(1, 3); n++) {
      const code = code4(optionCodes.length + 1);
      options[code] = random.chance(70) ? { frame: random.pick(frameCodes) } : {};
      optionCodes.push(code);
    }
    groups[code4(group)] = { multiple: random.chance(60), options };
  }
  const days = Array.from({ length: toDays + 4 }, (_, index) => addDays(today, index));
  const capacities = new Map<string, number>();
  for (const frame of frameCodes) {
    for (const date of days) {
      for (const slot of frames[frame]?.by === 'day' ? ['ZZ'] : slots) {
        if (random.chance(85)) capacities.set(placeKey(frame, date, slot), random.between(0, 3));
      }
    }
  }
  const closed = new Set(days.filter(() => random.chance(15)));
  const year = (offset: number) => (today < '2026-04-01' ? 2025 : 2026) + offset;
  const spec: WorldSpec = {
    institutionCode,
    institution: { bookable_from_days: fromDays, bookable_to_days: toDays, change_deadline_days: deadlineDays },
    slots: Object.fromEntries(slots.map((slot) => [slot, Number(slot) * 60])),
    frames,
    groups,
    clients: {
      [SOCIETY]: {
        ...random.pick([
          { age_basis: 'next_year', age_month: 3, age_day: 31 },
          { age_basis: 'this_year', age_month: 4, age_day: 1 },
          { age_basis: 'visit_day' },
        ]),
        categories: { '01': '本人', '02': '家族' },
      },
      [WISHERS]: { booking_method: 'desired' },
    },
    courses: [
      ...['0001', '0002'].map((code) => makeCourse(random, frameCodes, optionCodes, { code, year: year(0) })),
      makeCourse(random, frameCodes, optionCodes, { code: '0001', year: year(1) }),
      makeCourse(random, frameCodes, optionCodes, { code: '0001', year: year(0), client: SOCIETY }),
      makeCourse(random, frameCodes, optionCodes, { code: '0001', year: year(0), client: WISHERS }),
    ],
    closed: [...closed],
  };
  return { spec, today, fromDays, toDays, deadlineDays, slots, capacities, closed, days };
}

type CourseKey = Pick<CourseSpec, 'code' | 'year' | 'client'>;

function makeCourse(random: Random, frames: string[], options: string[], key: CourseKey): CourseSpec {
  const conditions = partition(random, key.client === SOCIETY);
  const anyone = (): RowSpec => (random.chance(70) ? {} : random.pick(conditions));
  const used = [...frames].sort(() => random.below(3) - 1).slice(0, random.between(1, 2));
  return {
    ...key,
    registration: ['2025-01-01', '2028-03-31'],
    prices: conditions.map((condition) => ({ ...condition, amount: random.between(1, 99) * 100 })),
    // The first one fits everybody, so that there mostly is something to book.
    frames: used.map((frame, index) => ({ ...(index === 0 ? {} : anyone()), frame })),
    options: options
      .filter(() => random.chance(80))
      .map((option) => ({ ...anyone(), option, amount: random.between(0, 99) * 100 })),
  };
}

/** Conditions that do not overlap and together fit everybody, or nearly. */
function partition(random: Random, hasCategories: boolean): RowSpec[] {
  const kinds = hasCategories ? ['none', 'sex', 'age', 'category'] : ['none', 'sex', 'age'];
  switch (random.pick(kinds)) {
    case 'sex':
      return [{ sex: 'male' }, { sex: 'female' }];
    case 'age':
      return [{ ages: [0, 39] }, { ages: [40, 74] }];
    case 'category':
      return [{ category: '01' }, { category: '02', ages: [20, 99] }];
    default:
      return [{}];
  }
}
