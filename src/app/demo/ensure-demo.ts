// Loads the demo into an empty database, so that a first start shows a centre at work, and closes it where others than this machine could
// reach it: everybody knows its log-ins.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Config } from '#server/config.ts';
import { closeInstitution } from '#server/records/institutions.ts';
import { type Booking, book } from './booking.ts';
import { planBookings } from './bookings.ts';
import { makeCalendar, writeCalendar } from './calendar.ts';
import { COURSES, writeDemoCourses } from './courses.ts';
import { writeCsvPattern } from './downloads.ts';
import { HANAKO } from './hanako.ts';
import { INSTITUTION, openInstitution } from './institution.ts';
import { instant, isBookable, makeLifecycles, type World } from './lifecycles.ts';
import { TEMPLATE_COUNT, writeMailTemplates } from './mail-templates.ts';
import { writeMasters } from './masters.ts';
import { planNotice } from './notice.ts';
import { STAFF_MEMOS } from './people.ts';
import { seededRandom } from './random.ts';
import { writeReservations } from './reservations.ts';
import { writeSendings } from './visits.ts';

type Log = (line: string) => void;

/** At every start. Says whether a demo is there and open. */
export async function ensureDemo(
  db: Db,
  config: Pick<Config, 'demo' | 'outside'>,
  now: Date,
  report: Log,
  /** By whoever owns the tables: without statistics the first pages would be planned for empty ones. */
  analyze: () => Promise<unknown>,
): Promise<boolean> {
  const institutions = await db
    .selectFrom('institutions')
    .select(['institution_code', 'is_demo', 'closed_at'])
    .execute();
  const demo = institutions.find(({ is_demo }) => is_demo);
  if (institutions.length === 0) {
    if (config.demo === 'never' || (config.demo === 'local' && config.outside)) return false;
    if (await wasRemoved(db)) return false;
    report('Loading the demo institution into the empty database ...');
    while (!(await loadOnce(db, now))) await sleep(LOOK_AGAIN_MS);
    await analyze();
    return true;
  }
  if (!demo) return false;
  if (config.demo === 'open') {
    if (demo.closed_at) await reopen(db, demo.institution_code);
    return true;
  }
  const reason = config.outside ?? (institutions.length > 1 ? 'there is another institution' : null);
  if (config.demo === 'local' && !reason && !demo.closed_at) return true;
  await db.transaction().execute((transaction) => closeInstitution(transaction, demo.institution_code, now));
  report(closedLine(demo.institution_code, config.demo === 'never' ? 'DEMO is 0' : reason));
  return false;
}

const LOOK_AGAIN_MS = 500;
const acquireLock = query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock(5310002) as "isOurs"');
const isEmpty = query<{ isEmpty: boolean }>('select not exists (select from institutions) as "isEmpty"');

const loadOnce = (db: Db, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const [turn] = await acquireLock(transaction);
    if (!turn?.isOurs) return false;
    const [found] = await isEmpty(transaction);
    if (found?.isEmpty) await loadDemo(transaction, now);
    return true;
  });

/** Whoever has removed it does not want it back, and its log-ins are given to nobody any more. */
async function wasRemoved(db: Db): Promise<boolean> {
  const removed = await db
    .selectFrom('removed_institutions')
    .select('removed_at')
    .where('institution_code', '=', INSTITUTION)
    .executeTakeFirst();
  return removed !== undefined;
}

/** When a real institution is opened: says so, or gives nothing where there is no open demo. */
export async function closeDemo(db: Db, { demo: wish }: Pick<Config, 'demo'>, now: Date): Promise<string | null> {
  const demo = await db
    .selectFrom('institutions')
    .select('institution_code')
    .where('is_demo', '=', true)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!demo || wish === 'open') return null;
  await closeInstitution(db, demo.institution_code, now);
  return closedLine(demo.institution_code, 'there is another institution');
}

async function reopen(db: Db, institutionCode: string): Promise<void> {
  await db
    .updateTable('institutions')
    .set({ closed_at: null })
    .where('institution_code', '=', institutionCode)
    .execute();
}

const closedLine = (institutionCode: string, reason: string | null) =>
  `The demo institution is closed${reason ? `, since ${reason}` : ''}. DEMO=1 opens it; remove-institution --code ${institutionCode} removes it.`;

/** Of those that came on a day on which somebody was there to answer; a tenth of all. */
const BY_PHONE = 0.15;
const WITHOUT_MAIL = 1 / 3;
const WITH_MEMO = 0.05;
const TWICE = 3;

/**
 * What staff have done at the desk: bookings for callers, memos, and people who are booked twice in a year. After everybody's own
 * bookings, with a chance of its own: those stay as they are, whatever happens here.
 */
function planDesk(bookings: Booking[], world: World): Booking[] {
  const random = seededRandom(Number(world.today.replaceAll('-', '')) + 1);
  const { calendar, today } = world;
  const lives = makeLifecycles({ ...world, random });
  const mailsOf = new Map<string, number>();
  for (const { person } of bookings) mailsOf.set(person.mail, (mailsOf.get(person.mail) ?? 0) + 1);

  const officeTime = (at: Date) => instant(dateOf(at), random.between(9 * 60, 16 * 60 + 29));

  function takeByPhone(booking: Booking): void {
    const [born] = booking.history;
    booking.origin = 'phone';
    booking.history = [{ ...born!, at: officeTime(born!.at), by: 'administrator', details: {} }];
    const isAlone = mailsOf.get(booking.person.mail) === 1;
    if (isAlone && random.chance(WITHOUT_MAIL)) booking.hasMail = false;
  }

  function noteMemo(booking: Booking): void {
    booking.memo = random.pick(STAFF_MEMOS);
    if (booking.origin === 'phone') return;
    const last = booking.history.at(-1)!.at;
    booking.history.push({ at: lives.handledAfter(last), by: 'administrator', act: 'memo', details: {} });
  }

  /** A second visit of somebody in the same year, as callers who have forgotten the first one ask for it. */
  function bookAgain({ person, course, fiscalYear, visitDate }: Booking): Booking | null {
    const at = instant(calendar.openDays.findLast((date) => date <= lives.settled)!, random.between(9 * 60, 16 * 60));
    const days = calendar.openDays.filter((date) => date > addDays(visitDate, 10) && isBookable(date, dateOf(at)));
    for (const date of days.slice(0, 20)) {
      const second = book(random, calendar, { person, course, visitDate: date, options: ['胃部X線'] });
      if (!second) continue;
      if (second.fiscalYear !== fiscalYear) return null;
      second.origin = 'phone';
      second.history = [{ at, by: 'administrator', act: 'booked', details: {} }];
      return second;
    }
    return null;
  }

  const isPlain = ({ status, desired, replaces, history, person }: Booking) =>
    person !== HANAKO && status === 'confirmed' && !desired && !replaces && history.length === 2;
  for (const booking of bookings) {
    const isAnswered = isPlain(booking) && calendar.isOpen(dateOf(booking.history[0]!.at)) && random.chance(BY_PHONE);
    if (isAnswered || booking.origin === 'phone') takeByPhone(booking);
  }
  const again: Booking[] = [];
  for (const booking of random.shuffled(bookings)) {
    if (again.length === TWICE) break;
    if (booking.visitDate <= addDays(today, 14) || !isPlain(booking) || mailsOf.get(booking.person.mail) !== 1)
      continue;
    const second = bookAgain(booking);
    if (second) again.push(second);
  }
  for (const booking of bookings) {
    if (booking.person !== HANAKO && booking.status === 'confirmed' && random.chance(WITH_MEMO)) noteMemo(booking);
  }
  return [...bookings, ...again].sort((a, b) => a.history[0]!.at.getTime() - b.history[0]!.at.getTime());
}

/** The same content for the same day, but for the hashes of passwords and the identities that the database gives. */
export async function loadDemo(db: Db, now: Date): Promise<void> {
  const today = dateOf(now);
  await openInstitution(db, now);
  await writeMasters(db, { courses: COURSES.length, 'mail-templates': TEMPLATE_COUNT, 'csv-patterns': 1 });
  await writeDemoCourses(db, fiscalYearOf(today), today);
  await writeMailTemplates(db);
  await writeCsvPattern(db);

  const world = { now, today, random: seededRandom(Number(today.replaceAll('-', ''))), calendar: makeCalendar(today) };
  const planned = planBookings(world);
  const notice = planNotice(planned, world);
  const bookings = planDesk(planned, world);
  await writeCalendar(db, world.calendar);
  await writeReservations(db, bookings, { ...world, notice });
  await writeSendings(db, today);
}
