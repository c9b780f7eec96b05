// What staff book at the desk, as a random act: anything from tomorrow on, new or in place of any reservation, full frames raised.
import type { Form } from '#tests/kit/booking-forms.ts';
import type { Model, ModelReservation, Place, Wish } from './model.ts';
import type { Random } from './random.ts';
import { WISHERS } from './world.ts';

interface Asked {
  old: ModelReservation | null;
  wish: Wish;
  /** As an examinee would send it. */
  form: Form;
}

interface DeskAct {
  what: string;
  form: Form;
  expected: 0 | 13 | 14;
  apply(number: number, mail: string): void;
}

/** The cells that the clerk agrees to raise, with the capacity that was shown; null: none. */
type Seen = ReadonlyMap<string, number> | null;

export function bookAtDesk(random: Random, model: Model, { old, wish, form }: Asked): DeskAct {
  const isConfirmed = random.chance(70);
  const isStale = old !== null && random.chance(5);
  const seen = random.chance(60) ? look(random, model, wish) : null;
  const desired = old && old.wish.course.client === wish.course.client ? old.desired : wish.course.client === WISHERS;
  const holds = isConfirmed || !desired;
  const cells = [...(seen ?? [])].map(([key, count]) => ({ key: key.split('|'), count }));
  return {
    what: `desk: ${old ? `${old.number} to ` : ''}${wish.date} ${wish.slot} [${wish.options}]${seen ? ' raising' : ''}`,
    form: {
      ...form,
      statusCode: isConfirmed ? '23' : old ? '22' : '21',
      isSendMail: '1',
      // Whoever else has the address: they are family.
      acct: '1',
      choiceUkno: old?.number ?? 0,
      version: isStale ? '999' : '',
      raise: seen ? '1' : '0',
      raiseWaku: cells.map(({ key }) => key[0]),
      raiseTmzn: cells.map(({ key }) => key[2]),
      raiseCnt1: cells.map(({ count }) => count),
    },
    expected: judge(model, { old, wish }, { isStale, holds, seen }),
    apply(number, mail) {
      const parts = model.parts(wish);
      if (typeof parts === 'string') throw new Error('no such booking');
      const places = model.placesFor(parts.needs, wish.date, wish.slot);
      if (holds && seen) for (const { key, lacking } of findLacking(model, places, old)) raise(model, key, lacking);
      const held = holds ? places : (old?.held ?? []);
      if (old) Object.assign(old, { status: 'over', isReplaced: true, held: [] });
      const status = isConfirmed ? 'confirmed' : old ? 'changed' : 'new';
      model.accounts.add(mail);
      model.reservations.push({ number, mail, status, desired, wish, places, held });
    },
  };
}

/** Often where something is full that could be raised. */
export function wishForFull(random: Random, model: Model, wish: Wish): Wish | null {
  const { days, slots, closed, capacities } = model.world;
  const year = wish.course.year ?? 0;
  const full = days.slice(1).flatMap((date) => {
    const parts = model.parts({ ...wish, date });
    if (typeof parts === 'string' || closed.has(date) || date > `${year + 1}-03-31` || date < `${year}-04-01`)
      return [];
    return (model.isTimed(parts.needs) ? slots : ['ZZ']).flatMap((slot) => {
      const places = model.placesFor(parts.needs, date, slot);
      const isThere = places.every(({ key }) => (capacities.get(key) ?? 0) > 0);
      return isThere && findLacking(model, places, null).length > 0 ? [{ ...wish, date, slot }] : [];
    });
  });
  return full.length > 0 && random.chance(60) ? random.pick(full) : null;
}

/** Mostly all that the booking needs, as it stands; sometimes one of them is left out, or was seen otherwise. */
function look(random: Random, model: Model, wish: Wish): Map<string, number> {
  const parts = model.parts(wish);
  if (typeof parts === 'string') return new Map();
  const cells = model
    .placesFor(parts.needs, wish.date, wish.slot)
    .map(({ key }) => [key, model.world.capacities.get(key) ?? 0] as const)
    .filter(() => random.chance(90))
    .map(([key, count]) => [key, random.chance(10) ? count + 1 : count] as const);
  return new Map(cells);
}

function raise(model: Model, key: string, lacking: number): void {
  model.world.capacities.set(key, (model.world.capacities.get(key) ?? 0) + lacking);
}

/** In the order of their keys. */
function findLacking(model: Model, places: readonly Place[], old: ModelReservation | null) {
  const used = model.used();
  for (const { key, quantity } of old?.held ?? []) used.set(key, (used.get(key) ?? 0) - quantity);
  return places
    .map(({ key, quantity }) => ({
      key,
      lacking: (used.get(key) ?? 0) + quantity - (model.world.capacities.get(key) ?? 0),
    }))
    .filter(({ lacking }) => lacking > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function judge(
  model: Model,
  { old, wish }: Omit<Asked, 'form'>,
  { isStale, holds, seen }: { isStale: boolean; holds: boolean; seen: Seen },
): 0 | 13 | 14 {
  const { today, closed, slots, capacities } = model.world;
  if (old && (old.status === 'over' || old.wish.date < today)) return 14;
  const parts = model.parts(wish);
  if (typeof parts === 'string') return 13;
  const year = wish.course.year ?? 0;
  const isInYear = `${year}-04-01` <= wish.date && wish.date <= `${year + 1}-03-31`;
  // Where staff have moved it out of its year, it may stay.
  const isKept =
    old?.wish.course.year === wish.course.year && old?.wish.date === wish.date && old.wish.slot === wish.slot;
  const isSlot = (model.isTimed(parts.needs) ? slots : ['ZZ']).includes(wish.slot);
  if (isStale || wish.date < today || !(isInYear || isKept) || !isSlot || closed.has(wish.date)) return 14;
  const places = model.placesFor(parts.needs, wish.date, wish.slot);
  if (!holds) return places.every(({ key }) => (capacities.get(key) ?? 0) > 0) ? 0 : 13;
  for (const { key } of findLacking(model, places, old)) {
    const capacity = capacities.get(key) ?? 0;
    if (!seen) return 13;
    if (capacity === 0) return 14;
    if (seen.get(key) !== capacity) return 13;
  }
  return 0;
}
