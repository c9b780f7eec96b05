// A notice of the demo: last week a machine broke, people were written to, and two of those without mail were not reached yet.
import { createHash, randomUUID } from 'node:crypto';
import { insertRows } from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import { formatDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { noticeText } from '#domain/mail/notice-texts.ts';
import type { Booking } from './booking.ts';
import { ADMINISTRATOR, INSTITUTION, INSTITUTION_NAME } from './institution.ts';
import { instant, type World } from './lifecycles.ts';
import { FRAMES } from './masters.ts';

const { frameCode: FRAME, name: FRAME_NAME } = FRAMES.gastroscopy;
const SENT_DAYS_AGO = 6;
const VISIT_IN_DAYS = 8;
const PEOPLE = 6;
/** One was reached, one was not there twice, one will call back. */
const BY_TELEPHONE = 3;
const MEMO = '胃部X線に変更して同日受診をご希望。';

export interface DemoNotice {
  at: Date;
  visitDate: PlainDate;
  people: readonly Booking[];
}

/** Before what staff do at the desk: three of its people have no mail. Null where no day has enough of them. */
export function planNotice(bookings: readonly Booking[], { today, calendar }: World): DemoNotice | null {
  const day = calendar.openDays.findLast((date) => date <= addDays(today, -SENT_DAYS_AGO));
  if (!day) return null;
  const at = instant(day, 10 * 60 + 20);
  const mails = Map.groupBy(bookings, ({ person }) => person.mail);
  const isThere = ({ status, places, history }: Booking) =>
    status === 'confirmed' && places.some((place) => place.frameCode === FRAME) && history.at(-1)!.at < at;
  const isAlone = ({ person, replaces }: Booking) => !replaces && mails.get(person.mail)?.length === 1;
  for (const visitDate of calendar.openDays.filter((date) => date >= addDays(today, VISIT_IN_DAYS))) {
    const people = bookings.filter((booking) => booking.visitDate === visitDate && isThere(booking));
    const called = people.filter(isAlone).slice(0, BY_TELEPHONE);
    if (people.length < PEOPLE || called.length < BY_TELEPHONE) continue;
    for (const booking of called) Object.assign(booking, { hasMail: false, origin: 'phone' });
    return { at, visitDate, people };
  }
  return null;
}

export async function writeNotice(db: Db, notice: DemoNotice, numberOf: Map<Booking, number>): Promise<void> {
  const { at, visitDate, people } = notice;
  const noticeId = randomUUID();
  const { subject: title, body } = noticeText('machine', FRAME_NAME);
  const subject = title.replace('{{医療機関名}}', INSTITUTION_NAME).replace('{{受診日}}', formatDate(visitDate));
  const content_hash = createHash('sha256').update(body).digest();
  const source = `${formatOfficeDay(visitDate)}${FRAME_NAME}`;
  const texts = { title, told_title: subject, body, source, content_hash };
  const sent = { institution_code: INSTITUTION, notice_id: noticeId, request_id: noticeId, at };
  await db
    .insertInto('notices')
    .values({ ...sent, ...texts, administrator_id: ADMINISTRATOR })
    .execute();
  const sentAt = new Date(at.getTime() + 60_000);
  const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const calledAt = after(25);
  const [reached, absent, waits] = people.filter(({ hasMail }) => !hasMail);
  await insertRows(db, INSTITUTION, {
    notice_recipients: people.map((booking) => ({
      notice_id: noticeId,
      reservation_number: numberOf.get(booking)!,
      channel: booking.hasMail ? ('mail' as const) : ('phone' as const),
      visit_date: visitDate,
      slot_code: booking.slot.slotCode,
      subject,
      mail_id: booking.hasMail ? randomUUID() : null,
      mail_state: booking.hasMail ? ('sent' as const) : null,
      sent_at: booking.hasMail ? sentAt : null,
      called_at: booking === reached ? calledAt : null,
      called_by: booking === reached ? ADMINISTRATOR : '',
      memo: booking === reached ? MEMO : '',
      version: booking === reached ? 2 : 1,
      attempt: booking === absent ? ('absent' as const) : booking === waits ? ('callback' as const) : null,
      attempts: booking === absent ? 2 : 0,
      attempted_at: booking === absent ? after(31) : booking === waits ? after(33) : null,
      attempted_by: booking === absent || booking === waits ? ADMINISTRATOR : '',
    })),
    reservation_history: [
      ...people.filter(({ hasMail }) => hasMail).map((booking) => ({ booking, when: at, notice: 'mailed' })),
      { booking: reached!, when: calledAt, notice: 'called', memo: MEMO },
      { booking: absent!, when: after(27), notice: 'called', call: 'absent' },
      { booking: absent!, when: after(31), notice: 'called', call: 'absent' },
      { booking: waits!, when: after(33), notice: 'called', call: 'callback' },
    ].map(({ booking, when, ...details }) => ({
      reservation_number: numberOf.get(booking)!,
      at: when,
      actor_kind: 'administrator' as const,
      actor_id: ADMINISTRATOR,
      act: 'noticed' as const,
      details: { ...details, subject },
    })),
  });
}
