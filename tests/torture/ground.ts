// The institution that faults are tried on, the people who book there, and whether what they were told is true afterwards.
import type { Connection } from '#db/connection.ts';
import { openDatabase } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';

export const INSTITUTION = '60000009';
const SLOTS = Array.from({ length: 40 }, (_, index) => String(10 + index));
const DAYS = 60;
/** The most that a place holds. */
export const ROOMY = 999;

const NOW = today(new Date());
const SOON = addDays(NOW, 20);
/** All in one fiscal year, whenever this runs. */
export const FIRST_DAY =
  fiscalYearOf(SOON) === fiscalYearOf(addDays(SOON, DAYS)) ? SOON : (`${fiscalYearOf(SOON) + 1}-04-01` as const);

/** So many people get one day and time of the institution. */
export async function openGround(connection: Connection, capacity = ROOMY): Promise<void> {
  const db = openDatabase(connection, 2);
  try {
    await buildWorld(db, {
      institutionCode: INSTITUTION,
      institution: { bookable_from_days: 1, bookable_to_days: 180 },
      slots: Object.fromEntries(SLOTS.map((slot, index) => [slot, 480 + index * 10])),
      frames: { '0001': { by: 'time' }, '0002': { by: 'time' } },
      courses: [
        {
          code: '0001',
          year: fiscalYearOf(FIRST_DAY),
          registration: [addDays(NOW, -1), addDays(NOW, 2)],
          prices: [{ amount: 10_000 }],
          frames: [{ frame: '0001' }, { frame: '0002' }],
        },
      ],
      capacity: { from: FIRST_DAY, to: addDays(FIRST_DAY, DAYS), frames: { '0001': capacity, '0002': capacity } },
    });
  } finally {
    await db.destroy();
  }
}

/** A person of their own for every number, with a request id; a day and time for every cell. */
export function someone(number: number, cell = number): Form {
  return guestForm(INSTITUTION, {
    nend: fiscalYearOf(FIRST_DAY),
    reserveDate: addDays(FIRST_DAY, cell % DAYS).replaceAll('-', '/'),
    reserveTmzn: SLOTS[Math.floor(cell / DAYS) % SLOTS.length],
    email1: `load${number}@example.jp`,
    requestId: `load-${number}-0123456789abcdef`,
  });
}

/** Reservation number and mail address of who booked it: acknowledged ones only. A database that has lost some may give a number twice. */
export type Bookings = Iterable<readonly [number: number, mail: string]>;

interface Difference {
  /** Acknowledged, and not there under this number. */
  lost: string[];
  /** People who are there more than once. */
  doubled: string[];
}

/** What was acknowledged, beside what is there. */
export async function compareBookings(connection: Connection, bookings: Bookings): Promise<Difference> {
  const db = openDatabase(connection, 2);
  try {
    const numbers = new Map<string, number[]>();
    for (const row of await db.selectFrom('reservations').select(['mail', 'reservation_number']).execute()) {
      numbers.set(row.mail, [...(numbers.get(row.mail) ?? []), row.reservation_number]);
    }
    return {
      lost: [...bookings].filter(([number, mail]) => !numbers.get(mail)?.includes(number)).map(String),
      doubled: [...bookings].map(([, mail]) => mail).filter((mail) => (numbers.get(mail)?.length ?? 0) > 1),
    };
  } finally {
    await db.destroy();
  }
}
