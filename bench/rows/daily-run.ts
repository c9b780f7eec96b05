// The daily run, half reminders and half invitations: as quick for each mail however many reservations there are.

import { runDailyFor } from '#booking/mail/daily-run.ts';
import { ringOf } from '#server/access/key-ring.ts';
import { readConfig } from '#server/config.ts';
import { HOSPITAL } from '../booking-ground.ts';
import type { Act, Row } from '../frame/row.ts';
import { addDue } from '../frame/specimens.ts';
import { growing, spend, type World, type Worlds } from '../frame/world.ts';

/**
 * So many months ago nothing is loaded: of the days that it catches up on, it looks at every visit once a day, which belongs to how
 * many come a day and not to how many there are.
 */
const PROMOTION_MONTHS = 36;
const REMINDER_DAYS = 99;

/** In this process, as a server does it; its CPU counts as the service's. */
async function run(world: World): Promise<number> {
  const secret = ringOf(Buffer.from('a key for measuring, of 32 letters'));
  const written = await runDailyFor(
    { db: world.db, clock: () => new Date(), config: readConfig({}), secret },
    HOSPITAL,
  );
  return (written?.reminder ?? 0) + (written?.promotion ?? 0);
}

async function writingMails(world: World): Promise<Act> {
  const { db } = world;
  const daily = { reminder_days: REMINDER_DAYS, promotion_months: PROMOTION_MONTHS };
  await db.updateTable('clients').set(daily).where('institution_code', '=', HOSPITAL).execute();
  await db
    .updateTable('institutions')
    .set({ exam_address1: '汐見の丘1-2-3' })
    .where('institution_code', '=', HOSPITAL)
    .execute();
  return async (calls) => {
    // Whoever has booked meanwhile is reminded before anything is measured.
    await run(world);
    await addDue(world, calls, PROMOTION_MONTHS);
    let own = 0;
    const taken = await spend(world, async () => {
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      const mails = await run(world);
      const { user, system } = process.cpuUsage(cpu);
      own = (user + system) / 1e6;
      if (mails !== calls) throw new Error(`the daily run wrote ${mails} of ${calls} mails`);
      return (performance.now() - began) / 1000;
    });
    return { ...taken, service: own };
  };
}

export async function dailyRunRows(worlds: Worlds): Promise<Row[]> {
  const mails = await growing(worlds, writingMails);
  return [{ name: 'daily run, by the mail', calls: 1000, act: mails.act, references: [mails.ofFew] }];
}
