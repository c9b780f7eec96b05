// Forgetting many visits of one hospital: bookings beside it are as quick as alone, and a small clinic's are done in the same run.

import { sql } from 'kysely';
import { openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { startOfDay, today } from '#domain/calendar/clock.ts';
import { addYears } from '#domain/calendar/plain-date.ts';
import { ringOf } from '#server/access/key-ring.ts';
import { PACE, runRetention } from '#server/privacy/run-retention.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { bookBeside } from './booking.ts';
import { addReservations, buildBookingGround, openLoader } from './booking-ground.ts';
import { report, startService } from './kit.ts';

const CLINIC = '70000002';

export async function benchForget(due = 300_000): Promise<boolean> {
  const service = await startService(18_094, { GUEST_RESERVATIONS_PER_MINUTE: '0' });
  const connection = connectRunning(service.dataDir)!.superuser;
  const db = openDatabase(connection, 4);
  try {
    const day = today(new Date());
    const ground = await buildBookingGround(db, day);
    await addReservations(openLoader(connection), 0, due, day);
    await createInstitution(db, { institutionCode: CLINIC, routeParam: 'clinic', name: '診療所' });
    for (let count = 0; count < 10; count++) {
      await putReservation(db, CLINIC, { visitDate: '2020-01-01', slotCode: '09', startMinute: 540 });
    }
    const left = async (code: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from reservations
         where institution_code = ${code} and anonymised_at is null and visit_date < ${day}::date`.execute(db);
      return rows[0]?.count ?? 0;
    };
    // When every visit before today is due, and none that is booked meanwhile.
    const later = { db, secret: ringOf(Buffer.from('of nobody')), clock: () => startOfDay(addYears(day, 5)) };
    const refuse = (what: string, error: unknown) => {
      throw new Error(what, { cause: error });
    };
    const forget = () => runRetention(later, refuse, { pace: { ...PACE, tableMs: 5_000 }, isAnew: true });
    const { alone, beside } = await bookBeside(service, ground, forget);
    console.log(`       ${due - (await left('70000001'))} of ${due} visits forgotten beside the bookings`);
    const isClinicDone = (await left(CLINIC)) === 0;
    if (!isClinicDone) console.log('       the clinic had to wait: MISSED');
    const name = 'bookings beside the forgetting, to bookings alone';
    return report([{ name, of: beside, to: alone, wanted: 0.7 }]) && isClinicDone;
  } finally {
    await db.destroy();
    await service.stop();
  }
}
