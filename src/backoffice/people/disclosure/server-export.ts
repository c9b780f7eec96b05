// Everything that is kept of one person, as a file for them: fields under the names of the database, values as screens show them.

import { describeEntry, type HistoryEntry } from '#backoffice/shared/reservation-history.ts';
import { noteIdsOf } from '#booking/records/person-note.ts';
import { RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute, formatTime, localTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS, type MailKind } from '#domain/mail/mail-kinds.ts';
import { MAIL_STATE_WORDS } from '#domain/mail/mail-states.ts';
import { SEX_WORDS, type Sex } from '#domain/offer/conditions.ts';
import { formatConsent } from '#domain/reservation/person.ts';
import {
  type BookingOrigin,
  ORIGIN_WORDS,
  RECEPTION_WORDS,
  type Reception,
  type ReservationStatus,
  STATUS_WORDS,
} from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { DISCLOSED, HISTORY, OPTIONS, type Part, SENDINGS } from './contract.ts';
import { newestNumber, type Person } from './server-person.ts';

interface MailConsent {
  accepts: boolean;
  at: Date;
  origin: 'link' | 'oneclick' | 'my_page' | 'booking' | 'staff';
}

const read = query<MailConsent>(
  'select accepts, at, origin from mail_wishes where institution_code = $1 and mail = $2',
);

/** Staff's names are nobody's business. */
const byWhom = (origin: MailConsent['origin']) => (origin === 'staff' ? '職員' : '本人');

export async function readMailConsent(db: Db, institutionCode: string, { mail }: Pick<Person, 'mail'>) {
  const [found] = await read(db, institutionCode, lowerAscii(mail));
  if (!found) return { wish: '', wishDate: '', wishBy: '' };
  return {
    wish: formatConsent(found.accepts),
    wishDate: formatOfficeDate(today(found.at)),
    wishBy: byWhom(found.origin),
  };
}

type Values = Record<string, unknown>;

/** What no column of the table has. */
const READ: Readonly<Record<string, string>> = {
  reception: `${RESERVATION_COLUMNS.reception.sql} as reception`,
  received_at: `${RESERVATION_COLUMNS.receivedAt.sql} as received_at`,
};
const columnsIn = ({ fields }: Part) =>
  Object.keys(fields)
    .map((name) => READ[name] ?? name)
    .join(', ');

const readAccount = query<{ row: Values }>(`
  select row_to_json(t) as row from (
    select ${columnsIn(DISCLOSED.account)} from examinees where institution_code = $1 and examinee_id = $2) t`);

interface ReservationExport {
  row: Values;
  options: { name: string; amount: number }[];
  sendings: { sent_on: PlainDate; returned_on: PlainDate | null }[];
  history: HistoryEntry[];
}

const readReservations = query<ReservationExport>(`
  select row_to_json(t) as row,
         coalesce((select jsonb_agg(jsonb_build_object('name', o.name, 'amount', o.amount) order by o.position)
                     from reservation_options o
                    where o.institution_code = $1 and o.reservation_number = t.reservation_number), '[]') as options,
         coalesce((select jsonb_agg(jsonb_build_object('sent_on', s.sent_on, 'returned_on', s.returned_on) order by s.sending_id)
                     from sendings s
                    where s.institution_code = $1 and s.reservation_number = t.reservation_number), '[]') as sendings,
         coalesce((select jsonb_agg(jsonb_build_object(
                            'at', to_char(h.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI'), 'actorKind', h.actor_kind,
                            'act', h.act, 'details', h.details, 'administrator', '職員') order by h.at, h.entry_id)
                     from reservation_history h
                    where h.institution_code = $1 and h.reservation_number = t.reservation_number), '[]') as history
    from (select ${columnsIn(DISCLOSED.reservations)}
            from reservations r where institution_code = $1 and reservation_number = any($2::integer[])) t
   order by visit_date desc, reservation_number desc`);

const readNotes = query<{ body: string; updated_at: Date }>(`
  select n.body, n.updated_at from person_notes n
   where n.institution_code = $1 and n.note_id in (${noteIdsOf('$2')})
   order by n.note_id`);

interface MailRow {
  reservation_number: number;
  kind: MailKind;
  recipient: string;
  subject: string;
  body: string;
  state: 'waiting' | 'sent' | 'failed';
  at: Date;
}

/** A password is for one pair of eyes. */
const readMails = query<MailRow>(`
  select coalesce(reservation_number, 0) as reservation_number, kind, recipient, subject, case kind when 'password' then '' else body end as body, state,
         coalesce(sent_at, created_at) as at
    from outbox_mails
   where institution_code = $1 and reservation_number = any($2::integer[]) and state <> 'withdrawn'
   order by created_at desc, mail_id`);

interface NoticeRow {
  reservation_number: number;
  subject: string;
  at: Date;
  channel: 'mail' | 'phone';
  called_at: Date | null;
  memo: string;
}

const readNotices = query<NoticeRow>(`
  select m.reservation_number, m.subject, n.at, m.channel, m.called_at, m.memo
    from notice_recipients m
    join notices n on n.institution_code = m.institution_code and n.notice_id = m.notice_id
   where m.institution_code = $1 and m.reservation_number = any($2::integer[])
   order by n.at desc, m.reservation_number`);

const CHANNELS = { mail: 'メール', phone: '電話' } as const;

const writeMoment = (moment: string | Date) => formatMinute(new Date(moment));

const WRITTEN: Readonly<Record<string, (value: never) => unknown>> = {
  birth_date: formatOfficeDate,
  visit_date: formatOfficeDate,
  sent_on: formatOfficeDate,
  returned_on: formatOfficeDate,
  created_at: writeMoment,
  updated_at: writeMoment,
  received_at: writeMoment,
  called_at: writeMoment,
  at: (moment: string | Date) => (typeof moment === 'string' ? moment : formatMinute(moment)),
  start_minute: formatTime,
  sex: (sex: Sex) => SEX_WORDS[sex],
  status: (status: ReservationStatus) => STATUS_WORDS[status],
  origin: (origin: BookingOrigin) => ORIGIN_WORDS[origin],
  reception: (mark: Reception) => RECEPTION_WORDS[mark],
  kind: (kind: MailKind) => MAIL_KIND_WORDS[kind],
  state: (state: MailRow['state']) => MAIL_STATE_WORDS[state],
  channel: (channel: NoticeRow['channel']) => CHANNELS[channel],
  accepts_mail: formatConsent,
  postal_code: hyphenate,
  amount: formatYen,
  course_amount: formatYen,
  total_amount: formatYen,
};

/** All that is disclosed of it, as screens show it; empty where there is nothing. */
function write<N extends string>({ fields }: Part<Readonly<Record<N, string>>>, row: Readonly<Record<N, unknown>>) {
  const names = Object.keys(fields) as N[];
  const values = names.map((name) => row[name] ?? null);
  return Object.fromEntries(
    names.map((name, at) => [name, values[at] === null ? '' : (WRITTEN[name]?.(values[at] as never) ?? values[at])]),
  );
}

export async function writeExport(
  db: Db,
  { institutionCode, examineeId, now }: { institutionCode: string; examineeId: number; now: Date },
  person: Person,
): Promise<{ fileName: string; json: string }> {
  const numbers = person.reservations.map(({ number }) => number);
  const [[account], reservations, notes, mails, notices, wish] = await Promise.all([
    readAccount(db, institutionCode, examineeId),
    readReservations(db, institutionCode, numbers),
    readNotes(db, institutionCode, numbers),
    readMails(db, institutionCode, numbers),
    readNotices(db, institutionCode, numbers),
    readMailConsent(db, institutionCode, person),
  ]);
  const content: Record<keyof typeof DISCLOSED, unknown> = {
    // Of an account that is somebody else's, the person is given the address that they log in with, and nothing more; without one, nothing.
    account:
      person.isOwner && account
        ? write(DISCLOSED.account, account.row)
        : person.owner
          ? { mail: person.owner.mail }
          : {},
    wish: write(DISCLOSED.wish, { accepts: wish.wish, at: wish.wishDate, by: wish.wishBy }),
    reservations: reservations.map(({ row, options, sendings, history }) => ({
      ...write(DISCLOSED.reservations, row),
      options: options.map((option) => write(OPTIONS, option)),
      sendings: sendings.map((sending) => write(SENDINGS, sending)),
      history: history.map(describeEntry).map(({ at, by, text }) => write(HISTORY, { at, actor: by, act: text })),
    })),
    notes: notes.map((note) => write(DISCLOSED.notes, note)),
    mails: mails.map((mail) => write(DISCLOSED.mails, mail)),
    notices: notices.map((notice) => write(DISCLOSED.notices, notice)),
  };
  const { year, month, day } = localTime(now);
  const named = newestNumber(person) || String(examineeId);
  return { fileName: `kojin-data_${named}_${year}${month}${day}.json`, json: `${JSON.stringify(content, null, 2)}\n` };
}
