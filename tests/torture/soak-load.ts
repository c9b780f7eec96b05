// The day that a soak repeats: examinees and staff of one institution, at a modest and steady rate, by choices that follow from a seed.

import { setTimeout as wait } from 'node:timers/promises';
import { runDaily } from '#booking/mail/daily-run.ts';
import type { Db } from '#db/database.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { ringOf } from '#server/access/key-ring.ts';
import { issueToken } from '#server/access/tokens.ts';
import { readConfig } from '#server/config.ts';
import { type Form, stepForm } from '#tests/kit/booking-forms.ts';
import type { RealService } from '#tests/kit/real-service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { FIRST_DAY, INSTITUTION, someone } from './ground.ts';
import type { Random } from './random.ts';

/** How often of a hundred. */
const SHARES = {
  book: 25,
  calendar: 15,
  myPage: 15,
  confirm: 10,
  change: 8,
  cancel: 7,
  status: 8,
  reception: 6,
  extraction: 3,
  csv: 3,
} as const;
export type Act = keyof typeof SHARES;

interface Booked {
  number: number;
  form: Form;
  token: string;
}

export interface Day {
  acts: Record<Act, number>;
  /** Acknowledged: number and mail address. */
  bookings: [number, string][];
  /** Answers that are neither a success nor what somebody else has done before. */
  strange: string[];
  /** One act; which, the seed knows. */
  act(): Promise<void>;
  /** What is done once a day, each time for the next one. */
  dailyRun(): Promise<void>;
}

const ACTS = Object.keys(SHARES) as Act[];
/** So many are known of those who booked: the last ones. */
const KNOWN = 500;

export async function openDay(service: RealService, db: Db, random: Random): Promise<Day> {
  const now = () => new Date();
  await db.updateTable('clients').set({ reminder_days: 1 }).where('institution_code', '=', INSTITUTION).execute();
  const userId = 'soak0001';
  await db.insertInto('administrator_directory').values({ user_id: userId, institution_code: INSTITUTION }).execute();
  const staff = await openClerk(db, { institutionCode: INSTITUTION, userId }, now());
  const demo = await service.logIn();
  const people: Booked[] = [];
  const day: Pick<Day, 'acts' | 'bookings' | 'strange'> = {
    acts: Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>,
    bookings: [],
    strange: [],
  };
  let count = 0;
  let days = 0;

  /** Beside success: what changed under somebody's hands (13, 14, 16), and too much at once. */
  const ask = async (path: string, form: Form, token?: string) => {
    const answer = await service.post(path, form, token);
    if (![0, 13, 14, 16].includes(answer.errorCode))
      day.strange.push(`${path}: ${JSON.stringify(answer).slice(0, 300)}`);
    return answer;
  };
  const book = async () => {
    const form = someone(++count);
    const answer = await ask('/api/Account/CommonGuestNewReserve', form);
    if (answer.errorCode !== 0) return;
    const number = Number(answer.ukno);
    day.bookings.push([number, String(form.email1)]);
    const { examinee_id: examineeId } = await db
      .selectFrom('examinees')
      .select('examinee_id')
      .where('institution_code', '=', INSTITUTION)
      .where('mail', '=', String(form.email1))
      .executeTakeFirstOrThrow();
    const token = await issueToken(db, { kind: 'examinee', institutionCode: INSTITUTION, examineeId }, now());
    people.push({ number, form, token });
    if (people.length > KNOWN) people.shift();
  };
  /** Whoever has not booked yet does so first. */
  const withSomebody = (act: (person: Booked) => Promise<unknown>) => () =>
    people.length === 0 ? book() : act(random.pick(people));
  const leave = (person: Booked) => people.splice(people.indexOf(person), 1);

  const acts: Record<Act, () => Promise<unknown>> = {
    book,
    calendar: () => ask('/api/CommonSelectCalender/FirstDisplay', stepForm(someone(random.below(5_000)))),
    myPage: withSomebody(({ token }) => ask('/api/CommonMyPage/FirstDisplay', {}, token)),
    change: withSomebody(async (person) => {
      const moved = someone(random.below(20_000));
      const { reserveDate, reserveTmzn } = moved;
      const form = {
        ...person.form,
        reserveDate,
        reserveTmzn,
        choiceUkno: person.number,
        requestId: `change-${++count}-0123456789abcdef`,
      };
      const answer = await ask('/api/Account/CommonLoginedChangeReserve', form, person.token);
      if (answer.errorCode === 0) Object.assign(person, { number: Number(answer.ukno), form });
    }),
    cancel: withSomebody(async (person) => {
      leave(person);
      await ask(
        '/api/CommonConfirmCancel/CancelReserve',
        { ukno: person.number, requestId: `cancel-${++count}-0123456789abcdef` },
        person.token,
      );
    }),
    confirm: withSomebody(({ number, form }) => {
      const [year, month, date] = String(form.reserveDate).split('/').map(Number);
      const visit = {
        reserveDateYear: year,
        reserveDateMonth: month,
        reserveDateDate: date,
        reserveTmzn: form.reserveTmzn,
      };
      return ask('/api/MasterWIGA1Detail/Update', { ukno: number, statusCode: '23', isSendMail: '1', ...visit }, staff);
    }),
    status: () =>
      ask('/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay', {}, random.pick([staff, demo])),
    reception: () => ask('/api/Desk/ReceptionList', {}, random.pick([staff, demo])),
    extraction: () => ask('/api/MasterWIGA1/FirstDisplay', {}, random.pick([staff, demo])),
    csv: async () => {
      const { searchList = [] } = await ask('/api/MasterWIGA1/FirstDisplay', {}, demo);
      const uknos = (searchList as { ukno: number }[]).slice(0, 50).map(({ ukno }) => ukno);
      // As who has shown a moment ago who they are.
      await db
        .updateTable('sessions')
        .set({ confirmed_at: now() })
        .where('administrator_id', '=', 'demo0001')
        .execute();
      await ask('/api/MasterWIGA1/CsvDownload', { ptcd: '001', uknos }, demo);
    },
  };
  const cards = ACTS.flatMap((act) => Array.from({ length: SHARES[act] }, () => act));
  return {
    ...day,
    async act() {
      const act = random.pick(cards);
      day.acts[act]++;
      await acts[act]().catch((error: Error) => day.strange.push(`${act}: ${error.message}`));
    },
    async dailyRun() {
      const moment = new Date(`${addDays(FIRST_DAY, days++ - 1)}T10:00:00+09:00`);
      const secret = ringOf(Buffer.alloc(32, 1));
      await runDaily({ db, clock: () => moment, config: readConfig({}), secret });
    },
  };
}

/** Acts at this rate until the moment; whatever takes longer is let to, some at a time. */
export async function spendDay(day: Day, perSecond: number, until: number): Promise<void> {
  const underWay = new Set<Promise<void>>();
  while (Date.now() < until) {
    if (underWay.size < 32) {
      const acting = day.act();
      underWay.add(acting);
      void acting.finally(() => underWay.delete(acting));
    }
    await wait(1000 / perSecond);
  }
  await Promise.all(underWay);
}
