// My page and the detail of a person with 30 reservations: over HTTP, against their bare queries, and as data grow.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { PAGE } from '#examinee/reservations/my-page/server.ts';
import { RESERVATION } from '#examinee/reservations/server-reservation.ts';
import { issueToken } from '#server/access/tokens.ts';
import { encodeForm } from '#wire/form.ts';
import { addReservations, buildBookingGround, HOSPITAL, openLoader } from './booking-ground.ts';
import { hammer, meanOf, type Rate, type Ratio, ROOT, startHello, startService } from './kit.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const RESERVATIONS = 30;
const ITEMS = JSON.stringify(
  Array.from({ length: 12 }, (_, n) => ({ name: `検査${n}`, extent: n % 3 ? 'all' : 'part' })),
);

interface Owner {
  examineeId: number;
  number: number;
  token: string;
}

/** Somebody who has come for years and has booked ahead for all the family: half of it past, half of it to come. */
async function addOwner(db: Db, now: Date): Promise<Owner> {
  const { rows } = await sql<{ examineeId: number; number: number }>`
    with owner as (
      insert into examinees (institution_code, mail, family_name, given_name, birth_date, sex)
      values (${HOSPITAL}, ${`owner${now.getTime()}@example.jp`}, '健診', '花子', '1970-01-01', 'female') returning examinee_id),
    booked as (
      insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
        price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_items, course_amount,
        total_amount, tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex,
        mail, accepts_mail, created_at, updated_at)
      select ${HOSPITAL}, examinee_id, 'confirmed', false, 2026, '00000000', '0001', '01', ${today(now)}::date + 30 * (n - 15),
             '09', 540, '個人', 'コース', ${ITEMS}::jsonb, 10000, 12200, 'included', true, '健診', '花子', 'ケンシン', 'ハナコ',
             '1970-01-01', 56, 'female', 'owner@example.jp', true, ${now}, ${now}
        from owner, generate_series(1, ${RESERVATIONS}::int) as n
      returning reservation_number, examinee_id),
    chosen as (
      insert into reservation_options
      select ${HOSPITAL}, reservation_number, p, '0001', '000' || (1 + p), '01', 'オプション', 1100
        from booked, generate_series(0, 1) as p)
    select min(examinee_id) as "examineeId", max(reservation_number) as number from booked`.execute(db);
  const [owner] = rows;
  if (!owner) throw new Error('nobody to measure');
  const person = { kind: 'examinee', institutionCode: HOSPITAL, examineeId: owner.examineeId } as const;
  return { ...owner, token: await issueToken(db, person, now) };
}

async function bareQuery(host: string, statement: string, values: unknown[]): Promise<Rate> {
  const task = { host, statement, values, connections: CONNECTIONS, seconds: SECONDS };
  const { stdout } = await promisify(execFile)(process.execPath, [`${ROOT}bench/driver-loop.ts`, JSON.stringify(task)]);
  return JSON.parse(stdout);
}

export async function benchMyPage(sizes: readonly number[] = [10_000, 1_000_000]): Promise<Ratio[]> {
  const hello = await startHello(18_085);
  const service = await startService(18_084);
  const connection = connectRunning(service.dataDir);
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  const loader = openLoader(connection);
  try {
    const now = new Date();
    await buildBookingGround(db, today(now));
    const owner = await addOwner(db, now);
    const sayHello = () => hammer(hello.pid, { url: hello.base, seconds: SECONDS });
    const ask = (call: string) =>
      hammer(service.pid, {
        url: `${service.base}/api/${call}/FirstDisplay`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${owner.token}` },
        body: encodeForm({ ircd: HOSPITAL, ukno: owner.number }).toString(),
        seconds: SECONDS,
      });
    const ratios: Ratio[] = [];
    const first: Record<string, Rate> = {};
    let before = 0;
    for (const size of sizes) {
      await addReservations(loader, before, size, today(now));
      before = size;
      const helloBefore = await sayHello();
      const measure = { 'my page': await ask('CommonMyPage'), detail: await ask('CommonReserveDetail') };
      const bare = meanOf(helloBefore, await sayHello());
      const page = await bareQuery(connection.host, PAGE, [HOSPITAL, owner.examineeId, '']);
      const detail = await bareQuery(connection.host, RESERVATION, [HOSPITAL, owner.number, owner.examineeId]);
      const name = (what: string) => `${size.toLocaleString('en')} reservations: ${what}`;
      ratios.push(
        { name: name('my page of its bare query'), of: measure['my page'], to: page, wanted: 0.4 },
        { name: name('detail of its bare query'), of: measure.detail, to: detail, wanted: 0.4 },
        { name: name('my page of hello'), of: measure['my page'], to: bare, wanted: 0.02 },
        { name: name('detail of hello'), of: measure.detail, to: bare, wanted: 0.1 },
      );
      for (const [what, rate] of Object.entries(measure)) {
        const smaller = first[what];
        if (!smaller) first[what] = rate;
        else ratios.push({ name: name(`${what} of the same at fewer`), of: rate, to: smaller, wanted: 1 / 1.3 });
      }
    }
    return ratios;
  } finally {
    await Promise.all([db.destroy(), loader.destroy()]);
    await service.stop();
    await hello.stop();
  }
}
