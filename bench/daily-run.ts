// The daily run on many reservations, half of them to be reminded of and half to be followed by an invitation: as fast for each
// mail however many there are, and nothing the second time.
import { createSecretKey } from 'node:crypto';
import { sql } from 'kysely';
import { runDailyFor } from '#booking/daily-run.ts';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { readConfig } from '#server/config.ts';
import { addReservations, HOSPITAL } from './booking-ground.ts';
import { type Rate, report } from './kit.ts';

const REMINDER_DAYS = 99;
const PROMOTION_MONTHS = 10;

/** Everybody another person, so that nobody's next visit keeps back an invitation. */
async function addVisits(db: Db, from: number, to: number, day: PlainDate): Promise<void> {
  await addReservations(db, from, to, day);
  await sql`
    update reservations
       set given_kana = 'タロウ' || reservation_number,
           visit_date = case reservation_number % 2
                          when 0 then ${day}::date + 1 + reservation_number / 2 % 90
                          else (${day}::date - make_interval(months => ${PROMOTION_MONTHS}))::date - reservation_number / 2 % 28
                        end
     where institution_code = ${HOSPITAL} and reservation_number between 200000000 + ${from}::int and 200000000 + ${to}::int - 1
    `.execute(db);
  await sql`update institutions set exam_address1 = '汐見の丘1-2-3' where exam_address1 = ''`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function run(db: Db): Promise<{ mails: number; rate: Rate }> {
  const secret = createSecretKey(Buffer.from('a key for measuring, of 32 letters'));
  const service = { db, clock: () => new Date(), config: readConfig({}), secret };
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const written = await runDailyFor(service, HOSPITAL);
  const seconds = (performance.now() - start) / 1000;
  const mails = (written?.reminder ?? 0) + (written?.promotion ?? 0);
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `       the daily run: ${written?.reminder} reminders, ${written?.promotion} invitations in ${seconds.toFixed(1)} s`,
  );
  return { mails, rate: { perSecond: mails / seconds, cpuMicros: (user + system) / Math.max(1, mails) } };
}

/** A tenth of them first, then the rest beside those, then once more. */
export async function benchDailyRun(db: Db, reservations: number): Promise<boolean> {
  const day = today(new Date());
  const few = Math.floor(reservations / 10);
  const daily = { reminder_days: REMINDER_DAYS, promotion_months: PROMOTION_MONTHS };
  await db.updateTable('clients').set(daily).where('institution_code', '=', HOSPITAL).execute();
  // Whoever booked in the wave is reminded before anything is measured.
  await run(db);
  await addVisits(db, 0, few, day);
  const first = await run(db);
  await addVisits(db, few, reservations, day);
  const rest = await run(db);
  const again = await run(db);
  const isComplete = first.mails === few && rest.mails === reservations - few && again.mails === 0;
  if (!isComplete) console.log('       the daily run wrote too few or too many: MISSED');
  const name = `mails of the daily run with ${reservations} reservations, to ${few}`;
  return report([{ name, of: rest.rate, to: first.rate, wanted: 0.7 }]) && isComplete;
}
