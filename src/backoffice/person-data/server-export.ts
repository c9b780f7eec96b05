// Everything that is kept of one person, as a file for them: fields under the names of the database, values as screens show them.
import { RESERVATION } from '#booking/reservation-reads.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { localTime, writeMinute } from '#domain/calendar/clock.ts';
import { writeYen } from '#domain/calendar/japanese-dates.ts';
import { slashed } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { MAIL_KIND_WORDS, type MailKind } from '#domain/mail/mail-kinds.ts';
import { type BookingOrigin, ORIGIN_WORDS } from '#domain/reservation/booking-origin.ts';
import { RECEPTION_WORDS, type Reception } from '#domain/reservation/reception.ts';
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';
import { type HistoryEntry, tellEntry } from '../reservation-history.ts';
import { newestNumber, type Person } from './server-person.ts';
import { readWish } from './server-wish.ts';

type Values = Record<string, unknown>;

/** What of an account or a reservation is about the person, or about what was booked; nothing that only the service uses. */
const PERSON = `family_name, given_name, family_kana, given_kana, birth_date, sex, postal_code, prefecture, city, street, phone,
  insurer_number, card_symbol, card_number, company_name, employee_number, mail, accepts_mail, created_at, updated_at`;

const readAccount = query<{ row: Values }>(`
  select row_to_json(t) as row from (
    select ${PERSON} from examinees where institution_code = $1 and examinee_id = $2) t`);

const readReservations = query<{ row: Values; options: { name: string; amount: number }[]; history: HistoryEntry[] }>(`
  select row_to_json(t) as row,
         coalesce((select jsonb_agg(jsonb_build_object('name', o.name, 'amount', o.amount) order by o.position)
                     from reservation_options o
                    where o.institution_code = $1 and o.reservation_number = t.reservation_number), '[]') as options,
         coalesce((select jsonb_agg(jsonb_build_object(
                            'at', to_char(h.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI'), 'actorKind', h.actor_kind,
                            'act', h.act, 'details', h.details, 'administrator', '職員') order by h.at, h.entry_id)
                     from reservation_history h
                    where h.institution_code = $1 and h.reservation_number = t.reservation_number), '[]') as history
    from (select reservation_number, status, visit_date, start_minute, fiscal_year, client_name, category_name, course_name,
                 course_duration, course_amount, total_amount, age, remarks, patient_number, staff_memo, origin,
                 ${RESERVATION.reception.sql} as reception, ${RESERVATION.receivedAt.sql} as received_at,
                 ${PERSON}
            from reservations r where institution_code = $1 and reservation_number = any($2::integer[])) t
   order by visit_date desc, reservation_number desc`);

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

const MAIL_STATES = { waiting: '送信待ち', sent: '送信済み', failed: '送信失敗' } as const;
const SEXES: Readonly<Record<string, string>> = { male: '男性', female: '女性' };

const WRITTEN: Readonly<Record<string, (value: never) => unknown>> = {
  birth_date: (day: PlainDate) => slashed(day),
  visit_date: (day: PlainDate) => slashed(day),
  created_at: (moment: string) => writeMinute(new Date(moment)),
  updated_at: (moment: string) => writeMinute(new Date(moment)),
  start_minute: (minute: number) => writeTime(minute),
  sex: (sex: string) => SEXES[sex],
  status: (status: ReservationStatus) => STATUS_WORDS[status],
  origin: (origin: BookingOrigin) => ORIGIN_WORDS[origin],
  reception: (mark: Reception) => RECEPTION_WORDS[mark],
  received_at: (moment: string) => writeMinute(new Date(moment)),
  accepts_mail: (accepts: boolean) => (accepts ? '受け取る' : '受け取らない'),
  postal_code: (code: string) => hyphenate(code),
  course_amount: (yen: number) => writeYen(yen),
  total_amount: (yen: number) => writeYen(yen),
};

/** As screens show them; empty where there is nothing. */
const shown = (row: Values) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? '' : (WRITTEN[name]?.(value as never) ?? value),
    ]),
  );

export interface Exported {
  fileName: string;
  json: string;
}

export async function writeExport(
  db: Db,
  { institutionCode, examineeId, now }: { institutionCode: string; examineeId: number; now: Date },
  person: Person,
): Promise<Exported> {
  const numbers = person.reservations.map(({ number }) => number);
  const [[account], reservations, mails, notices, wish] = await Promise.all([
    readAccount(db, institutionCode, examineeId),
    readReservations(db, institutionCode, numbers),
    readMails(db, institutionCode, numbers),
    readNotices(db, institutionCode, numbers),
    readWish(db, institutionCode, person),
  ]);
  const content = {
    // Of an account that is somebody else's, the person is given the address that they log in with, and nothing more; without one, nothing.
    account: person.isOwner && account ? shown(account.row) : person.owner ? { mail: person.owner.mail } : {},
    reservations: reservations.map(({ row, options, history }) => ({
      ...shown(row),
      options: options.map(({ name, amount }) => ({ name, amount: writeYen(amount) })),
      history: history.map((entry) => {
        const { at, by, text } = tellEntry(entry);
        return { at, actor: by, act: text };
      }),
    })),
    mails: mails.map(({ at, kind, state, ...mail }) => ({
      ...mail,
      kind: MAIL_KIND_WORDS[kind],
      state: MAIL_STATES[state],
      at: writeMinute(at),
    })),
    notices: notices.map(({ at, channel, called_at, ...notice }) => ({
      ...notice,
      channel: CHANNELS[channel],
      at: writeMinute(at),
      called_at: called_at ? writeMinute(called_at) : '',
    })),
    wish: { accepts: wish.wish, at: wish.wishDate, by: wish.wishBy },
  };
  const { year, month, day } = localTime(now);
  const named = newestNumber(person) || String(examineeId);
  return { fileName: `kojin-data_${named}_${year}${month}${day}.json`, json: `${JSON.stringify(content, null, 2)}\n` };
}
