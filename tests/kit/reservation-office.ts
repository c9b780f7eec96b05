// A hospital with clerks at their desks: bookings of examinees, and what staff make of them, through the HTTP server.
import { type NotNull, sql } from 'kysely';
import { expect } from 'vitest';
import { issueToken } from '#server/access/tokens.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { type Form, guestForm } from './booking-forms.ts';
import { buildHospital, DESIRED, HOSPITAL } from './booking-hospital.ts';
import { type Answered, PASSWORD, startTestService } from './service.ts';

export const DETAIL = '/api/MasterWIGA1Detail/FirstDisplay';
export const UPDATE = '/api/MasterWIGA1Detail/Update';
const GUEST = '/api/Account/CommonGuestNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';

/** A society whose bookings are only asked for. */
export const WISH: Form = { jgcd: DESIRED, hksh: '12345678', sex: '2', age: 46, sumGkgk: 7700 };
/** A course that uses nothing but a frame managed by day. */
export const BY_DAY: Form = { kscd: '0005', reserveTmzn: 'ZZ', sumGkgk: 6600 };

export interface Booking {
  number: number;
  form: Form;
}

export const dateForm = (date: string): Form => {
  const [year, month, day] = date.split('-').map(Number);
  return { reserveDateYear: year, reserveDateMonth: month, reserveDateDate: day };
};

export async function openReservationOffice(env: Record<string, string> = {}) {
  const service = await startTestService({
    env: { GUEST_RESERVATIONS_PER_MINUTE: '0', AVAILABILITY_REQUESTS_PER_MINUTE: '0', ...env },
  });
  const { db } = service;
  await buildHospital(db);
  for (const [userId, displayName] of Object.entries({ clerk001: '受付　佐藤', clerk002: '受付　鈴木' })) {
    await addAdministrator(db, { institutionCode: HOSPITAL, userId, displayName, password: PASSWORD });
  }
  const token = await service.logIn('clerk001');
  const otherToken = await service.logIn('clerk002');
  let people = 0;

  /** As whoever has yet to show that the address is theirs. */
  async function bookUnverified(changes: Form = {}): Promise<Booking> {
    const form = guestForm(HOSPITAL, { email1: `p${++people}@example.jp`, ...changes });
    const { body } = await service.post(GUEST, form);
    expect(body).toMatchObject({ errorCode: 0 });
    return { number: body.ukno, form };
  }

  async function book(changes: Form = {}): Promise<Booking> {
    const booking = await bookUnverified(changes);
    const mail = String(booking.form.email1);
    await sql`update examinees set mail_verified_at = now() where lower(mail) = lower(${mail})`.execute(db);
    return booking;
  }

  async function ownerOf(number: number) {
    const own = await db
      .selectFrom('reservations')
      .select('examinee_id')
      .where('reservation_number', '=', number)
      .$narrowType<{ examinee_id: NotNull }>()
      .executeTakeFirstOrThrow();
    return own.examinee_id;
  }

  /** The owner changes it to another day or slot. */
  async function askChange({ number, form }: Booking, changes: Form): Promise<Answered> {
    const person = { kind: 'examinee', institutionCode: HOSPITAL, examineeId: await ownerOf(number) } as const;
    const theirs = await issueToken(db, person, new Date('2026-11-15T01:00:00Z'));
    return service.post(CHANGE, { ...form, ...changes, choiceUkno: number }, theirs);
  }

  async function change(booking: Booking, changes: Form): Promise<Booking> {
    const { body } = await askChange(booking, changes);
    expect(body).toMatchObject({ errorCode: 0 });
    return { number: body.ukno, form: { ...booking.form, ...changes } };
  }

  /** What the screen would send to change nothing. */
  async function shown(number: number): Promise<Form> {
    const { body } = await service.post(DETAIL, { ukno: number }, token);
    const { statusCode, reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn, trno, version } = body;
    return { ukno: number, statusCode, reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn, trno, version };
  }

  /** Changed from what is shown now. */
  async function update(number: number, changes: Form, as = token): Promise<Answered> {
    return service.post(UPDATE, { ...(await shown(number)), ...changes }, as);
  }

  const row = async (number: number) => {
    const { rows } = await sql<Record<string, unknown>>`
      select * from reservations where reservation_number = ${number}`.execute(db);
    return rows[0] ?? {};
  };

  /** So many more than are taken. */
  async function leaveRoom(frame: string, date: string, slot: string, room: number): Promise<void> {
    await sql`
      update frame_capacities set capacity = used + ${room}::integer
       where institution_code = ${HOSPITAL} and frame_code = ${frame} and visit_date = ${date}::date
         and slot_code = ${slot}`.execute(db);
  }

  return {
    service,
    db,
    token,
    otherToken,
    book,
    bookUnverified,
    askChange,
    change,
    shown,
    update,
    row,
    leaveRoom,
    ownerOf,
  };
}

export type ReservationOffice = Awaited<ReturnType<typeof openReservationOffice>>;
