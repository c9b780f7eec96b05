// Plans the demo's bookings: a year as a centre knows it, with what waits for staff today.
import type { Course } from '#app/template/catalogue.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays, dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type Booking, book } from './booking.ts';
import { DAYS_BACK, SATURDAY } from './calendar.ts';
import { COURSES } from './courses.ts';
import { HANAKO, planHanako } from './hanako.ts';
import { bookingWindow, isBookable, makeLifecycles, type World } from './lifecycles.ts';
import { type DemoFrame, FOODS, FRAMES, MACHINERY, SLOTS } from './masters.ts';
import { type DemoPerson, makePeople, REMARKS } from './people.ts';

const ORDINARY = 2400;
const EARLIER_VISITS = 150;
const COUPLES = 60;
const PAST_CHANGES = 60;
const PAST_CANCELS = 90;
const DELETED = 5;
const NEW = 12;
const NEW_DESIRED = 3;
const CHANGED = 6;
const CANCELLED = 5;

const FIRST_DAY = -215;
const LAST_DAY = 122;

/** January to December: spring is quiet, since insurers send their coupons in May; autumn is full. */
const SEASON = [0.9, 1, 0.7, 0.45, 0.7, 1, 1, 0.9, 1.2, 1.5, 1.5, 1.2];

/** How much of what will come in the end has been booked by now. */
function bookedShare(daysAhead: number): number {
  if (daysAhead < 30) return 1.3;
  if (daysAhead < 60) return 1;
  return daysAhead < 90 ? 0.6 : 0.25;
}

const MIX = [22, 12, 27, 8, 19, 8, 4].map((weight, index) => ({ course: COURSES[index]!, weight }));

export function planBookings(world: World): Booking[] {
  const { today, random, calendar } = world;
  const lives = makeLifecycles(world);
  const people = makePeople(random);
  const planned: Booking[] = planHanako(world, lives);

  const openBetween = (from: number, to: number) => {
    const [first, last] = [addDays(today, from), addDays(today, to)];
    return calendar.openDays.filter((date) => first <= date && date <= last);
  };
  const someCourse = () => random.pickWeighted(MIX).course;
  const usesFrame = (frame: DemoFrame) => MIX.filter(({ course }) => course.frames[0]?.frameCode === frame.frameCode);

  /** Where the wished options are gone, people take the plain course. */
  function bookFor(person: DemoPerson, course: Course, visitDate: PlainDate, held = true): Booking | null {
    const wish = { person, course, visitDate, held };
    return book(random, calendar, wish) ?? book(random, calendar, { ...wish, options: ['胃部X線'] });
  }

  function addOrdinary(course: Course, visitDate: PlainDate): void {
    const bookedAt = lives.bookedAt(visitDate);
    if (!bookedAt) return;
    const booking = bookFor(people.forCourse(course, fiscalYearOf(visitDate), visitDate), course, visitDate);
    if (booking) planned.push(lives.beginConfirmed(booking, bookedAt));
  }

  function planOrdinary(): void {
    const days = openBetween(FIRST_DAY, LAST_DAY)
      .filter((date) => bookingWindow(date, lives.settled))
      .map((date) => {
        const ahead = (Date.parse(date) - Date.parse(today)) / 86_400_000;
        const weight =
          SEASON[dateParts(date).month - 1]! * bookedShare(ahead) * (dayOfWeek(date) === SATURDAY ? 0.8 : 1);
        return { date, weight };
      });
    const total = days.reduce((sum, { weight }) => sum + weight, 0);
    for (const { date, weight } of days) {
      const expected = (ORDINARY * weight * (0.6 + 0.8 * random.next())) / total;
      for (let count = Math.round(expected); count > 0; count--) addOrdinary(someCourse(), date);
    }
  }

  function fill(date: PlainDate, frame: DemoFrame): void {
    const isFull = () =>
      SLOTS.every(({ slotCode }) => {
        const found = calendar.find({ frameCode: frame.frameCode, visitDate: date, slotCode });
        return !found || found.used === found.capacity;
      });
    for (let tries = 80; tries > 0 && !isFull(); tries--)
      addOrdinary(random.pickWeighted(usesFrame(frame)).course, date);
  }

  /** Saturdays go first, and some days are just popular: a calendar without a full day convinces nobody. */
  function planFullDays(): void {
    const days = openBetween(14, 62).filter((date) => bookingWindow(date, lives.settled));
    const saturdays = days.filter((date) => dayOfWeek(date) === SATURDAY).slice(0, 5);
    const weekdays = random.shuffled(days.filter((date) => dayOfWeek(date) !== SATURDAY));
    for (const date of [...saturdays, ...weekdays.slice(0, 7)]) fill(date, FRAMES.dock);
    for (const date of [...saturdays.slice(0, 2), ...weekdays.slice(6, 8)]) fill(date, FRAMES.checkup);
  }

  /** Of the bookings so far, in any order, until so many have led to another one. */
  function planBeside(count: number, plan: (booking: Booking) => Booking | null): void {
    let wanted = count;
    for (const booking of random.shuffled(planned)) {
      if (wanted === 0) break;
      const another = plan(booking);
      if (!another) continue;
      planned.push(another);
      wanted--;
    }
  }

  /** Of the same people in the year before. */
  function earlierVisit({ person, course, visitDate, fiscalYear }: Booking): Booking | null {
    const days = openBetween(-DAYS_BACK, -20).filter(
      (date) => fiscalYearOf(date) < fiscalYear && date <= addDays(visitDate, -200),
    );
    if (person === HANAKO || days.length === 0) return null;
    const day = random.pick(days);
    const bookedAt = lives.bookedAt(day);
    const booking = bookedAt && bookFor(person, course, day);
    return booking && lives.beginConfirmed(booking, bookedAt);
  }

  /** On the same account and the same day. */
  function visitOfSpouse({ person, course, visitDate, history }: Booking): Booking | null {
    const insured = course.clientCode === MACHINERY && person.category_code === '01';
    if (!insured && course !== COURSES[0]) return null;
    if (planned.filter((other) => other.person.mail === person.mail).length > 1) return null;
    const booking = bookFor(people.spouseOf(person, insured ? '02' : null), course, visitDate);
    return booking && lives.beginConfirmed(booking, new Date(history[0]!.at.getTime() + 12 * 60_000));
  }

  function planPredecessor(booking: Booking, days: PlainDate[]): Booking | null {
    const fitting = days.filter((date) => date !== booking.visitDate && fiscalYearOf(date) === booking.fiscalYear);
    if (fitting.length === 0) return null;
    const { person, course } = booking;
    const options = booking.options.map(({ name }) => name);
    return book(random, calendar, { person, course, visitDate: random.pick(fitting), options, held: false });
  }

  /** What it was before somebody changed it. */
  function changedVisit(booking: Booking): Booking | null {
    if (booking.desired || booking.replaces || booking.person === HANAKO) return null;
    const near = (Date.parse(booking.visitDate) - Date.parse(today)) / 86_400_000;
    const predecessor = planPredecessor(booking, openBetween(Math.max(near - 40, -DAYS_BACK), near + 40));
    const bookedAt = predecessor && lives.bookedAt(predecessor.visitDate);
    if (!bookedAt) return null;
    // Some think better of it within the hour, before staff have seen the first one.
    if (random.chance(0.3)) lives.begin(predecessor, bookedAt);
    else lives.beginConfirmed(predecessor, bookedAt);
    const changedAt = lives.changeMoment(predecessor, booking);
    if (!changedAt) return null;
    lives.replace(predecessor, booking, changedAt);
    lives.edit(booking, lives.handledAfter(changedAt), 'confirmed');
    return predecessor;
  }

  function planPastCancels(): void {
    const days = openBetween(FIRST_DAY, LAST_DAY);
    for (let wanted = PAST_CANCELS + DELETED, tries = 1000; wanted > 0 && tries > 0; tries--) {
      const [day, course] = [random.pick(days), someCourse()];
      const bookedAt = lives.bookedAt(day);
      if (!bookedAt) continue;
      const booking = bookFor(people.forCourse(course, fiscalYearOf(day), day), course, day, false);
      if (!booking) continue;
      lives.beginConfirmed(booking, bookedAt);
      // Deleted ones were entered twice, say, and staff took them away.
      if (wanted <= DELETED) lives.edit(booking, lives.handledAfter(booking.history.at(-1)!.at), 'deleted');
      else if (!lives.cancelAndSettle(booking)) continue;
      planned.push(booking);
      wanted--;
    }
  }

  /** Tries days and people until a booking of the last days comes about. */
  function until(make: (day: PlainDate) => Booking[] | null, days: PlainDate[]): void {
    for (const day of random.shuffled(days)) {
      const made = make(day);
      if (!made) continue;
      planned.push(...made);
      return;
    }
  }

  function planOutstanding(): void {
    const days = openBetween(16, 100);
    const requests = MIX.filter(({ course }) => course.clientCode === FOODS);
    const direct = MIX.filter(({ course }) => course.clientCode !== FOODS);
    const fresh = (day: PlainDate, from: typeof MIX, held: boolean) => {
      const { course } = random.pickWeighted(from);
      return bookFor(people.forCourse(course, fiscalYearOf(day), day), course, day, held);
    };
    for (let index = 0; index < NEW; index++) {
      const at = lives.recently(index);
      const desired = index < NEW_DESIRED;
      until(
        (day) => {
          const booking = fresh(day, desired ? requests : direct, !desired);
          return booking && [lives.begin(booking, at)];
        },
        days.filter((day) => isBookable(day, dateOf(at))),
      );
    }
    // Booked a week ago and confirmed since; null when staff had no day to do so before `by`.
    const confirmedBefore = (booking: Booking, by: Date) => {
      const bookedAt = lives.bookedAt(booking.visitDate, addDays(today, -6));
      if (!bookedAt) return null;
      lives.beginConfirmed(booking, bookedAt);
      return booking.history.at(-1)!.at < by ? booking : null;
    };
    for (let index = 0; index < CANCELLED; index++) {
      const at = lives.recently(index * 2 + 0.4);
      until((day) => {
        const unheld = fresh(day, direct, false);
        const booking = unheld && confirmedBefore(unheld, at);
        if (booking) lives.cancel(booking, at);
        return booking && [booking];
      }, days);
    }
    for (let index = 0; index < CHANGED; index++) {
      const at = lives.recently(index * 2 + 0.7);
      until(
        (day) => {
          const booking = fresh(day, direct, true);
          const unheld = booking && planPredecessor(booking, days);
          const predecessor = unheld && confirmedBefore(unheld, at);
          if (predecessor) {
            lives.replace(predecessor, booking, at);
            return [predecessor, booking];
          }
          for (const place of booking?.places ?? []) calendar.find(place)!.used -= place.quantity;
          return null;
        },
        days.filter((day) => isBookable(day, dateOf(at))),
      );
    }
  }

  planOrdinary();
  planFullDays();
  planBeside(EARLIER_VISITS, earlierVisit);
  planBeside(COUPLES, visitOfSpouse);
  planBeside(PAST_CHANGES, changedVisit);
  planPastCancels();
  planOutstanding();
  for (const booking of planned) if (random.chance(0.04)) booking.remarks = random.pick(REMARKS);
  return planned.sort((a, b) => a.history[0]!.at.getTime() - b.history[0]!.at.getTime());
}
