// The other institutions of the server on somebody's opening day: staff look at lists and log in, a few people book.
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { buildWayGround, prepareWalker, type WayGround, walk } from '#tests/kit/whole-way.ts';
import { encodeForm } from '#wire/form.ts';
import { type Along, Client, Times } from './rush-client.ts';

const HOW_MANY = 10;
const CONNECTIONS = 64;
const PASSWORD = 'Biyori#2026';
/** In each institution: how often staff do something, every fifth time a log-in, and how often somebody books. */
const STAFF_EVERY_MS = 500;
const BOOKING_EVERY_MS = 4000;
const LOGIN_EVERY = 5;

export interface Other {
  ground: WayGround;
  userId: string;
  token: string;
}

export async function openOthers(db: Db, today: PlainDate): Promise<Other[]> {
  const password_hash = await hashPassword(PASSWORD);
  const others: Other[] = [];
  for (let n = 0; n < HOW_MANY; n++) {
    const institutionCode = String(72_000_001 + n);
    const ground = await buildWayGround(db, institutionCode, today, 5000);
    const userId = `other${String(n).padStart(3, '0')}`;
    const own = { institution_code: institutionCode, user_id: userId };
    await db.insertInto('administrator_directory').values(own).execute();
    await db
      .insertInto('administrators')
      .values({ ...own, display_name: '受付', password_hash })
      .execute();
    const token = await openClerk(db, { institutionCode, userId }, new Date());
    others.push({ ground, userId, token });
  }
  return others;
}

export interface Day {
  times: Times;
  strange: unknown[];
}

let walkers = 0;

/** Until the signal; each call is made when its time has come, whether the last one was answered or not. */
export async function goAboutTheDay(base: string, others: readonly Other[], until: AbortSignal): Promise<Day> {
  const client = new Client(base, CONNECTIONS);
  await client.connect();
  const day: Day = { times: new Times(), strange: [] };
  const underWay: Promise<unknown>[] = [];
  const every = async (ms: number, offset: number, act: (round: number) => Promise<unknown>) => {
    await pause(offset, until);
    for (let round = 0; !until.aborted; round++) {
      underWay.push(act(round).catch((error) => day.strange.push(String(error))));
      await pause(ms, until);
    }
  };
  const ask = async (name: string, path: string, form: string, along: Along) => {
    const start = performance.now();
    const answer = await client.post(path, form, along);
    day.times.add(name, performance.now() - start);
    return answer;
  };
  await Promise.all(
    others.flatMap(({ ground, userId, token }, n) => {
      const login = encodeForm({ grant_type: 'password', username: userId, password: PASSWORD }).toString();
      const from = `10.78.0.${n}`;
      const list = encodeForm({ ircd: ground.institutionCode }).toString();
      return [
        every(STAFF_EVERY_MS, (STAFF_EVERY_MS / HOW_MANY) * n, async (round) => {
          const isLogin = round % LOGIN_EVERY === n % LOGIN_EVERY;
          const answer = isLogin
            ? await ask('log-in', '/Token', login, { from })
            : await ask('list', '/api/MasterWWAKU/List', list, { token, from });
          if (answer.status !== 200) day.strange.push({ userId, ...answer });
        }),
        every(BOOKING_EVERY_MS, (BOOKING_EVERY_MS / HOW_MANY) * n, async () => {
          const walked = await walk(
            ({ step, path, body }) => ask(step, path, body, { from }),
            prepareWalker(ground, ++walkers),
          );
          day.strange.push(...walked.strange);
          if (walked.end !== 'booked') day.strange.push(walked);
        }),
      ];
    }),
  );
  await Promise.all(underWay);
  client.close();
  return day;
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {});
