// Fills an empty database with the demo institution, so that a first start shows a centre at work.
import type { Db } from '#db/database.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { type Booking, book } from './booking.ts';
import { planBookings } from './bookings.ts';
import { makeCalendar, writeCalendar } from './calendar.ts';
import { COURSES, writeDemoCourses } from './courses.ts';
import { writeCsvPattern } from './csv-pattern.ts';
import { HANAKO } from './hanako.ts';
import { openInstitution } from './institution.ts';
import { instant, isBookable, makeLifecycles, type World } from './lifecycles.ts';
import { TEMPLATE_COUNT, writeMailTemplates } from './mail-templates.ts';
import { writeMasters } from './masters.ts';
import { STAFF_MEMOS } from './names.ts';
import { planNotice } from './notice.ts';
import { seededRandom } from './random.ts';
import { writeReservations } from './reservations.ts';
import { writeSendings } from './sendings.ts';

/** Of those that came on a day on which somebody was there to answer; a tenth of all. */
const BY_PHONE = 0.15;
const WITHOUT_MAIL = 1 / 3;
const WITH_MEMO = 0.05;
const TWICE = 3;

/**
 * What staff have done at the desk: bookings for callers, memos, and people who are booked twice in a year. After everybody's own
 * bookings, with a chance of its own: those stay as they are, whatever happens here.
 */
function planDesk(bookings: Booking[], world: World): Booking[] {
  const random = seededRandom(Number(world.today.replaceAll('-', '')) + 1);
  const { calendar, today } = world;
  const lives = makeLifecycles({ ...world, random });
  const mailsOf = new Map<string, number>();
  for (const { person } of bookings) mailsOf.set(person.mail, (mailsOf.get(person.mail) ?? 0) + 1);

  const officeTime = (at: Date) => instant(dateOf(at), random.between(9 * 60, 16 * 60 + 29));

  function takeByPhone(booking: Booking): void {
    const [born] = booking.history;
    booking.origin = 'phone';
    booking.history = [{ ...born!, at: officeTime(born!.at), by: 'administrator', details: {} }];
    const isAlone = mailsOf.get(booking.person.mail) === 1;
    if (isAlone && random.chance(WITHOUT_MAIL)) booking.hasMail = false;
  }

  function noteMemo(booking: Booking): void {
    booking.memo = random.pick(STAFF_MEMOS);
    if (booking.origin === 'phone') return;
    const last = booking.history.at(-1)!.at;
    booking.history.push({ at: lives.handledAfter(last), by: 'administrator', act: 'memo', details: {} });
  }

  /** A second visit of somebody in the same year, as callers who have forgotten the first one ask for it. */
  function bookAgain({ person, course, fiscalYear, visitDate }: Booking): Booking | null {
    const at = instant(calendar.openDays.findLast((date) => date <= lives.settled)!, random.between(9 * 60, 16 * 60));
    const days = calendar.openDays.filter((date) => date > addDays(visitDate, 10) && isBookable(date, dateOf(at)));
    for (const date of days.slice(0, 20)) {
      const second = book(random, calendar, { person, course, visitDate: date, options: ['胃部X線'] });
      if (!second) continue;
      if (second.fiscalYear !== fiscalYear) return null;
      second.origin = 'phone';
      second.history = [{ at, by: 'administrator', act: 'booked', details: {} }];
      return second;
    }
    return null;
  }

  const isPlain = ({ status, desired, replaces, history, person }: Booking) =>
    person !== HANAKO && status === 'confirmed' && !desired && !replaces && history.length === 2;
  for (const booking of bookings) {
    const isAnswered = isPlain(booking) && calendar.isOpen(dateOf(booking.history[0]!.at)) && random.chance(BY_PHONE);
    if (isAnswered || booking.origin === 'phone') takeByPhone(booking);
  }
  const again: Booking[] = [];
  for (const booking of random.shuffled(bookings)) {
    if (again.length === TWICE) break;
    if (booking.visitDate <= addDays(today, 14) || !isPlain(booking) || mailsOf.get(booking.person.mail) !== 1)
      continue;
    const second = bookAgain(booking);
    if (second) again.push(second);
  }
  for (const booking of bookings) {
    if (booking.person !== HANAKO && booking.status === 'confirmed' && random.chance(WITH_MEMO)) noteMemo(booking);
  }
  return [...bookings, ...again].sort((a, b) => a.history[0]!.at.getTime() - b.history[0]!.at.getTime());
}

/** The same content for the same day, but for the hashes of passwords and the identities that the database gives. */
export async function loadDemo(db: Db, now: Date): Promise<void> {
  const today = dateOf(now);
  await openInstitution(db, now);
  await writeMasters(db, { courses: COURSES.length, 'mail-templates': TEMPLATE_COUNT, 'csv-patterns': 1 });
  await writeDemoCourses(db, fiscalYearOf(today), today);
  await writeMailTemplates(db);
  await writeCsvPattern(db);

  const world = { now, today, random: seededRandom(Number(today.replaceAll('-', ''))), calendar: makeCalendar(today) };
  const planned = planBookings(world);
  const notice = planNotice(planned, world);
  const bookings = planDesk(planned, world);
  await writeCalendar(db, world.calendar);
  await writeReservations(db, bookings, { ...world, notice });
  await writeSendings(db, today);
}
