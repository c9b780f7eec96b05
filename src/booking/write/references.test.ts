// What belongs to a reservation refers to one that is there, and places to a frame, though no foreign key says so.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from '#tests/torture/bench.ts';
import { bookAnyone, openRaceGround } from '#tests/torture/races.ts';

const OWN = '60000002';
let service: TestService;
let bench: Awaited<ReturnType<typeof openBench>>;

beforeAll(async () => {
  service = await startTestService();
  bench = await openBench(service.connection);
  await openRaceGround(bench, OWN, 5);
  await bookAnyone(bench, OWN, '2026-12-01');
});
afterAll(async () => {
  await bench.close();
  await service.close();
});

const run = (text: string) => sql.raw(text).execute(service.db);
const refusal = { code: '23503' };

test.each([
  [
    'places',
    'reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)',
    `frame_code, '2026-12-01', '09', 1, false from frames`,
  ],
  [
    'options',
    'reservation_options (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)',
    `1, '0001', '0001', '01', 'x', 0 from frames`,
  ],
  [
    'history',
    'reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)',
    `now(), 'service', '', 'edited' from frames`,
  ],
])('no %s without their reservation', async (_, into, rest) => {
  await expect(
    run(`insert into ${into} select '${OWN}', 999999999, ${rest} where institution_code = '${OWN}' limit 1`),
  ).rejects.toMatchObject(refusal);
});

test('no places without their frame, though others of the statement have theirs', async () => {
  await expect(
    run(`
      insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
      select p.institution_code, p.reservation_number, n.frame_code, p.visit_date, '08', 1, false
        from reservation_places p, lateral (values (p.frame_code), ('9999')) as n(frame_code)
       where p.institution_code = '${OWN}'`),
  ).rejects.toMatchObject(refusal);
});

test('nothing that is referred to is deleted', async () => {
  for (const table of ['reservations', 'frames']) {
    await expect(run(`delete from ${table} where institution_code = '${OWN}'`)).rejects.toMatchObject(refusal);
  }
});
