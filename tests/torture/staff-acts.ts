// What administrators do to a reservation, as a random act: any of the six statuses, here or on another day and slot.
import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { CalendarAct } from './calendar-acts.ts';
import type { Model, ModelReservation, Place } from './model.ts';
import type { Random } from './random.ts';
import { placeKey } from './world.ts';

const STATUSES = { '21': 'new', '22': 'changed', '23': 'confirmed', '91': 'over', '92': 'over', '99': 'over' } as const;
const CODES = Object.keys(STATUSES) as (keyof typeof STATUSES)[];

/** The same parts, on that day and in that slot. */
function movePlaces(places: readonly Place[], date: PlainDate, slot: string): Place[] {
  return places.map(({ key, quantity }) => {
    const [frame = '', , counted] = key.split('|');
    return { key: placeKey(frame, date, counted === 'ZZ' ? 'ZZ' : slot), quantity };
  });
}

/** What it holds afterwards; a wish that was changed keeps what it has of before until staff decide. */
function heldAfter(reservation: ModelReservation, code: keyof typeof STATUSES, places: Place[]): Place[] {
  const to = STATUSES[code];
  if (to === 'over') return [];
  if (to === 'confirmed' || !reservation.desired) return places;
  return reservation.status === 'confirmed' ? [] : reservation.held;
}

function judge(
  model: Model,
  reservation: ModelReservation,
  code: keyof typeof STATUSES,
  date: PlainDate,
  slot: string,
): 0 | 12 | 14 {
  const { wish } = reservation;
  const { today, closed, slots } = model.world;
  if (reservation.isReplaced) return 14;
  if (slot !== wish.slot && (wish.slot === 'ZZ' || !slots.includes(slot))) return 12;
  const isMoved = date !== wish.date || slot !== wish.slot;
  if (isMoved && (date < today || closed.has(date))) return 14;
  const places = movePlaces(reservation.places, date, slot);
  const takes = heldAfter(reservation, code, places) === places;
  return takes && !model.hasRoom(places, false, reservation.held) ? 14 : 0;
}

export function editReservation(random: Random, model: Model): CalendarAct {
  const { today, days, slots } = model.world;
  const [first] = model.reservations;
  if (!first) return editNothing();
  const reservation = random.pick(model.reservations);
  const { wish, number } = reservation;
  const code = random.pick(CODES);
  // Not to today: whether its owner may keep what has begun is another matter.
  const date = random.chance(50) ? wish.date : random.chance(5) ? addDays(today, -1) : random.pick(days.slice(1));
  const slot = random.chance(60) ? wish.slot : random.pick([...slots, 'ZZ', '77']);
  const { year, month, day } = dateParts(date);
  return {
    what: `staff: ${number} to ${code} on ${date} ${slot}`,
    path: '/api/MasterWIGA1Detail/Update',
    form: {
      ukno: number,
      statusCode: code,
      reserveDateYear: year,
      reserveDateMonth: month,
      reserveDateDate: day,
      reserveTmzn: slot,
      isSendMail: random.chance(50) ? '1' : '0',
    },
    expected: { errorCode: judge(model, reservation, code, date, slot) },
    apply() {
      const places = movePlaces(reservation.places, date, slot);
      reservation.held = heldAfter(reservation, code, places);
      reservation.places = places;
      reservation.status = STATUSES[code];
      reservation.wish = { ...wish, date, slot };
    },
  };
}

/** Before anybody has booked. */
const editNothing = (): CalendarAct => ({
  what: 'staff: nothing to edit',
  path: '/api/MasterWIGA1Detail/FirstDisplay',
  form: { ukno: 999_999_999 },
  expected: { errorCode: 16 },
  apply: () => {},
});
