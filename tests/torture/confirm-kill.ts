// Kills the service while two clerks confirm reservations by the hundred, again and again: each is confirmed with its mail, its
// history and its entry in the log, or untouched.
import { rm } from 'node:fs/promises';
import { type Violation, violationsOf } from '#server/verify/verify.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { askBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { randomOf } from './random.ts';
import { until } from './until.ts';

/** Of a round: more than are confirmed before the end. */
const WAITING = 2_000;
const BATCH = 20;
const CLERKS = 2;

interface Outcome {
  confirmed: number;
  wrong: string[];
  violations: Violation[];
}

export async function killWhileConfirming(rounds: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const dataDir = await makeDataDir('confirm');
  const ask = <Row extends object>(text: string, values: unknown[] = []) => askBeside<Row>(dataDir, text, values);
  const acknowledged = new Set<number>();
  let service: RealService | null = null;
  try {
    for (let round = 1; round <= rounds; round++) {
      service = await startRealService(dataDir);
      const numbers = (await ask<{ number: number }>(PUT_WAITING, [WAITING])).map(({ number }) => number);
      const token = await service.logIn();
      const share = Math.ceil(numbers.length / CLERKS);
      const clerks = Array.from({ length: CLERKS }, (_, clerk) =>
        confirmUntilDead(
          service as RealService,
          token,
          numbers.slice(clerk * share, (clerk + 1) * share),
          acknowledged,
        ),
      );
      // Somewhere within a batch.
      const enough = 1 + randomOf(round).below(10 * BATCH);
      await until('some are confirmed', async () => (await ask(CONFIRMED_OF, [numbers])).length >= enough);
      service.signal('SIGKILL');
      await Promise.all([...clerks, service.ended]);
      say(`round ${round}: ${acknowledged.size} confirmations acknowledged so far`);
    }
    service = await startRealService(dataDir);
    const found = await ask<{ number: number; state: string }>(STATES);
    const stateOf = new Map(found.map(({ number, state }) => [number, state]));
    const wrong = found.filter(({ state }) => state !== UNTOUCHED && state !== CONFIRMED);
    const lost = [...acknowledged].filter((number) => stateOf.get(number) !== CONFIRMED);
    return {
      confirmed: found.filter(({ state }) => state === CONFIRMED).length,
      wrong: [
        ...wrong.map(({ number, state }) => `${number}: ${state}`),
        ...lost.map((number) => `${number} was acknowledged and is ${stateOf.get(number)}`),
      ],
      violations: await violationsOf(connectionTo(dataDir)),
    };
  } finally {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function confirmUntilDead(
  { post }: RealService,
  token: string,
  numbers: readonly number[],
  acknowledged: Set<number>,
): Promise<void> {
  for (let from = 0; from < numbers.length; from += BATCH) {
    const some = numbers.slice(from, from + BATCH);
    const form = { uknos: some, versions: some.map(() => '1'), isSendMail: '1' };
    const answer = await post('/api/Desk/ConfirmMany', form, token).catch(() => null);
    if (!answer) return;
    for (const { ukno, result } of answer.resultList ?? []) if (result === '0') acknowledged.add(ukno);
  }
}

const COPIED = `institution_code, desired, fiscal_year, client_code, course_code, price_condition_code, visit_date, slot_code,
  start_minute, client_name, course_name, course_amount, total_amount, tax_display, prices_shown, family_name, given_name,
  family_kana, given_kana, birth_date, sex, age, accepts_mail, created_at, updated_at`;

/** Bookings that nobody has confirmed yet; they need no places. */
const PUT_WAITING = `
  with born as (
    insert into reservations (status, mail, course_description, ${COPIED})
    select 'new', 'waiting@example.jp', 'waiting', ${COPIED.replace('course_amount', 'total_amount')}
      from (select * from reservations where anonymised_at is null order by reservation_number limit 1) s,
           generate_series(1, $1::integer)
    returning institution_code, reservation_number, created_at),
  told as (
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
    select institution_code, reservation_number, created_at, 'examinee', '', 'booked' from born)
  select reservation_number as number from born`;

const CONFIRMED_OF = `select from reservations where reservation_number = any ($1) and status = 'confirmed'`;
const UNTOUCHED = 'new 1 1 0 0';
const CONFIRMED = 'confirmed 2 2 1 1';

const sameNumber = (other: string) =>
  `${other}.institution_code = r.institution_code and ${other}.reservation_number = r.reservation_number`;

/** Status and version, and how many entries of the history, mails and entries of the log there are. */
const STATES = `
  select r.reservation_number as number,
         concat_ws(' ', r.status, r.version,
           (select count(*) from reservation_history h where ${sameNumber('h')}),
           (select count(*) from outbox_mails m where ${sameNumber('m')} and m.kind = 'confirmed'),
           coalesce(l.count, 0)) as state
    from reservations r
    left join (select subject, count(*) from access_log where act = '13' group by 1) l
      on l.subject = r.reservation_number::text
   where r.course_description = 'waiting'`;
