// Kills the service while it forgets people and while it erases one, again and again: nobody is half forgotten, none twice.
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Violation, violationsOf } from '#server/verify/verify.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { askBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { randomOf } from './random.ts';
import { until } from './until.ts';

/** Some steps of the hourly work. */
const DUE = 2_500;

interface Outcome {
  forgotten: number;
  erased: number;
  wrong: string[];
  violations: Violation[];
}

export async function killWhileForgetting(rounds: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const dataDir = await makeDataDir('forget');
  const ask = <Row extends object>(text: string, values: unknown[] = []) => askBeside<Row>(dataDir, text, values);
  const countForgotten = async () => (await ask<{ count: number }>(FORGOTTEN))[0]?.count ?? 0;
  let service: RealService | null = null;
  try {
    service = await startRealService(dataDir);
    for (const text of PUT_DUE) await ask(text, [DUE]);
    // The day's walk is over, since there was nothing to do.
    await ask('delete from privacy_progress');
    let before = 0;
    for (let round = 1; round <= rounds; round++) {
      await ask(PUT_PERSON, [`erased${round}@example.jp`]);
      await kill(service);
      // The work begins with the service.
      service = await startRealService(dataDir);
      const known = before;
      await until('the next are forgotten', async () => (await countForgotten()) > Math.min(known, DUE - 1));
      await eraseAndKill(service, `erased${round}@example.jp`, round);
      service = await startRealService(dataDir);
      before = await countForgotten();
      say(`round ${round}: ${before} of ${DUE} are forgotten`);
    }
    await until('all are forgotten', async () => (await countForgotten()) === DUE);
    const wrong = (await ask<{ what: string }>(WRONG)).map(({ what }) => what);
    const logged = (await ask<{ count: number }>(LOGGED))[0]?.count ?? 0;
    if (logged !== DUE) wrong.push(`the log tells of ${logged}, not of ${DUE}`);
    const erased = (await ask<{ mail: string }>(LEFT)).length;
    const violations = await violationsOf(connectionTo(dataDir));
    return { forgotten: await countForgotten(), erased: rounds - erased, wrong, violations };
  } finally {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function kill(service: RealService): Promise<void> {
  service.signal('SIGKILL');
  await service.ended;
}

/** Somewhere in the middle, or just before or after it. */
async function eraseAndKill(service: RealService, email: string, round: number): Promise<void> {
  const token = await service.logIn();
  const { listPerson } = await service.post('/api/PersonData/Search', { email }, token);
  const { trsq, ryak, btdy } = listPerson[0];
  const began = performance.now();
  const { version } = await service.post('/api/PersonData/Detail', { trsq, ryak, btdy }, token);
  const pace = Math.ceil(performance.now() - began);
  const form = { trsq, ryak, btdy, version, reason: '1', isConfirmed: '1', typedName: ryak };
  const answer = service.post('/api/PersonData/Erase', form, token).catch(() => null);
  await wait(randomOf(round).below(6 * pace));
  await kill(service);
  await answer;
}

const COPIED = `status, desired, fiscal_year, client_code, course_code, price_condition_code, slot_code, client_name, course_name,
  course_amount, total_amount, tax_display, prices_shown, sex, age, created_at, updated_at`;
/** Without options, the course costs all of it. */
const VALUES = COPIED.replace('course_amount', 'total_amount');
const PERSON = 'family_name, given_name, family_kana, given_kana, birth_date, mail, accepts_mail';
const BOOKED_AND_CONFIRMED = `(values ('examinee', 'booked'), ('administrator', 'edited')) as acts (kind, done)`;
const SAMPLE = '(select * from reservations order by reservation_number limit 1) s';

/** Visits of long ago, each with a history and a mail. */
const PUT_DUE = [
  `insert into reservations (institution_code, examinee_id, visit_date, course_description, ${PERSON}, ${COPIED})
   select institution_code, examinee_id, date '2015-04-01' + n % 300, 'due', '内緒', '花子', 'ナイショ', 'ハナコ', '1980-05-05',
          'due@example.jp', true, ${VALUES} from ${SAMPLE}, generate_series(1, $1::integer) n`,
  `insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
   select institution_code, reservation_number, created_at, kind, case kind when 'examinee' then examinee_id::text else 'x' end, done
     from reservations, ${BOOKED_AND_CONFIRMED} where course_description = 'due' and $1::integer > 0`,
  `insert into outbox_mails (institution_code, message_id, kind, reservation_number, sender, recipient, subject, body, state,
                             next_attempt_at, created_at)
   select institution_code, '<due>', 'booked', reservation_number, '', mail, '件名', '内緒 様', 'sent', now(), now()
     from reservations where course_description = 'due' and $1::integer > 0`,
];

/** Somebody with three visits of last month, and a log-in. */
const PUT_PERSON = `
  with account as (
    insert into examinees (institution_code, mail, family_name, given_name, family_kana, given_kana, birth_date)
    select institution_code, $1, '内緒', '花子', 'ナイショ', 'ハナコ', '1980-05-05' from ${SAMPLE}
    returning institution_code, examinee_id),
  password as (
    insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash)
    select institution_code, examinee_id, 'own', 'keyed', 'x' from account),
  born as (
  insert into reservations (institution_code, examinee_id, visit_date, course_description, ${PERSON}, ${COPIED})
  select institution_code, a.examinee_id, current_date - 30 - n, $1, '内緒', '花子', 'ナイショ', 'ハナコ', '1980-05-05', $1, true,
         ${VALUES} from ${SAMPLE} join account a using (institution_code), generate_series(1, 3) n
    returning institution_code, reservation_number, created_at, examinee_id)
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
  select institution_code, reservation_number, created_at, kind, case kind when 'examinee' then examinee_id::text else 'x' end, done
    from born, ${BOOKED_AND_CONFIRMED}`;

const FORGOTTEN = `
  select count(*)::integer as count from reservations where course_description = 'due' and anonymised_at is not null`;
const LOGGED = `select coalesce(sum((details ->> 'count')::integer), 0)::integer as count from access_log where act = '43'`;
const LEFT = `select mail from examinees where mail like 'erased%'`;

/** Whoever is forgotten in part only. */
const WRONG = `
  select 'reservation ' || reservation_number || ' still tells of somebody' as what
    from reservations r
   where anonymised_at is not null
     and (family_name <> '匿名' or mail <> ''
          or exists (select from outbox_mails m where m.reservation_number = r.reservation_number)
          or exists (select from reservation_history h where h.reservation_number = r.reservation_number
                        and h.actor_kind = 'examinee' and h.actor_id <> ''))
   union all
  select course_description || ' is erased in part'
    from reservations r
   where course_description like 'erased%'
     and (anonymised_at is null) <> exists (select from examinees e where e.mail = r.course_description)`;
