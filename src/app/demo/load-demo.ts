// Fills an empty database with the demo institution, so that a first start shows a centre at work.
import type { Db } from '#db/database.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { planBookings } from './bookings.ts';
import { makeCalendar, writeCalendar } from './calendar.ts';
import { COURSES } from './course-catalogue.ts';
import { writeCourses } from './courses.ts';
import { writeCsvPattern } from './csv-pattern.ts';
import { planDesk } from './desk.ts';
import { openInstitution } from './institution.ts';
import { TEMPLATE_COUNT, writeMailTemplates } from './mail-templates.ts';
import { writeCounters, writeMasters } from './masters.ts';
import { planNotice } from './notice.ts';
import { seededRandom } from './random.ts';
import { writeReservations } from './reservations.ts';

/** The same content for the same day, but for the hashes of passwords and the identities that the database gives. */
export async function loadDemo(db: Db, now: Date): Promise<void> {
  const today = dateOf(now);
  await openInstitution(db, now);
  await writeMasters(db);
  await writeCourses(db, fiscalYearOf(today), today);
  await writeMailTemplates(db);
  await writeCsvPattern(db);
  await writeCounters(db, { courses: COURSES.length, 'mail-templates': TEMPLATE_COUNT, 'csv-patterns': 1 });

  const world = { now, today, random: seededRandom(Number(today.replaceAll('-', ''))), calendar: makeCalendar(today) };
  const planned = planBookings(world);
  const notice = planNotice(planned, world);
  const bookings = planDesk(planned, world);
  await writeCalendar(db, world.calendar);
  await writeReservations(db, bookings, { ...world, notice });
}
