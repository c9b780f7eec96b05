// A booking service in memory, written for clarity alone: what the real one must agree with.
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { CourseSpec, RowSpec } from '#tests/kit/booking-world.ts';
import { placeKey, type TortureWorld, WISHERS } from './world.ts';

export interface ModelPerson {
  sex: 'male' | 'female';
  birth: PlainDate;
  category: string | null;
}

export interface Wish {
  course: CourseSpec;
  person: ModelPerson;
  options: string[];
  date: PlainDate;
  slot: string;
}

export interface Place {
  key: string;
  quantity: number;
}

export interface ModelReservation {
  number: number;
  mail: string;
  status: 'new' | 'changed' | 'confirmed' | 'over';
  desired: boolean;
  wish: Wish;
  places: Place[];
  held: Place[];
  /** By a change; what is merely cancelled may live again. */
  isReplaced?: boolean;
}

export interface Parts {
  priceRow: number;
  optionRows: number[];
  needs: Map<string, number>;
  total: number;
}

/** What the real service answers: booked, or the step it sends the person back to. */
export type Verdict = 'ok' | 'course' | 'option' | 'calendar' | 'my-page' | 'login';

const sum = (places: readonly Place[]) =>
  places.reduce(
    (totals, { key, quantity }) => totals.set(key, (totals.get(key) ?? 0) + quantity),
    new Map<string, number>(),
  );

export class Model {
  readonly world: TortureWorld;
  readonly reservations: ModelReservation[] = [];
  readonly accounts = new Set<string>();

  constructor(world: TortureWorld) {
    this.world = world;
  }

  used(): Map<string, number> {
    return sum(this.reservations.flatMap(({ held }) => held));
  }

  ageOf(person: ModelPerson, course: CourseSpec, date: PlainDate): number {
    const client = this.world.spec.clients?.[course.client ?? ''];
    const year = course.year ?? 0;
    const day =
      client?.age_basis === 'next_year'
        ? `${year + 1}-03-31`
        : client?.age_basis === 'this_year'
          ? `${year}-04-01`
          : date;
    const birthdayPassed = day.slice(5) >= person.birth.slice(5);
    return Number(day.slice(0, 4)) - Number(person.birth.slice(0, 4)) - (birthdayPassed ? 0 : 1);
  }

  parts({
    course,
    person,
    options,
    date,
  }: Pick<Wish, 'course' | 'person' | 'options' | 'date'>): Parts | 'course' | 'option' {
    const age = this.ageOf(person, course, date);
    const fits = ({ sex, category, ages = [0, 999] }: RowSpec) =>
      (!sex || sex === person.sex) && (!category || category === person.category) && ages[0] <= age && age <= ages[1];
    const priceRow = course.prices.findIndex(fits);
    const frames = course.frames.filter(fits).map(({ frame }) => frame);
    if (priceRow < 0 || frames.length === 0) return 'course';
    const offered = course.options ?? [];
    const optionRows = options.map((code) => offered.findIndex((row) => row.option === code && fits(row)));
    if (optionRows.includes(-1) || new Set(options).size < options.length) return 'option';
    for (const { multiple, options: ofGroup } of Object.values(this.world.spec.groups ?? {})) {
      if (!multiple && options.filter((code) => code in ofGroup).length > 1) return 'option';
    }
    const optionFrames = options.flatMap((code) => this.frameOfOption(code) ?? []);
    const needs = new Map<string, number>();
    for (const frame of [...frames, ...optionFrames]) {
      const before = needs.get(frame) ?? 0;
      needs.set(frame, this.world.spec.frames[frame]?.count === 'parts' ? before + 1 : 1);
    }
    const total = course.prices[priceRow]!.amount + optionRows.reduce((all, row) => all + offered[row]!.amount, 0);
    return { priceRow, optionRows, needs, total };
  }

  private frameOfOption(code: string): string | undefined {
    for (const { options } of Object.values(this.world.spec.groups ?? {}))
      if (code in options) return options[code]?.frame;
    return undefined;
  }

  isTimed(needs: ReadonlyMap<string, number>): boolean {
    return [...needs.keys()].some((frame) => this.world.spec.frames[frame]?.by === 'time');
  }

  placesFor(needs: ReadonlyMap<string, number>, date: PlainDate, slot: string): Place[] {
    return [...needs].map(([frame, quantity]) => {
      const counted = this.world.spec.frames[frame]?.by === 'day' ? 'ZZ' : slot;
      return { key: placeKey(frame, date, counted), quantity };
    });
  }

  /** Inside the window and the year; the day that one has may be kept in any case, with its slot or, where none is chosen any more, without. */
  private isDayOpen(date: PlainDate, slot: string, year: number, own: ModelReservation | null): boolean {
    const { today, fromDays, toDays, closed } = this.world;
    if (closed.has(date)) return false;
    if (own?.wish.date === date && (own.wish.slot === slot || slot === 'ZZ')) return date >= today;
    const inYear = date >= `${year}-04-01` && date <= `${year + 1}-03-31`;
    return inYear && date >= addDays(today, fromDays) && date <= addDays(today, toDays);
  }

  hasRoom(places: readonly Place[], desired: boolean, own: readonly Place[]): boolean {
    const used = this.used();
    const mine = sum(own);
    return places.every(({ key, quantity }) => {
      const capacity = this.world.capacities.get(key) ?? 0;
      if (desired) return capacity > 0;
      return capacity - (used.get(key) ?? 0) + (mine.get(key) ?? 0) >= quantity;
    });
  }

  /** Every date and slot that can be booked now; why not, where the person fits on none of the days to choose from. */
  offers(wish: Omit<Wish, 'date' | 'slot'>, replaces: ModelReservation | null): string[] | 'course' | 'option' {
    const { today, fromDays, toDays } = this.world;
    const year = wish.course.year ?? 0;
    const inYear = (date: PlainDate) => date >= `${year}-04-01` && date <= `${year + 1}-03-31`;
    const window = Array.from({ length: toDays - fromDays + 1 }, (_, day) => addDays(today, fromDays + day));
    const days = [...window.filter(inYear), ...(replaces ? [replaces.wish.date] : [])];
    const outcomes = (days.length > 0 ? days : [today]).map((date) => this.parts({ ...wish, date }));
    const [first] = outcomes;
    if (typeof first === 'string' && outcomes.every((parts) => typeof parts === 'string')) {
      return this.isOnlyByAge(wish, days) ? [] : first;
    }
    const slots = [...this.world.slots, 'ZZ'];
    return this.world.days.flatMap((date) =>
      slots.filter((slot) => this.isBookable({ ...wish, date, slot }, replaces)).map((slot) => `${date} ${slot}`),
    );
  }

  /** Each option is for the person on some day, and on some day nothing is in the way but options that are for another age. */
  private isOnlyByAge(wish: Omit<Wish, 'date' | 'slot'>, days: readonly PlainDate[]): boolean {
    const fits = (date: PlainDate, options: string[]) => typeof this.parts({ ...wish, date, options }) !== 'string';
    const fittingOn = (date: PlainDate) => wish.options.filter((one) => fits(date, [one]));
    return (
      wish.options.every((one) => days.some((date) => fits(date, [one]))) &&
      days.some((date) => fittingOn(date).length < wish.options.length && fits(date, fittingOn(date)))
    );
  }

  private isBookable(wish: Wish, replaces: ModelReservation | null): boolean {
    const parts = this.parts(wish);
    if (typeof parts === 'string') return false;
    const slots = this.isTimed(parts.needs) ? this.world.slots : ['ZZ'];
    const isOpen = this.isDayOpen(wish.date, wish.slot, wish.course.year ?? 0, replaces);
    const desired = replaces?.desired ?? wish.course.client === WISHERS;
    const places = this.placesFor(parts.needs, wish.date, wish.slot);
    return slots.includes(wish.slot) && isOpen && this.hasRoom(places, desired, replaces?.held ?? []);
  }

  isChangeable(reservation: ModelReservation | undefined): boolean {
    if (!reservation || reservation.status === 'over') return false;
    return this.world.today <= addDays(reservation.wish.date, -this.world.deadlineDays);
  }

  /** Through a society, who it is for stays. */
  private keepsPerson({ course, person }: Wish, replaces: ModelReservation): boolean {
    return course.client === undefined || JSON.stringify(person) === JSON.stringify(replaces.wish.person);
  }

  judge(wish: Wish, mail: string, asGuest: boolean, replaces: ModelReservation | null): Verdict {
    if (replaces && !(this.isChangeable(replaces) && this.keepsPerson(wish, replaces))) return 'my-page';
    const parts = this.parts(wish);
    if (typeof parts === 'string') return parts;
    if (!this.isBookable(wish, replaces)) return 'calendar';
    return asGuest && this.accounts.has(mail) ? 'login' : 'ok';
  }

  book(number: number, wish: Wish, mail: string, replaces: ModelReservation | null): void {
    const parts = this.parts(wish) as Parts;
    const desired = replaces?.desired ?? wish.course.client === WISHERS;
    const places = this.placesFor(parts.needs, wish.date, wish.slot);
    const held = desired ? (replaces?.held ?? []) : places;
    if (replaces) {
      replaces.status = 'over';
      replaces.isReplaced = true;
      replaces.held = [];
    }
    this.accounts.add(mail);
    this.reservations.push({ number, mail, status: replaces ? 'changed' : 'new', desired, wish, places, held });
  }

  cancel(reservation: ModelReservation): void {
    reservation.status = 'over';
    reservation.held = [];
  }

  /** Staff confirm it: it must get its own places, and lets go of any older ones. */
  confirm(reservation: ModelReservation): boolean {
    const room = this.hasRoom(reservation.places, false, reservation.held);
    if (room) {
      reservation.held = reservation.places;
      reservation.status = 'confirmed';
    }
    return room;
  }
}
