// What desks cost that only ask whether anything has moved: twenty of an institution, against one booking a second.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { FORM, GUEST } from './booking.ts';
import { bookingForm, buildBookingGround, HOSPITAL } from './booking-ground.ts';
import { cpuSeconds, databaseCpuSeconds, type Rate, type Ratio, startService } from './kit.ts';

/** As many as an institution may have, each of which asks again so long after an answer. */
const [DESKS, GAP_MS] = [20, 3_000];
const LIST = '/api/Desk/ReceptionList';

/** Everybody of a busy day, half of them here. */
async function fillDay(db: Db, day: string, people: number): Promise<void> {
  await sql`
    insert into reservations (institution_code, reservation_number, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
      tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
      created_at, updated_at)
    select ${HOSPITAL}, 300000000 + n, 'confirmed', false, 2026, '00000000', '0001', '01', ${day}::date, '09', 540, '個人',
           'コース', 0, 0, 'included', true, '健診', '太郎', 'ケンシン' || n, 'タロウ', '1970-01-01', 50, 'male', '', true,
           now(), now()
      from generate_series(1, ${people}::int) as n`.execute(db);
  await sql`
    insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
    select institution_code, reservation_number, visit_date, 'arrived', now(), 'bench001' from reservations
     where institution_code = ${HOSPITAL} and reservation_number between 300000000 and 400000000
       and reservation_number % 2 = 0`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Desks as their screens are: each polls. */
async function pollFor(seconds: number, ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  const desk = async (n: number) => {
    await setTimeout((n * GAP_MS) / DESKS);
    while (Date.now() < end) {
      await ask();
      await setTimeout(GAP_MS);
    }
  };
  const desks = Promise.all(Array.from({ length: DESKS }, (_, n) => desk(n)));
  await desks;
}

export async function benchReception(people = 300, calls = 400, seconds = 40): Promise<Ratio[]> {
  const service = await startService(18_087, { GUEST_RESERVATIONS_PER_MINUTE: '0' });
  const connection = connectRunning(service.dataDir)?.superuser;
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  try {
    const now = new Date();
    const date = today(now);
    const ground = await buildBookingGround(db, date);
    const staff = { institutionCode: HOSPITAL, userId: 'bench001', displayName: '受付', password: 'Biyori#2026' };
    await addAdministrator(db, staff);
    const token = await openClerk(db, { institutionCode: HOSPITAL, userId: staff.userId }, now);
    await fillDay(db, date, people);
    const post = async (path: string, form: object, headers: Record<string, string> = {}) => {
      const body = encodeForm({ ...form }).toString();
      const answer = await fetch(`${service.base}${path}`, { method: 'POST', headers: { ...FORM, ...headers }, body });
      const answered = (await answer.json()) as Record<string, unknown>;
      if (answered.errorCode !== 0) throw new Error(`${path} answered ${JSON.stringify(answered)}`);
      return answered;
    };
    const spent = () => cpuSeconds(service.pid) + databaseCpuSeconds(service.dataDir);
    const rateOf = (cpu: number): Rate => ({ perSecond: 1 / cpu, cpuMicros: cpu * 1e6 });
    /** One after the other; what the service and its database spend on each. */
    const measure = async (ask: (n: number) => Promise<unknown>): Promise<Rate> => {
      for (let n = 0; n < 100; n++) await ask(n);
      const before = spent();
      for (let n = 100; n < 100 + calls; n++) await ask(n);
      return rateOf((spent() - before) / calls);
    };
    /** What they spend in a second. */
    const spend = async (work: (seconds: number) => Promise<unknown>): Promise<number> => {
      const before = spent();
      await work(seconds);
      return (spent() - before) / seconds;
    };
    const desk = { authorization: `Bearer ${token}` };
    // Named, since midnight may come while it is measured.
    const receptDate = date.replaceAll('-', '/');
    const { version } = await post(LIST, { receptDate }, desk);
    const watched = { receptDate, version };
    const ask = () => post(LIST, watched, desk);
    await measure(ask);
    const idle = await spend((pause) => setTimeout(pause * 1000));
    const polling = await spend((time) => pollFor(time, ask));
    const idleAfter = await spend((pause) => setTimeout(pause * 1000));
    const desks = rateOf(Math.max(polling - (idle + idleAfter) / 2, 1e-6));
    const open = await measure(() => post(LIST, { receptDate }, desk));
    const moved = await measure(() => post(LIST, { receptDate, version: 'another' }, desk));
    const book = await measure((n) => post(GUEST, bookingForm(ground, n, `desk${n}@example.jp`)));
    const those = `a day of ${people}`;
    return [
      {
        name: `a second of ${DESKS} desks that poll ${those}, for the CPU of one booking`,
        of: desks,
        to: book,
        wanted: 1.5,
      },
      { name: `${those} that has moved, for the CPU of one booking`, of: moved, to: book },
      { name: `${those} that is opened, for the CPU of one booking`, of: open, to: book },
    ];
  } finally {
    await db.destroy();
    await service.stop();
  }
}
