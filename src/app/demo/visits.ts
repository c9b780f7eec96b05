// Who came to the demo's reception: the last weeks, and today as far as the clock has come; and what some of them then added.
import { insertRows } from '#app/insert.ts';
import { timeOf } from '#backoffice/day/reception/server-day.ts';
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { rowFits } from '#domain/offer/conditions.ts';
import { type Booking, totalOf } from './booking.ts';
import { ADMINISTRATOR, INSTITUTION } from './institution.ts';
import { instant } from './lifecycles.ts';
import { seededRandom } from './random.ts';

/** Before that, nobody marked anything: the service was younger. */
const WEEKS_BACK = 5;
const NO_SHOWS = 0.03;
/** Of those whose time is over today; the desk is still busy with the others. */
const HERE_BY_NOW = 0.9;
const CLOSING = 16 * 60 + 30;

interface Visit {
  booking: Booking;
  state: 'arrived' | 'no_show';
  at: Date;
}

export function planVisits(bookings: readonly Booking[], { now, today }: { now: Date; today: PlainDate }): Visit[] {
  const random = seededRandom(Number(today.replaceAll('-', '')) + 2);
  const first = addDays(today, -7 * WEEKS_BACK);
  return bookings
    .filter(({ status, visitDate }) => status === 'confirmed' && first <= visitDate && visitDate <= today)
    .flatMap((booking): Visit[] => {
      const arrivedAt = instant(booking.visitDate, booking.slot.startMinute + random.between(-20, 5));
      const [isNoShow, isHere] = [random.chance(NO_SHOWS), random.chance(HERE_BY_NOW)];
      if (booking.visitDate < today) {
        return isNoShow
          ? [{ booking, state: 'no_show', at: instant(booking.visitDate, CLOSING) }]
          : [{ booking, state: 'arrived', at: arrivedAt }];
      }
      return isHere && arrivedAt <= now ? [{ booking, state: 'arrived', at: arrivedAt }] : [];
    });
}

const AMENDED = 3;

/** Of those who have come today, some think of an option while they wait: one without a frame, for which there always is room. */
export function amendArrived(visits: readonly Visit[], today: PlainDate): void {
  const wishes = visits.flatMap(({ booking, state, at }) => {
    const { person, course, age, options, visitDate } = booking;
    const known = { categoryCode: person.category_code, sex: person.sex, age };
    const added = course.options.find(
      (row) => row.frameCode === null && row.amount > 0 && rowFits(row, known) && !options.includes(row),
    );
    return added && state === 'arrived' && visitDate === today ? [{ booking, at, added }] : [];
  });
  for (const { booking, at, added } of wishes.slice(0, AMENDED)) {
    const from = totalOf(booking);
    booking.options.push(added);
    booking.history.push({
      at: new Date(at.getTime() + 4 * 60_000),
      by: 'administrator',
      act: 'edited',
      details: {
        options: { added: [{ name: added.name, amount: added.amount }], dropped: [] },
        total: { from, to: totalOf(booking) },
      },
    });
  }
}

export async function writeVisits(db: Db, visits: readonly Visit[], numberOf: Map<Booking, number>): Promise<void> {
  await insertRows(db, INSTITUTION, {
    reception_marks: visits.map(({ booking, state, at }) => ({
      reservation_number: numberOf.get(booking)!,
      visit_date: booking.visitDate,
      state,
      at,
      administrator_id: ADMINISTRATOR,
    })),
    reservation_history: visits.map(({ booking, state, at }) => ({
      reservation_number: numberOf.get(booking)!,
      at,
      actor_kind: 'administrator' as const,
      actor_id: ADMINISTRATOR,
      act: 'received' as const,
      details: { reception: { from: 'none', to: state }, time: timeOf(at) },
    })),
  });
}
