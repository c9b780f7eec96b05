// The staff's home page and its months, by one who looks at them without end, as data grow.
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { addMonths, monthOf } from '#domain/calendar/month.ts';
import { foldLiveCounts } from '#server/jobs.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { addReservations, buildBookingGround, HOSPITAL, openLoader } from './booking-ground.ts';
import { hammer, type Rate, type Ratio, startService } from './kit.ts';
import { benchTiles } from './tiles.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);

async function openOffice(db: Db, now: Date): Promise<string> {
  const staff = { institutionCode: HOSPITAL, userId: 'bench001', displayName: '受付', password: 'Biyori#2026' };
  await addAdministrator(db, staff);
  return openClerk(db, { institutionCode: HOSPITAL, userId: staff.userId }, now);
}

export async function benchStatus(sizes: readonly number[] = [10_000, 1_000_000]): Promise<Ratio[]> {
  const service = await startService(18_086);
  const connection = connectRunning(service.dataDir);
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  const loader = openLoader(connection);
  try {
    const now = new Date();
    await buildBookingGround(db, today(now));
    const token = await openOffice(db, now);
    // Who makes files is told how much is in none.
    await db
      .insertInto('csv_patterns')
      .values({ institution_code: HOSPITAL, pattern_code: '001', name: '取込用' })
      .execute();
    const ask = (name: string, form: Record<string, unknown> = {}) =>
      hammer(service.pid, {
        url: `${service.base}/api/AdminReserveStatusCheck/${name}`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
        body: encodeForm(form).toString(),
        // As many as the service lets one institution have in work, or fewer: nobody is to be refused.
        connections: 4,
        seconds: SECONDS,
      });
    // A month whose days are all among those that reservations are added to.
    const { year, month } = addMonths(monthOf(today(now)), -1);
    const measures = {
      'status page': () => ask('AdminReserveStatusCheckFirstDisplay'),
      'month change': () => ask('ChangeCalender', { calenderYear: year, calenderMonth: month }),
      'counts of a month of visits': () =>
        ask('SearchSummaryResults', {
          examStartYear: year,
          examStartMonth: month,
          examStartDate: 1,
          examEndYear: year,
          examEndMonth: month,
          examEndDate: 28,
        }),
    };
    const ratios: Ratio[] = [];
    const first: Record<string, Rate> = {};
    let before = 0;
    for (const size of sizes) {
      await addReservations(loader, before, size, today(now));
      // The service does so once a minute.
      await foldLiveCounts(loader);
      before = size;
      for (const [what, measure] of Object.entries(measures)) {
        const rate = await measure();
        const smaller = first[what];
        const name = `${what} at ${size.toLocaleString('en')} reservations of the same at fewer`;
        if (!smaller) first[what] = rate;
        else ratios.push({ name, of: rate, to: smaller, wanted: 1 / 1.3 });
      }
    }
    return [...ratios, await benchTiles(loader, before, today(now))];
  } finally {
    await Promise.all([db.destroy(), loader.destroy()]);
    await service.stop();
  }
}
