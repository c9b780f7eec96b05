// Kills the service while a notice is sent by hundreds and goes out, again and again: it is there as a whole or not at all, whoever
// presses again gets the same one, and each of its people has one mail, under the one Message-ID that it has.
import { rm } from 'node:fs/promises';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { newRequestId, noticeForm, type Seen } from '#tests/kit/notices.ts';
import { askBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { wrongIn } from './afterwards.ts';
import { until } from './until.ts';

interface Killed {
  /** Notices that were there after all. */
  notices: number;
  mails: number;
  twice: number;
  wrong: string[];
}

export async function killWhileNotifying(
  rounds: number,
  people: number,
  say: (line: string) => void = () => {},
): Promise<Killed> {
  const dataDir = await makeDataDir('notice');
  const server = await startMailServer();
  const env = { SMTP_URL: server.url, PUBLIC_URL: 'http://localhost', MAILS_PER_SECOND: '1000' };
  const requests: ReturnType<typeof noticeForm>[] = [];
  let service: RealService | null = null;
  try {
    for (let round = 1; round <= rounds; round++) {
      service = await startRealService(dataDir, env);
      const seen = await askBeside<Seen>(dataDir, PUT_PEOPLE, [people]);
      const form = noticeForm(seen, { requestId: newRequestId() });
      requests.push(form);
      const token = await service.logIn();
      // Twice at once; every other time it is killed in the middle of that, else while the mails are on their way.
      let isAnswered = false;
      const pressOnce = async () => {
        const answer = await press(service as RealService, form, token);
        isAnswered = true;
        return answer;
      };
      const presses = [pressOnce(), pressOnce()];
      const before = server.received.length;
      const isWriting = async () => isAnswered || (await askBeside(dataDir, WRITING)).length > 0;
      if (round % 2 === 1) await until('the notice is being written', isWriting, 5);
      else await until('mails arrive', () => server.received.length - before > people / 10);
      service.signal('SIGKILL');
      const answers = await Promise.all(presses);
      await service.ended;
      say(`round ${round}: ${answers.filter(Boolean).length} answers, ${server.received.length} mails so far`);
    }
    service = await startRealService(dataDir, env);
    const token = await service.logIn();
    const again = [];
    for (const form of requests) again.push(await press(service, form, token));
    // As if the leases of the dead had run out, which takes a minute.
    await askBeside(dataDir, `update outbox_mails set next_attempt_at = now() where state = 'waiting'`);
    await until('no mail waits', async () => (await askBeside(dataDir, WAITING)).length === 0);
    const judged = await judge(dataDir, people, server.received, again);
    return { ...judged, wrong: [...judged.wrong, ...(await wrongIn(connectionTo(dataDir)))] };
  } finally {
    await service?.stop();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Answer = Awaited<ReturnType<RealService['post']>>;

/** Null where nobody was left to answer. */
const press = ({ post }: RealService, form: object, token: string): Promise<Answer | null> =>
  post('/api/Desk/NoticeSend', form as Record<string, unknown>, token).catch(() => null);

async function judge(
  dataDir: string,
  count: number,
  received: readonly { messageId: string }[],
  again: readonly (Answer | null)[],
): Promise<Killed> {
  const wrong = again.flatMap((answer, at) =>
    answer?.errorCode === 0 && answer.mailCount === count
      ? []
      : [`request ${at + 1} is answered ${JSON.stringify(answer)}`],
  );
  const people = await askBeside<{ number: number; state: string; messageId: string }>(dataDir, STATES);
  wrong.push(...people.filter(({ state }) => state !== RIGHT).map(({ number, state }) => `${number}: ${state}`));
  if (people.length !== again.length * count) wrong.push(`${people.length} people were told`);
  const ids = new Set(people.map(({ messageId }) => messageId));
  const arrived = received.filter(({ messageId }) => ids.has(messageId));
  const once = new Set(arrived.map(({ messageId }) => messageId));
  if (once.size !== people.length) wrong.push(`${people.length} mails arrived under ${once.size} Message-IDs`);
  const [{ count: notices } = { count: 0 }] = await askBeside<{ count: number }>(dataDir, COUNT_NOTICES);
  if (notices !== again.length) wrong.push(`${again.length} requests made ${notices} notices`);
  return { notices, mails: people.length, twice: arrived.length - once.size, wrong };
}

const COPIED = `institution_code, desired, fiscal_year, client_code, course_code, price_condition_code, visit_date, slot_code,
  start_minute, client_name, course_name, course_amount, total_amount, tax_display, prices_shown, family_name, given_name,
  family_kana, given_kana, birth_date, sex, age, accepts_mail, created_at, updated_at`;

/** Reservations that nobody else touches; they need no places. */
const PUT_PEOPLE = `
  with born as (
  insert into reservations (status, mail, course_description, ${COPIED})
  select 'confirmed', 'notice@example.jp', 'notice', ${COPIED}
    from (select * from reservations where anonymised_at is null and total_amount = course_amount order by reservation_number limit 1) s,
         generate_series(1, $1::integer)
  returning institution_code, reservation_number, created_at, version),
  told as (
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
    select institution_code, reservation_number, created_at, 'administrator', 'x', 'booked' from born)
  select reservation_number as ukno, version::text as version from born`;

/** Somebody's transaction has begun to write, and is not at its end. */
const WRITING = `
  select pid from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null and xact_start < now()`;
const WAITING = `select mail_id from outbox_mails where state = 'waiting' and kind = 'notice' limit 1`;
const COUNT_NOTICES = `
  select count(distinct n.notice_id)::integer as count
    from notices n join notice_recipients m using (institution_code, notice_id)
    join reservations r using (institution_code, reservation_number) where r.course_description = 'notice'`;

/** Mails, entries of the history, and what the list of people says. */
const RIGHT = '1 1 sent';
const STATES = `
  select r.reservation_number as number, max(o.message_id) as "messageId",
         concat_ws(' ', count(distinct o.mail_id), count(distinct h.entry_id), string_agg(distinct m.mail_state, '/')) as state
    from reservations r
    join notice_recipients m using (institution_code, reservation_number)
    left join outbox_mails o on o.institution_code = r.institution_code and o.reservation_number = r.reservation_number
         and o.kind = 'notice'
    left join reservation_history h on h.institution_code = r.institution_code
         and h.reservation_number = r.reservation_number and h.act = 'noticed'
   where r.course_description = 'notice'
   group by r.reservation_number`;
