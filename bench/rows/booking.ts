// Bookings and changes: over HTTP, against the bare function that writes them.
import { makeService } from '#app/service.ts';
import { amendOptions } from '#backoffice/reservations/amend/contract.ts';
import { reserveByPhone } from '#backoffice/reservations/phone-booking/contract.ts';
import { actorOf } from '#booking/policy/actor.ts';
import { readCourseData } from '#booking/policy/course-data.ts';
import { readOriginal } from '#booking/policy/original-reservation.ts';
import { validateBooking } from '#booking/policy/validate-booking.ts';
import { idempotencyKeyOf, prepareBooking } from '#booking/write/reserve.ts';
import { bookingCall } from '#booking/write/write-booking.ts';
import { changeReservation, reserveAsGuest, reserveLoggedIn } from '#examinee/booking/contract-reserve.ts';
import { draftOf } from '#examinee/booking/server-reserve.ts';
import { readConfig } from '#server/config.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { encodeForm } from '#wire/form.ts';
import { bookingForm, HOSPITAL, SLOTS } from '../booking-ground.ts';
import type { Booker, BookingInput } from '../frame/bare-booking.ts';
import { isDone } from '../frame/load.ts';
import type { Act, Row } from '../frame/row.ts';
import { addAmendable, logPeopleIn } from '../frame/specimens.ts';
import { asking, CONNECTIONS, DESKS, growing, requestTo, SETTINGS, type World, type Worlds } from '../frame/world.ts';

let made = 0;

const formOf = ({ ground }: World, mail?: string) => {
  const n = ++made;
  return bookingForm(ground, n, mail ?? `http${process.pid}n${n}@example.jp`);
};

/** What differs is made beforehand: what it costs to fill in forms is not the service's. */
const prepared =
  (world: World, make: (n: number) => Buffer, connections = CONNECTIONS): Act =>
  (calls) => {
    const requests = Array.from({ length: calls }, (_, n) => make(n));
    return asking(world, { connections, next: (_, n) => requests[n]! })(calls);
  };

export const guestsBook = (world: World): Act =>
  prepared(world, () => requestTo(world, { path: reserveAsGuest.path, form: formOf(world) }));

type Person = Booker & { token: string };

const peopleBook = (world: World, people: readonly Person[]): Act =>
  prepared(world, (n) => {
    const { mail, token } = people[n % people.length]!;
    return requestTo(world, { path: reserveLoggedIn.path, form: formOf(world, mail), token });
  });

/** Each gets one reservation, which is changed to another day again and again. */
async function bookOnce(world: World, people: readonly Person[]): Promise<void> {
  const book = async (person: Person) => {
    const answer = await fetch(world.service.base + reserveLoggedIn.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: encodeForm(formOf(world, person.mail)),
    });
    const { ukno } = (await answer.json()) as { ukno?: number };
    if (!ukno) throw new Error('nothing to change was booked');
    person.number = ukno;
  };
  for (let from = 0; from < people.length; from += CONNECTIONS) {
    await Promise.all(people.slice(from, from + CONNECTIONS).map(book));
  }
}

function peopleChange(world: World, people: readonly Person[]): Act {
  const turns = Array.from({ length: CONNECTIONS }, () => 0);
  const changing: Person[] = [];
  return asking(world, {
    next(connection) {
      const turn = turns[connection] ?? 0;
      turns[connection] = turn + 1;
      const person = people[(connection + CONNECTIONS * turn) % people.length]!;
      changing[connection] = person;
      const form = { ...formOf(world, person.mail), choiceUkno: person.number };
      return requestTo(world, { path: changeReservation.path, form, token: person.token });
    },
    check(answer, connection) {
      isDone(answer);
      changing[connection]!.number = Number(/"ukno":"?(\d+)/.exec(answer.body)?.[1]);
    },
  });
}

const desksBook = (world: World): Act =>
  prepared(
    world,
    () => {
      const { nend, courseJkcd, sumGkgk, opbr, opcd, optionJkcd, reserveDate, reserveTmzn, requestId } = formOf(world);
      const offer = { nend, courseJkcd, sumGkgk, opbr, opcd, optionJkcd };
      const form = deskForm({ ...offer, inputBtdyYear: 1970, reserveDate, reserveTmzn, requestId });
      return requestTo(world, { path: reserveByPhone.path, form, token: world.token });
    },
    DESKS,
  );

const AMENDED = 300;
/** What a visit has by turns beside what stays, and what it then comes to: without a frame, and with one. */
const SETS = [
  { opcd: ['0001', '0003'], sumGkgk: 10_000 + 1100 + 2200 },
  { opcd: ['0001', '0005'], sumGkgk: 10_000 + 1100 + 4400 },
];

/** Each visit gets the other set whenever it is its turn. */
async function desksAmend(world: World): Promise<Act> {
  const visits = (await addAmendable(world, AMENDED)).map((ukno) => ({ ukno, version: '1', turn: 0 }));
  const turns = Array.from({ length: DESKS }, () => 0);
  const amending: typeof visits = [];
  return asking(world, {
    connections: DESKS,
    next(connection) {
      const visit = visits[(connection + DESKS * turns[connection]!++) % visits.length]!;
      amending[connection] = visit;
      const { ukno, version, turn } = visit;
      const form = { ukno, version, opbr: ['0001', '0001'], ...SETS[turn % SETS.length] };
      return requestTo(world, { path: amendOptions.path, form, token: world.token });
    },
    check(answer, connection) {
      isDone(answer);
      const visit = amending[connection]!;
      visit.version = /"version":"(\d+)"/.exec(answer.body)?.[1] ?? '';
      visit.turn++;
    },
  });
}

/** What the service would hand to the function for this booking. */
async function functionInput(world: World, person: Person | null, replaces: number | null): Promise<BookingInput> {
  const { db, now } = world;
  const service = makeService({ db, clock: () => now, config: readConfig(SETTINGS), secret: Buffer.alloc(32) });
  const reading = reserveAsGuest.request.decode(formOf(world, person?.mail));
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const visitor = { kind: 'anyone', service, now, address: '', isLocal: true, session: null } as const;
  const asker = { ...actorOf(visitor, HOSPITAL), examineeId: person?.examineeId ?? null };
  const draft = draftOf(reading.value);
  const facts = await readCourseData(db, { ...draft, institutionCode: HOSPITAL });
  const replaced = await readOriginal(db, asker, replaces);
  const judged = validateBooking({ actor: asker, courseData: facts, original: replaced }, draft);
  const { rows } = await prepareBooking(judged, idempotencyKeyOf({ actor: asker, draft, replaces }));
  return bookingCall([rows]) as unknown as BookingInput;
}

export async function bookingRows(worlds: Worlds): Promise<Row[]> {
  const { many, hello } = worlds;
  const people = new Map<World, { book: Person[]; change: Person[] }>();
  for (const world of [many, worlds.few]) {
    const change = await logPeopleIn(world, 'changing', worlds.people);
    await bookOnce(world, change);
    people.set(world, { book: await logPeopleIn(world, 'person', 2 * worlds.people), change });
  }
  const of = (world: World) => people.get(world)!;
  // Half of them over HTTP, half by the bare function: nobody has booked more among many than among few.
  const halves = (all: readonly Person[]) => [all.slice(0, all.length / 2), all.slice(all.length / 2)] as const;
  const [[, bareBook], [, bareChange]] = [halves(of(many).book), halves(of(many).change)];
  const { days } = many.ground;
  const bareOf = async (who: readonly Person[], isChange = false) => {
    const [first = null] = who;
    const input = await functionInput(many, first, isChange ? (first?.number ?? null) : null);
    return {
      name: 'the bare function',
      act: many.bare.act({ booking: { input, days, slots: SLOTS, people: who, isChange } }),
      least: 0.5,
    };
  };
  const ofHello = { name: 'hello', act: hello, calls: 4000, least: 0.05 };
  const guests = await growing(worlds, guestsBook);
  const loggedIn = await growing(worlds, (world) => peopleBook(world, halves(of(world).book)[0]));
  const changes = await growing(worlds, (world) => peopleChange(world, halves(of(world).change)[0]));
  const amendments = await growing(worlds, desksAmend);
  return [
    {
      name: 'booking of a guest',
      calls: 500,
      act: guests.act,
      references: [await bareOf([]), ofHello, guests.ofFew],
    },
    {
      name: 'booking of somebody logged in',
      calls: 500,
      act: loggedIn.act,
      references: [await bareOf(bareBook), ofHello, loggedIn.ofFew],
    },
    {
      name: 'change of a booking',
      calls: 300,
      act: changes.act,
      references: [await bareOf(bareChange, true), changes.ofFew],
    },
    {
      name: 'change of options on the day',
      calls: 300,
      act: amendments.act,
      references: [{ name: 'a booking by staff', act: desksBook(many), least: 0.4 }, amendments.ofFew],
    },
  ];
}
