// The provider's commands about mails: which there are, sending some again, trying the mail server, and the daily run.
import { sql } from 'kysely';
import { runDailyFor } from '#booking/mail/daily-run.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { settleSecret } from '#server/access/key-ring.ts';
import { type Config, readConfig } from '#server/config.ts';
import { writeMail } from '#server/mail/mails.ts';
import { type MailToSend, openDelivery, senderOf } from '#server/mail/outbox-delivery.ts';
import { LEASE_MS } from '#server/mail/outbox-sender.ts';
import { requeueMails } from '#server/mail/reservation-mails.ts';
import { logOperator } from './log.ts';
import { ADDRESS, CODE, type Commands, inOne, matching, NUMBER, Refused, readOptions, Usage } from './options.ts';

const ID = matching('the id of a mail', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const STATE = matching('waiting, held, sent, failed or withdrawn', /^(waiting|held|sent|failed|withdrawn)$/);
const DOMAINS = matching(
  'domains, separated by commas; empty for none',
  /^$|^[a-z0-9-]+(\.[a-z0-9-]+)+(,[a-z0-9-]+(\.[a-z0-9-]+)+)*$/i,
);

const MOST_LISTED = 100;

/** Held mails wait without a time, until somebody says what is to become of them. */
const ON_HOLD = sql<Date>`'infinity'`;
const isOnHold = ({ state, next_attempt_at }: { state: string; next_attempt_at: Date }) =>
  state === 'waiting' && Number(next_attempt_at) === Number.POSITIVE_INFINITY;
const now = () => new Date();

const STORED_COLUMNS = [
  'institution_code',
  'mail_id',
  'message_id',
  'kind',
  'reservation_number',
  'sender',
  'recipient',
  'bcc',
  'subject',
  'body',
  'state',
  'attempts',
  'next_attempt_at',
  'last_error',
  'created_at',
  'sent_at',
] as const;

const mailsOf = (db: Db, institution: string) =>
  db.selectFrom('outbox_mails').select(STORED_COLUMNS).where('institution_code', '=', institution);

const writeMoment = (moment: Date | null) => (moment ? formatMinute(moment) : '');

export const mailCommands: Commands = {
  'mail list': async (args) => {
    const more = { institution: CODE, state: STATE, reservation: NUMBER };
    const { institution, state, reservation } = readOptions(args, {}, more);
    return async (db) => {
      let mails = db.selectFrom('outbox_mails').select(STORED_COLUMNS);
      if (institution) mails = mails.where('institution_code', '=', institution);
      if (state === 'held') mails = mails.where('state', '=', 'waiting').where('next_attempt_at', '=', ON_HOLD);
      else if (state) mails = mails.where('state', '=', state as 'failed');
      if (reservation) mails = mails.where('reservation_number', '=', Number(reservation));
      const rows = await mails.orderBy('created_at', 'desc').limit(MOST_LISTED).execute();
      if (rows.length === 0) return 'There is no such mail.';
      return rows
        .map((row) =>
          [
            row.institution_code,
            writeMoment(row.created_at),
            row.kind,
            isOnHold(row) ? 'held' : row.state,
            `${row.attempts} tries`,
            row.last_error || '-',
            row.reservation_number ?? '-',
            row.mail_id,
          ].join('\t'),
        )
        .join('\n');
    };
  },

  'mail show': async (args) => {
    const { institution, id } = readOptions(args, { institution: CODE, id: ID });
    return async (db) => {
      const mail = await mailsOf(db, institution).where('mail_id', '=', id).executeTakeFirst();
      if (!mail) throw new Refused(`There is no mail ${id}.`);
      await logOperator(db, institution, 'メールの閲覧', String(mail.reservation_number ?? ''));
      const lines = [
        ['Kind', mail.kind],
        ['Reservation', mail.reservation_number ?? '-'],
        ['State', `${isOnHold(mail) ? 'held' : mail.state}, ${mail.attempts} tries`],
        ['Last error', mail.last_error || '-'],
        ['Written', writeMoment(mail.created_at)],
        ['Sent', writeMoment(mail.sent_at) || '-'],
        ['Next try', mail.state === 'waiting' && !isOnHold(mail) ? writeMoment(mail.next_attempt_at) : '-'],
        ['Message-ID', mail.message_id],
        ['From', mail.sender || '(MAIL_FROM)'],
        ['To', mail.recipient],
        ['BCC', mail.bcc || '-'],
        ['Subject', mail.subject],
      ];
      // A password is for one pair of eyes.
      const body = mail.kind === 'password' ? '(the text of a password mail is not shown)' : mail.body;
      return [...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\n');
    };
  },

  'mail resend': async (args) => {
    const { institution, id, failed } = readOptions(args, { institution: CODE }, { id: ID }, ['failed']);
    if ((id === undefined) === (failed === undefined)) throw new Usage('Say either --id or --failed.');
    return inOne(async (db) => {
      const all = mailsOf(db, institution).forUpdate();
      const chosen = id ? all.where('mail_id', '=', id) : all.where('state', '=', 'failed');
      const mails = await chosen.execute();
      if (id && mails.length === 0) throw new Refused(`There is no mail ${id}.`);
      const whole = mails.filter(({ body, state }) => body !== '' && state !== 'waiting');
      if (id && whole.length === 0) throw new Refused('It waits already, or its text was removed.');
      if (whole.length > 0) {
        const ids = whole.map((mail) => mail.mail_id);
        await requeueMails(db, institution, ids, now());
        await logOperator(db, institution, `メールの再送（${ids.length}通）`);
      }
      const message = `${whole.length} of ${mails.length} mails will be sent again, under the Message-IDs that they have.`;
      const lost = mails.filter(({ kind, body }) => kind === 'password' && body === '').length;
      return lost === 0
        ? message
        : `${message}\n${lost} held a password, which was removed: those people ask for another one on the log-in screen.`;
    });
  },

  'mail retry': async (args) => {
    const { institution } = readOptions(args, { institution: CODE });
    return inOne(async (db) => {
      const tried = await db
        .updateTable('outbox_mails')
        .set({ next_attempt_at: now() })
        .where('institution_code', '=', institution)
        .where('state', '=', 'waiting')
        // What is nearer may be on its way just now: it is somebody's for a minute.
        .where('next_attempt_at', '>', new Date(now().getTime() + LEASE_MS))
        .where('next_attempt_at', '<', ON_HOLD)
        .returning('mail_id')
        .execute();
      if (tried.length > 0) await logOperator(db, institution, `待っているメールの送信（${tried.length}通）`);
      return `${tried.length} mails that wait for another try will be tried within seconds.`;
    });
  },

  'mail release': async (args) => {
    const { institution, id, withdraw } = readOptions(args, {}, { institution: CODE, id: ID }, ['withdraw']);
    return inOne(async (db) => {
      const change = withdraw
        ? { state: 'withdrawn' as const, body: '', once_key: null, next_attempt_at: now() }
        : { next_attempt_at: now() };
      let held = db
        .updateTable('outbox_mails')
        .set(change)
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '=', ON_HOLD);
      if (institution) held = held.where('institution_code', '=', institution);
      if (id) held = held.where('mail_id', '=', id);
      const mails = await held.returning('institution_code').execute();
      const what = withdraw ? '保留中のメールの取り下げ' : '保留中のメールの送信';
      for (const [code, own] of Map.groupBy(mails, (mail) => mail.institution_code)) {
        await logOperator(db, code, `${what}（${own.length}通）`);
      }
      return withdraw
        ? `${mails.length} mails that were held will not be sent.`
        : `${mails.length} mails that were held will be sent within seconds of the service's start.`;
    });
  },

  'mail test': async (args) => {
    const { institution, to } = readOptions(args, { institution: CODE, to: ADDRESS });
    return async (db) => {
      const config = readConfig(process.env);
      const written = await testMail(db, institution, to);
      const mail = { ...written, ...(await senderOf(db, config, written)) };
      await sendNow(config, mail);
      const over = config.smtpUrl
        ? `${new URL(config.smtpUrl).host} has taken it`
        : `it lies in ${config.dataDir}/mails`;
      return `A test mail from ${mail.sender || config.mailFrom} to ${to}: ${over}.`;
    };
  },

  'set-sender-domains': async (args) => {
    const { institution, domains } = readOptions(args, { institution: CODE, domains: DOMAINS });
    const sender_domains = [...new Set(domains.toLowerCase().split(',').filter(Boolean))];
    return inOne(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('institution_policies')
        .set({ sender_domains })
        .where('institution_code', '=', institution)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refused(`There is no institution ${institution}.`);
      await logOperator(db, institution, `送信元のドメイン：${sender_domains.join('、') || '（なし）'}`);
      return `Mails of institution ${institution} may come from ${sender_domains.join(', ') || 'no domain'} and MAIL_FROM's.`;
    });
  },

  'daily-run': async (args) => {
    const { institution } = readOptions(args, {}, { institution: CODE });
    return async (db) => {
      const open = db.selectFrom('institutions').select('institution_code').where('closed_at', 'is', null);
      const asked = institution ? open.where('institution_code', '=', institution) : open;
      const rows = await asked.orderBy('institution_code').execute();
      if (institution && rows.length === 0) {
        throw new Refused(`There is no institution ${institution}, or it is closed.`);
      }
      const config = readConfig(process.env);
      const secret = await settleSecret(db, config);
      const lines: string[] = [];
      for (const { institution_code: code } of rows) {
        const written = await runDailyFor({ db, clock: now, config, secret }, code);
        const message = written
          ? `${written.reminder} reminders, ${written.promotion} invitations`
          : 'a server is at it just now';
        lines.push(`${code}\t${message}`);
      }
      return lines.join('\n');
    };
  },
};

const readSender = query<{ name: string; sender: string | null; reply_to: string | null }>(`
  select i.name, m.sender, m.reply_to
    from institutions i
    left join lateral (
      select sender, reply_to from mail_templates m
       where m.institution_code = i.institution_code and m.client_code is null
       order by m.kind <> 'booked', m.template_code limit 1) as m on true
   where i.institution_code = $1`);

async function testMail(db: Db, institution: string, to: string): Promise<MailToSend> {
  const [found] = await readSender(db, institution);
  if (!found) throw new Refused(`There is no institution ${institution}.`);
  const { name, sender, reply_to } = found;
  const text = {
    title: `【${name}】テストメール`,
    body: `${name}の健診予約から送信したテストメールです。\n\nこのメールが届いていれば、メールの設定は正しくできています。`,
  };
  const template = { kind: 'booked', ...text, sender: sender ?? '', replyTo: reply_to ?? '', bcc: '' } as const;
  const envelope = { recipient: to, publicUrl: readConfig(process.env).publicUrl, senderName: name };
  const mail = writeMail({ ...template, clientCode: null, courseCode: null }, {}, envelope);
  return { ...mail, institution_code: institution, created_at: now() };
}

async function sendNow(config: Config, mail: MailToSend): Promise<void> {
  const delivery = openDelivery(config);
  try {
    await delivery.send(mail);
  } catch (error) {
    // Here the answer is reported as it is: whoever asks is looking for the reason.
    throw new Refused(`It was not taken: ${(error as Error).message}`);
  } finally {
    delivery.close();
  }
}
