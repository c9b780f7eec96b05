// The load under which faults are tried: clerks and examinees who go on asking whatever happens to the service.
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import type { RealService } from '#tests/kit/real-service.ts';

const INSTITUTION = '60000009';
/** A place holds 999 at the most, so there are many. */
const SLOTS = Array.from({ length: 40 }, (_, index) => String(10 + index));
const DAYS = 10;
/** All in one fiscal year, whenever this runs. */
const FIRST_DAY = addDays(today(new Date()), 20);
const YEAR = fiscalYearOf(addDays(FIRST_DAY, DAYS));
const DAYS_OF_YEAR = Array.from({ length: DAYS + 1 }, (_, index) => addDays(FIRST_DAY, index)).filter(
  (date) => fiscalYearOf(date) === YEAR,
);

/** An institution with room for everybody. */
export async function prepareGround(dataDir: string): Promise<void> {
  const connection = connectRunning(dataDir);
  if (!connection) throw new Error('the database does not run');
  const db = openDatabase(connection, 2);
  const now = today(new Date());
  try {
    await buildWorld(db, {
      institutionCode: INSTITUTION,
      institution: { bookable_from_days: 1, bookable_to_days: 60 },
      slots: Object.fromEntries(SLOTS.map((slot, index) => [slot, 480 + index * 10])),
      frames: { '0001': { by: 'time' }, '0002': { by: 'time' } },
      courses: [
        {
          code: '0001',
          year: YEAR,
          registration: [addDays(now, -1), addDays(now, 2)],
          prices: [{ amount: 10_000 }],
          frames: [{ frame: '0001' }, { frame: '0002' }],
        },
      ],
      capacity: { from: FIRST_DAY, to: addDays(FIRST_DAY, DAYS), frames: { '0001': 999, '0002': 999 } },
    });
  } finally {
    await db.destroy();
  }
}

const KINDS = ['token', 'list', 'calendar', 'booking', 'frame'] as const;
type Kind = (typeof KINDS)[number];
/** How many of each at a time. Passwords are slow on purpose, and frames have four digits. */
const WORKERS: Record<Kind, number> = { token: 1, list: 2, calendar: 2, booking: 6, frame: 1 };
const REST_MS: Record<Kind, number> = { token: 100, list: 20, calendar: 20, booking: 10, frame: 100 };

export interface Loads {
  /** Reservation number to the mail address of who booked it: acknowledged ones only. */
  bookings: Map<number, string>;
  /** Names of frames that were acknowledged. */
  frames: Set<string>;
  /** Answers that nobody may get, whatever happens to the database. */
  strange: string[];
  /** Which kinds have had no success that began after this moment. */
  unservedSince(moment: number): Kind[];
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
type Answer = Record<string, any>;

export async function startLoads(service: RealService): Promise<Loads> {
  const token = await service.logIn();
  const bookings = new Map<number, string>();
  const frames = new Set<string>();
  const strange: string[] = [];
  const served: Record<Kind, number> = { token: 0, list: 0, calendar: 0, booking: 0, frame: 0 };
  let count = 0;
  let stopped = false;

  /** Whether the service did what it was asked to; a fault may be told, and a broken connection is no answer at all. */
  const isDone = (answer: Answer | null): answer is Answer => {
    if (answer?.errorCode === 0 || answer?.access_token) return true;
    if (answer && answer.errorCode !== 11) strange.push(JSON.stringify(answer));
    return false;
  };
  const ask = (path: string, form: Record<string, unknown>, as?: string) =>
    service.post(path, form, as).catch(() => null);

  const acts: Record<Kind, () => Promise<boolean>> = {
    token: async () => isDone(await service.askToken().catch(() => null)),
    list: async () => isDone(await ask('/api/MasterWWAKU/List', {}, token)),
    calendar: async () => isDone(await ask('/api/CommonSelectCalender/FirstDisplay', stepForm(someone(0)))),
    booking: async () => {
      const form = someone(++count);
      // As a person does who was told of a fault: once more, with the same request id.
      while (!stopped) {
        const answer = await ask('/api/Account/CommonGuestNewReserve', form);
        if (isDone(answer)) {
          bookings.set(Number(answer.ukno), String(form.email1));
          return true;
        }
        await wait(REST_MS.booking * 10);
      }
      return false;
    },
    frame: async () => {
      const name = `耐久 ${++count}`;
      const done = isDone(await ask('/api/MasterWWAKU/Register', { wknm: name, krkb: '1', ccd1: '1' }, token));
      if (done) frames.add(name);
      return done;
    },
  };
  const work = async (kind: Kind) => {
    while (!stopped) {
      const began = Date.now();
      const done = await acts[kind]();
      if (done) served[kind] = Math.max(served[kind], began);
      await wait(done ? REST_MS[kind] : REST_MS[kind] + 100);
    }
  };
  const workers = KINDS.flatMap((kind) => Array.from({ length: WORKERS[kind] }, () => work(kind)));
  return {
    bookings,
    frames,
    strange,
    unservedSince: (moment) => KINDS.filter((kind) => served[kind] < moment),
    async stop() {
      stopped = true;
      await Promise.all(workers);
    },
  };
}

function someone(number: number) {
  return guestForm(INSTITUTION, {
    nend: YEAR,
    reserveDate: DAYS_OF_YEAR[number % DAYS_OF_YEAR.length]?.replaceAll('-', '/'),
    reserveTmzn: SLOTS[number % SLOTS.length],
    email1: `load${number}@example.jp`,
    requestId: `load-${number}-0123456789abcdef`,
  });
}
