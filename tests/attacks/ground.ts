// What is attacked: a service in a process of its own with the demo, a hospital beside it, and an institution where people book.
import { rm } from 'node:fs/promises';
import { INSTITUTION as DEMO } from '#app/demo/institution.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { violationsOf } from '#server/verify/verify.ts';
import { buildHospital, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { openGround, someone } from '#tests/torture/ground.ts';
import { type Caller, openCallers, openStrangers } from './callers.ts';

export interface Ground {
  service: RealService;
  db: Db;
  callers: Caller[];
  /** Whether somebody can book, and what is wrong with the data. */
  lookAfter(): Promise<{ isBooked: boolean; violations: string[] }>;
  close(): Promise<void>;
}

/** The hospital was written past the masters, which give codes by counting: they go on behind what is there. */
async function countCodes(db: Db, institutionCode: string): Promise<void> {
  const groups = await db
    .selectFrom('option_groups')
    .select('group_code')
    .where('institution_code', '=', institutionCode)
    .execute();
  const scopes = [
    'frames',
    'time-slots',
    'option-groups',
    'courses',
    ...groups.map((one) => `options:${one.group_code}`),
  ];
  const clients = [`categories:${SOCIETY}`];
  await db
    .insertInto('code_counters')
    .values([...scopes, ...clients].map((scope) => ({ institution_code: institutionCode, scope, last_number: 100 })))
    .execute();
}

/** Nobody waits on purpose: how long tries wait has tests of its own. */
const WITHOUT_WAITS = { LOGIN_FIRST_WAIT_MS: '0', LOGIN_LONGEST_WAIT_MS: '0', REISSUE_ANSWER_MS: '0' };

export async function openAttackGround(env: Record<string, string> = {}): Promise<Ground> {
  const folder = await makeDataDir('attacks');
  const service = await startRealService(folder, { ...WITHOUT_WAITS, ...env });
  const connection = connectionTo(folder);
  const db = openDatabase({ ...connection, database: 'biyori' }, 4);
  const now = () => new Date();
  await buildHospital(db);
  await countCodes(db, HOSPITAL);
  await openGround({ ...connection, database: 'biyori' });
  const people = await db
    .selectFrom('reservations')
    .select('examinee_id')
    .distinct()
    .where('institution_code', '=', DEMO)
    .where('examinee_id', 'is not', null)
    .orderBy('examinee_id')
    .limit(2)
    .execute();
  const callers = [
    ...(await openStrangers(db, DEMO, now)),
    ...(await openCallers(db, { institutionCode: DEMO, examineeIds: people.map((one) => one.examinee_id ?? 0) }, now)),
    ...(await openCallers(db, { institutionCode: HOSPITAL, examineeIds: [], clientCode: SOCIETY }, now)),
  ];
  let booked = 0;
  return {
    service,
    db,
    callers,
    async lookAfter() {
      const answer = await service.post('/api/Account/CommonGuestNewReserve', someone(1_000_000 + ++booked));
      const violations = await violationsOf({ ...connection, database: 'biyori' });
      return {
        isBooked: answer.errorCode === 0 && answer.ukno > 0,
        violations: violations.map(({ name, count, examples }) => `${name}: ${count}, such as ${examples[0]}`),
      };
    },
    async close() {
      await db.destroy();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
