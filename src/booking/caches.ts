// What the engine keeps in a server's memory from one call to the next, as fields of its service.
import type { Db } from '#db/database.ts';
import { MonthCache } from './availability/month-cache.ts';
import { OpeningsCache } from './availability/openings.ts';
import { CourseCache } from './policy/course-cache.ts';
import { NumberRange } from './write/number-ranges.ts';
import { type BookingWriter, openBookingWriter } from './write/write-booking.ts';

interface BookingCaches {
  /** What masters say about courses. */
  courses: CourseCache;
  /** Months as they were last read. */
  months: MonthCache;
  /** When institutions take bookings. */
  openings: OpeningsCache;
  /** Bookings that wait to be written together. */
  bookings: BookingWriter;
  reservationNumbers: NumberRange;
  examineeIds: NumberRange;
}

// The service stands below the engine, and cannot name what is above it.
declare module '#server/service.ts' {
  interface Service extends BookingCaches {}
}

export const makeBookingCaches = (db: Db): BookingCaches => ({
  courses: new CourseCache(),
  months: new MonthCache(),
  openings: new OpeningsCache(),
  bookings: openBookingWriter(db),
  reservationNumbers: new NumberRange(db, 'reservation_numbers'),
  examineeIds: new NumberRange(db, 'examinees_examinee_id_seq'),
});
