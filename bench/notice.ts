// A notice to many on its way: how long its sending takes, how quick bookings are meanwhile, and how long a booking's mail, and one of
// another institution, is held up. `npm run bench -- notice 500` measures 500 people.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { noticeForm, type Seen } from '#tests/kit/notices.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { FORM } from './booking.ts';
import { buildBookingGround, HOSPITAL } from './booking-ground.ts';
import { type Rate, report } from './kit.ts';
import { Crowd, onService, timeTurn } from './mail.ts';
import { startMailSink } from './mail-sink.ts';

const WARM_UP = 100;
const BOOKINGS = 300;
const MOST = 1_000;
const LONGEST_SEND_MS = 2_000;
const LONGEST_TURN_MS = 2_000;

/** Reservations of people who have an address each, on a day of their own. */
async function putPeople(db: Db, count: number): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    insert into reservations (institution_code, status, desired, fiscal_year, client_code, course_code, price_condition_code,
      visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount, tax_display, prices_shown,
      family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at, updated_at)
    select ${HOSPITAL}, 'confirmed', false, 2026, '00000000', '0001', '01', current_date + 200, '09', 540, '個人', 'コース', 0, 0,
           'included', true, '健診', '太郎', 'ケンシン', 'タロウ', '1970-01-01', 50, 'male', 'notice' || n || '@example.jp', true,
           now(), now()
      from generate_series(1, ${count}::int) as n
    returning reservation_number as ukno, version::text as version`.execute(db);
  return rows;
}

async function openDesk(db: Db, base: string) {
  const staff = { institutionCode: HOSPITAL, userId: 'bench001', displayName: '受付', password: 'Biyori#2026' };
  await addAdministrator(db, staff);
  const token = await openClerk(db, { institutionCode: HOSPITAL, userId: staff.userId }, new Date());
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

function tell(what: string, ms: number, longest: number): boolean {
  const isMet = ms <= longest;
  console.log(`       ${what}: ${ms.toFixed(0)} ms${isMet ? '' : ', MISSED'}`);
  return isMet;
}

export async function benchNotice(people = 500): Promise<boolean> {
  const sink = await startMailSink();
  const env = { SMTP_URL: sink.url, PUBLIC_URL: 'http://localhost' };
  /** Bookings before a notice goes out, and while it does. */
  const measure = async (db: Db, pid: number, base: string): Promise<{ alone: Rate; beside: Rate; isMet: boolean }> => {
    const crowd = new Crowd(base, pid, await buildBookingGround(db, today(new Date())));
    try {
      const send = await openDesk(db, base);
      await crowd.book(WARM_UP, 'warm');
      await send((await putPeople(db, MOST)).slice(0, 10));
      const alone = await crowd.book(BOOKINGS, 'alone');
      const ms = await send(await putPeople(db, people));
      const turn = await timeTurn(db, sink, HOSPITAL);
      const other = await timeTurn(db, sink);
      const beside = await crowd.book(BOOKINGS, 'beside');
      const left = await countWaiting(db);
      console.log(
        `       a notice to ${people} took ${ms.toFixed(0)} ms; ${left} of its mails were left when the bookings were done`,
      );
      while ((await countWaiting(db)) > 0) await wait(500);
      const isQuick = tell(`a notice to ${MOST}`, await send(await putPeople(db, MOST)), LONGEST_SEND_MS);
      const isInTurn = tell('a booking’s mail of the same institution meanwhile', turn, LONGEST_TURN_MS);
      return { alone, beside, isMet: tell('another institution’s', other, LONGEST_TURN_MS) && isInTurn && isQuick };
    } finally {
      crowd.close();
    }
  };
  try {
    const { alone, beside, isMet } = await onService(18_088, env, measure);
    const name = `bookings while a notice to ${people} goes out, to bookings before it`;
    return report([{ name, of: beside, to: alone, wanted: 0.8 }]) && isMet;
  } finally {
    await sink.close();
  }
}
