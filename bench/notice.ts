// A notice to many on its way: how long its sending takes, how quick another institution's bookings are meanwhile (those of its own
// would hold it up, since their mails come first), and how long a booking's mail is held up, here and there. Mails go out at the pace
// that is set unless somebody sets another. `npm run bench -- notice 500` measures 500 people.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { addAdministrator, createInstitution } from '#server/records/institutions.ts';
import { noticeForm, type Seen } from '#tests/kit/notices.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { FORM } from './booking.ts';
import { buildBookingGround } from './booking-ground.ts';
import { meanOf, type Rate, report } from './kit.ts';
import { Crowd, onService, timeTurn } from './mail.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';

const [NOTIFIER, DEMO] = ['70000002', '10000001'];
const WARM_UP = 100;
const BOOKINGS = 300;
const ROUNDS = 3;
const MOST = 1_000;
const LONGEST_SEND_MS = 2_000;
const LONGEST_TURN_MS = 2_000;

/** Reservations of people who have an address each, on a day of their own. */
async function putPeople(db: Db, count: number): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    insert into reservations (institution_code, status, desired, fiscal_year, client_code, course_code, price_condition_code,
      visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount, tax_display, prices_shown,
      family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at, updated_at)
    select ${NOTIFIER}, 'confirmed', false, 2026, '00000000', '0001', '01', current_date + 200, '09', 540, '個人', 'コース', 0, 0,
           'included', true, '健診', '太郎', 'ケンシン', 'タロウ', '1970-01-01', 50, 'male', 'notice' || n || '@example.jp', true,
           now(), now()
      from generate_series(1, ${count}::int) as n
    returning reservation_number as ukno, version::text as version`.execute(db);
  return rows;
}

async function openDesk(db: Db, base: string) {
  await createInstitution(db, { institutionCode: NOTIFIER, routeParam: 'notifier', name: '連絡センター' });
  const staff = { institutionCode: NOTIFIER, userId: 'bench001', displayName: '受付', password: 'Biyori#2026' };
  await addAdministrator(db, staff);
  const token = await openClerk(db, { institutionCode: NOTIFIER, userId: staff.userId }, new Date());
  /** How long it took. */
  return async (seen: readonly Seen[]): Promise<number> => {
    const body = encodeForm(noticeForm(seen)).toString();
    const headers = { ...FORM, authorization: `Bearer ${token}` };
    const start = performance.now();
    const answer = await fetch(`${base}/api/Desk/NoticeSend`, { method: 'POST', headers, body });
    const { mailCount } = (await answer.json()) as { mailCount: number };
    if (mailCount !== seen.length) throw new Error(`${mailCount} of ${seen.length} were sent to`);
    return performance.now() - start;
  };
}

const countWaiting = async (db: Db) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_mails where kind = 'notice' and state = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
};

function judge(what: string, ms: number, longest: number): boolean {
  const isMet = ms <= longest;
  console.log(`       ${what}: ${ms.toFixed(0)} ms${isMet ? '' : ', MISSED'}`);
  return isMet;
}

interface Measured {
  alone: Rate;
  beside: Rate;
  isMet: boolean;
}

/** Bookings before a notice goes out and while it does, in rounds that take turns: whatever else the machine does concerns both. */
async function measure(
  db: Db,
  sink: MailSink,
  { pid, base }: { pid: number; base: string },
  people: number,
): Promise<Measured> {
  const crowd = new Crowd(base, pid, await buildBookingGround(db, today(new Date())));
  try {
    const send = await openDesk(db, base);
    await crowd.book(WARM_UP, 'warm');
    await send(await putPeople(db, MOST));
    // As the database does by itself once a table has grown.
    await sql`vacuum analyze`.execute(db);
    const [alone, beside, turns, others]: [Rate[], Rate[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      while ((await countWaiting(db)) > 0) await wait(200);
      alone.push(await crowd.book(BOOKINGS / ROUNDS, 'alone'));
      await send(await putPeople(db, Math.ceil(people / ROUNDS)));
      turns.push(await timeTurn(db, sink, NOTIFIER));
      beside.push(await crowd.book(BOOKINGS / ROUNDS, 'beside'));
      others.push(await timeTurn(db, sink, DEMO));
      console.log(`       ${await countWaiting(db)} mails of the notice were left when the bookings were done`);
    }
    const ofOwn = judge('a booking’s mail of the same institution meanwhile', Math.max(...turns), LONGEST_TURN_MS);
    const ofOthers = judge('another institution’s', Math.max(...others), LONGEST_TURN_MS);
    const isQuick = judge(`a notice to ${MOST} is sent in`, await send(await putPeople(db, MOST)), LONGEST_SEND_MS);
    return { alone: meanOf(...alone), beside: meanOf(...beside), isMet: ofOwn && ofOthers && isQuick };
  } finally {
    crowd.close();
  }
}

export async function benchNotice(people = 500): Promise<boolean> {
  const sink = await startMailSink();
  try {
    const { alone, beside, isMet } = await onService(
      { SMTP_URL: sink.url, PUBLIC_URL: 'http://localhost' },
      ({ db, pid, base }) => measure(db, sink, { pid, base }, people),
    );
    const name = `bookings while a notice to ${people} goes out, to bookings before it`;
    return report([{ name, of: beside, to: alone, wanted: 0.8 }]) && isMet;
  } finally {
    await sink.close();
  }
}
