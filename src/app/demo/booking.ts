// One booking of the demo as a plan: which rows of the course fit the person, and which places it takes.
import type { Course, OptionRow, PriceRow } from '#app/template/catalogue.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { rowFits } from '#domain/offer/conditions.ts';
import { neededPlaces, slotOf } from '#domain/offer/places.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Calendar, Place } from './calendar.ts';
import { frameOf, OPTION_GROUPS, SLOTS } from './masters.ts';
import { clientOf, countedAge, type DemoPerson } from './people.ts';
import type { Random } from './random.ts';

interface HistoryEntry {
  at: Date;
  by: 'examinee' | 'administrator';
  act: 'booked' | 'changed' | 'replaced' | 'cancelled' | 'edited' | 'memo';
  details: Record<string, unknown>;
}

export interface Booking {
  person: DemoPerson;
  course: Course;
  fiscalYear: number;
  visitDate: PlainDate;
  age: number;
  slot: (typeof SLOTS)[number];
  price: PriceRow;
  options: OptionRow[];
  places: (Place & { quantity: number })[];
  desired: boolean;
  status: ReservationStatus;
  history: HistoryEntry[];
  replaces: Booking | null;
  remarks: string;
  origin: 'web' | 'phone';
  /** Who has none has no account either. */
  hasMail: boolean;
  memo: string;
  cancelReason?: string;
}

export const totalOf = ({ price, options }: Booking) => options.reduce((sum, { amount }) => sum + amount, price.amount);

const LIKING: Record<string, number> = {
  胃部X線: 0.51,
  '胃内視鏡(経鼻)': 0.3,
  '胃内視鏡(経口)': 0.14,
  胃の検査を受けない: 0.05,
  腫瘍マーカー男性3種: 0.2,
  腫瘍マーカー女性3種: 0.18,
  ピロリ菌抗体: 0.1,
  甲状腺機能: 0.06,
  骨密度: 0.12,
  頸動脈超音波: 0.1,
  マンモグラフィ2方向: 0.42,
  乳房超音波: 0.25,
  子宮頸がん細胞診: 0.4,
  '脳MRI・MRA': 0.12,
};

function chooseOptions(random: Random, offered: OptionRow[]): OptionRow[] {
  const liking = (row: OptionRow) => LIKING[row.name] ?? 0;
  return OPTION_GROUPS.flatMap(({ groupCode, selection }) => {
    const rows = offered.filter((row) => row.groupCode === groupCode);
    if (selection === 'multiple') return rows.filter((row) => random.chance(liking(row)));
    return rows.length > 0 ? random.pickWeighted(rows.map((row) => ({ row, weight: liking(row) }))).row : [];
  });
}

interface Wish {
  person: DemoPerson;
  course: Course;
  visitDate: PlainDate;
  /** names of the options; left out: whatever people like */
  options?: string[];
  /** false for bookings that hold no places: they only need a slot that exists */
  held?: boolean;
}

export function book(random: Random, calendar: Calendar, wish: Wish): Booking | null {
  const { person, course, visitDate, held = true } = wish;
  const fiscalYear = fiscalYearOf(visitDate);
  const age = countedAge(course.clientCode, person.birth_date, fiscalYear, visitDate);
  const known = { categoryCode: person.category_code, sex: person.sex, age };
  const price = course.prices.find((row) => rowFits(row, known));
  const frames = course.frames.filter((row) => rowFits(row, known)).map(({ frameCode }) => frameCode);
  if (!price || frames.length === 0 || !calendar.isOpen(visitDate)) return null;
  const offered = course.options.filter((row) => rowFits(row, known));
  const options = wish.options
    ? offered.filter(({ name }) => wish.options?.includes(name))
    : chooseOptions(random, offered);
  const parts = [...frames, ...options.flatMap(({ frameCode }) => frameCode ?? [])];
  const needs = neededPlaces(parts.map((frameCode) => frameOf.get(frameCode)!));
  for (const slot of random.shuffled(SLOTS)) {
    const places = needs.map((need) => ({
      frameCode: need.frameCode,
      visitDate,
      slotCode: slotOf(need, slot.slotCode),
      quantity: need.quantity,
    }));
    const capacities = places.map((place) => ({ found: calendar.find(place), quantity: place.quantity }));
    const free = capacities.every(
      ({ found, quantity }) => found && (held ? found.used + quantity : quantity) <= found.capacity,
    );
    if (!free) continue;
    if (held) for (const { found, quantity } of capacities) found!.used += quantity;
    return {
      person,
      course,
      fiscalYear,
      visitDate,
      age,
      slot,
      price,
      options,
      places,
      desired: clientOf(course.clientCode).booking_method === 'desired',
      status: 'confirmed',
      history: [],
      replaces: null,
      remarks: '',
      origin: 'web',
      hasMail: true,
      memo: '',
    };
  }
  return null;
}
