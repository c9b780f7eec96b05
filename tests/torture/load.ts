// The load under which faults are tried: clerks and examinees who go on asking whatever happens to the service.
import { setTimeout as wait } from 'node:timers/promises';
import { stepForm } from '#tests/kit/booking-forms.ts';
import type { RealService } from '#tests/kit/real-service.ts';
import { someone } from './ground.ts';

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
      // As a person does who was informed of a fault: once more, with the same request id.
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
