// Given random people of equal kana and birth dates, with patient numbers that come and go, when notes are written and reservations booked,
// corrected, replaced and made anonymous, then a note is never shown at another person's reservation, lists mark those that have one,
// and no booking fails for one.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#db/query.ts';
import { runRetention } from '#server/privacy/run-retention.ts';
import { findViolations } from '#server/verify/verify.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { ALL_NOTED, NOTED_OF } from './person-note.ts';
import { selectReservation } from './reservation-columns.ts';

const HOME = '10000001';
const STEPS = 250;
const BORN = ['1980-01-01', '1990-02-02'];
const KANA = ['ハナコ', 'ハルコ'];
const NUMBERS = ['', '', 'K-1', 'K-2', 'K-3'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(HOME, 'clinic01');
});
afterAll(() => service.close());

/** The same every time it begins with the same number. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  return <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
}

interface Standing {
  number: number;
  patientNumber: string;
  kana: string;
  birthDate: string;
  personNote: string;
}

const readStanding = query<Standing>(`
  select ${selectReservation(['number', 'patientNumber', 'kana', 'birthDate', 'personNote'])} from reservations r
   where r.institution_code = $1 and r.anonymised_at is null and not is_replaced(r.status) order by r.reservation_number`);

const askAllNoted = query<{ numbers: number[] }>(ALL_NOTED);
const askNoted = query<{ numbers: number[] }>(NOTED_OF);

/** Who somebody is, by what all others say; null where nobody knows. */
function personOf(one: Standing, all: readonly Standing[]): string | null {
  if (one.patientNumber !== '') return one.patientNumber;
  const alike = all.filter(({ kana, birthDate }) => kana === one.kana && birthDate === one.birthDate);
  const numbers = new Set(alike.map(({ patientNumber }) => patientNumber).filter(Boolean));
  if (numbers.size > 1) return null;
  return [...numbers][0] ?? `${one.kana}/${one.birthDate}`;
}

test.each([1, 2, 3, 4])('seed %i', async (seed) => {
  const { db, token } = { db: service.db, token: await service.logIn('clinic01') };
  await sql`truncate reservations, person_notes cascade`.execute(service.admin);
  const pick = randomFrom(seed);
  const person = () => ({ given_kana: pick(KANA), birth_date: pick(BORN), patient_number: pick(NUMBERS) });
  const book = (more: object = {}) =>
    putReservation(db, HOME, {
      visitDate: '2026-12-01',
      slotCode: '01',
      startMinute: 540,
      columns: { ...person(), ...more },
    });
  const change = (number: number, columns: object) =>
    db.updateTable('reservations').set(columns).where('reservation_number', '=', number).execute();
  const acts = {
    book: () => book(),
    correct: ({ number }: Standing) => change(number, pickOne(person())),
    replace: async ({ number }: Standing) => {
      await change(number, { status: 'replaced_confirmed' });
      became.set(number, await book({ replaces: number }));
    },
    forget: async ({ number }: Standing) => {
      await sql`select anonymise_reservations(${HOME}, array[${number}::integer], now())`.execute(db);
      const { clock, secret } = service.running;
      await runRetention({ db, clock, secret }, () => {}, {
        isAnew: true,
        pace: { batch: 500, restMs: 0, tableMs: 60_000 },
      });
    },
    write: async ({ number }: Standing, step: number) => {
      const form = { ukno: number, mosk: pick(['', `<${step}>`, `<${step}>`]), isPrinted: '0' };
      expect([0, 14]).toContain((await service.post('/api/Desk/SaveNote', form, token)).body.errorCode);
    },
  };
  const pickOne = (columns: object) => Object.fromEntries([pick(Object.entries(columns))]);
  const ways = [
    'book',
    'book',
    'correct',
    'correct',
    'correct',
    'replace',
    'forget',
    'write',
    'write',
    'write',
  ] as const;

  /** The reservation by which one was replaced. */
  const became = new Map<number, number>();
  let shownCount = 0;
  let before: Standing[] = [];
  for (let step = 0; step < STEPS; step++) {
    const way = before.length < 4 ? 'book' : pick(ways);
    const one = before.length > 0 ? pick(before) : undefined;
    if (way === 'book') await acts.book();
    else if (one) await acts[way](one, step);
    const all = await readStanding(db, HOME);
    const numbers = all.map(({ number }) => number);
    const noted = all.filter(({ personNote }) => personNote !== '').map(({ number }) => number);
    const [[ofAll], [ofThese]] = [await askAllNoted(db, HOME), await askNoted(db, HOME, numbers)];
    const listed = ofAll?.numbers.filter((number) => numbers.includes(number));
    expect(
      listed?.sort((a, b) => a - b),
      `after ${step} (${way})`,
    ).toEqual(noted);
    expect(
      ofThese?.numbers.sort((a, b) => a - b),
      `after ${step} (${way})`,
    ).toEqual(noted);
    const known = new Map(all.map((each) => [each.number, personOf(each, all)]));
    for (const text of new Set(all.flatMap(({ personNote }) => personNote.match(/<\d+>/g) ?? []))) {
      const shown = all.filter(({ personNote }) => personNote.includes(text));
      const people = new Set(shown.map(({ number }) => known.get(number)));
      expect(people.size, `${text} after ${step} (${way})`).toBe(1);
      expect(people.has(null), `${text} after ${step} (${way})`).toBe(false);
      // Whoever reads it is somebody who read it before, or whom one of those has become.
      const had = before
        .filter(({ personNote }) => personNote.includes(text))
        .map(({ number }) => known.get(became.get(number) ?? number));
      if (text !== `<${step}>`) expect(had, `${text} after ${step} (${way})`).toContain([...people][0]);
      shownCount += shown.length;
    }
    before = all;
  }
  expect(shownCount).toBeGreaterThan(STEPS);
  const found = await findViolations(async (text) => (await sql.raw<object>(text).execute(db)).rows, ['notes']);
  expect(found.filter(({ count }) => count > 0)).toEqual([]);
});
