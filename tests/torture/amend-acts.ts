// What staff add to a reservation and drop from it on its day, as a random act: what stays, stays as it was booked.
import { openClerk } from '#tests/kit/staff.ts';
import type { Bench } from './acts.ts';
import { clerkOf } from './bench.ts';
import type { Model, ModelReservation, Place } from './model.ts';
import type { Random } from './random.ts';

/** How many places each set needs; null where the person could not be booked on the day that staff have moved it to. */
function needsOf(model: Model, { wish }: ModelReservation, options: string[]): ReadonlyMap<string, number> | null {
  const parts = model.parts({ ...wish, options });
  return typeof parts === 'string' ? null : parts.needs;
}

interface Expected {
  code: 0 | 13 | 14;
  places: Place[];
}

function judge(model: Model, reservation: ModelReservation, options: string[]): Expected | null {
  const { wish, places, held, status, desired } = reservation;
  const unchanged = { code: 0, places } as const;
  if (status === 'over') return { ...unchanged, code: 14 };
  const [before, after] = [needsOf(model, reservation, wish.options), needsOf(model, reservation, options)];
  if (!before || !needsOf(model, reservation, [])) return null;
  const added = options.filter((option) => !wish.options.includes(option));
  const alone = added.map((option) => needsOf(model, reservation, [option]));
  const course = needsOf(model, reservation, []) ?? new Map();
  const takesTime = (needs: ReadonlyMap<string, number> | null) =>
    [...(needs ?? [])].some(([frame, n]) => n !== course.get(frame) && model.world.spec.frames[frame]?.by === 'time');
  // In a frame of its course by time it would need one, too.
  if (wish.slot === 'ZZ' && alone.some(takesTime)) return { ...unchanged, code: 14 };
  if (!after) return { ...unchanged, code: 13 };
  const own = new Map(places.map(({ key, quantity }) => [key, quantity]));
  const [was, is] = [before, after].map((needs) => new Map(keyed(model, reservation, needs)));
  for (const key of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
    own.set(key, (own.get(key) ?? 0) + (is?.get(key) ?? 0) - (was?.get(key) ?? 0));
  }
  const then = [...own].filter(([, quantity]) => quantity > 0).map(([key, quantity]) => ({ key, quantity }));
  const holds = status === 'confirmed' || !desired;
  const more = then.filter(
    ({ key, quantity }) => quantity > (places.find((place) => place.key === key)?.quantity ?? 0),
  );
  const isFull = holds && !model.hasRoom(more, false, held);
  return isFull ? { ...unchanged, code: 13 } : { code: 0, places: then };
}

const keyed = (model: Model, { wish }: ModelReservation, needs: ReadonlyMap<string, number>) =>
  model.placesFor(needs, wish.date, wish.slot).map(({ key, quantity }) => [key, quantity] as const);

/** On the day of its visit, whenever that is: the clock goes there and back. */
export async function amendSome(
  random: Random,
  model: Model,
  bench: Bench,
  { institutionCode, now }: { institutionCode: string; now: Date },
): Promise<string | null> {
  const reservation = random.pick(model.reservations);
  if (!reservation) return null;
  const { number, wish, status, desired } = reservation;
  const offered = (wish.course.options ?? []).map(({ option }) => option);
  const options = offered.filter((option) => random.chance(wish.options.includes(option) ? 70 : 35));
  const expected = judge(model, reservation, options);
  if (!expected) return null;
  const day = new Date(`${wish.date}T12:00:00Z`);
  // Opens the account.
  await bench.staffTokenFor(institutionCode);
  bench.setNow(day);
  const token = await openClerk(bench.service.db, { institutionCode, userId: clerkOf(institutionCode) }, day);
  const shown = await bench.post('/api/Desk/AmendFirstDisplay', { ukno: number }, token);
  const groupOf = (code: string) =>
    Object.entries(model.world.spec.groups ?? {}).find(([, group]) => code in group.options)?.[0] ?? '';
  const amounts = new Map((wish.course.options ?? []).map(({ option, amount }) => [option, amount]));
  const sumGkgk = options.reduce((sum, option) => sum + (amounts.get(option) ?? 0), Number(shown.body.gkgk ?? 0));
  const form = { ukno: number, version: shown.body.version ?? '', opbr: options.map(groupOf), opcd: options, sumGkgk };
  const { body } = await bench.post('/api/Desk/Amend', form, token);
  bench.setNow(now);
  const what = `amend ${number} on ${wish.date} ${wish.slot}: [${wish.options}] to [${options}]`;
  if (body.errorCode !== expected.code) {
    throw new Error(`${what}\n  the service says ${JSON.stringify(body)}\n  the model says   ${expected.code}`);
  }
  if (expected.code === 0) {
    const holds = status === 'confirmed' || !desired;
    const held = holds ? expected.places : reservation.held;
    Object.assign(reservation, { places: expected.places, held, wish: { ...wish, options } });
  }
  return `${what}: ${expected.code}`;
}
