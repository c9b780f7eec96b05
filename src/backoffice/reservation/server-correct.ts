// Corrects the person of a reservation, and keeps the memo of the staff. The account is left alone: this is about one visit.
import { sql } from 'kysely';
import { readCourse } from '#booking/facts.ts';
import { ageDateFor, ageFor } from '#booking/known-person.ts';
import { momentOf } from '#booking/moment.ts';
import { refuseWhatIsOver, TOLD_OVER } from '#booking/over.ts';
import { columnsOf } from '#booking/person-columns.ts';
import { type ReservationRow, selectReservation } from '#booking/reservation-reads.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ageOn } from '#domain/offer/age.ts';
import { CORRECTABLE_FIELDS, decideAlike, type PersonData, RESERVATION_FIELDS } from '#domain/reservation/person.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { lockRecord, stale } from '#server/records/record-version.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { compare, namesOfCorrections } from '../corrections.ts';
import { correctPerson, saveMemo, WRONG_BIRTH_DATE } from './contract-correct.ts';
import { refuseOtherOffer } from './server-other-offer.ts';

const HELD = [
  ...RESERVATION_FIELDS,
  ...TOLD_OVER,
  'number',
  'version',
  'fiscalYear',
  'courseCode',
  'visitDate',
  'ageDate',
  'options',
  'staffMemo',
] as const;

type Held = ReservationRow<typeof HELD>;

const read = query<Held>(`
  select ${selectReservation(HELD)} from reservations r where r.institution_code = $1 and r.reservation_number = $2`);

const writeHistory = query(`
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values ($1, $2, $3, 'administrator', $4, $5, $6::jsonb)`);

const keyOf = ({ institutionCode }: Administrator, number: number) => ({
  institution_code: institutionCode,
  reservation_number: number,
});

/** The reservation, which nobody else changes until this is done; throws where staff may not act on it any more. */
async function hold(db: Db, who: Administrator, number: number, version: string | null): Promise<Held> {
  await lockRecord(db, 'reservations', keyOf(who, number), null);
  const [held] = await read(db, who.institutionCode, number);
  if (!held) throw notFound();
  refuseWhatIsOver(held);
  if (version !== null && version !== String(held.version)) throw stale();
  return held;
}

/** What was sent, over what stands there: whoever pays for themselves has nothing of a society. */
function personOf(held: Held, sent: Input<typeof correctPerson>): PersonData {
  const typed = { ...sent, postalCode: sent.postalCode1 + sent.postalCode2 };
  const names = CORRECTABLE_FIELDS[payerOf(held.clientCode)];
  return { ...held, ...Object.fromEntries(names.map((name) => [name, typed[name]])) };
}

const answer = (person: PersonData, version: number) => ({
  ...person,
  postalCode1: person.postalCode.slice(0, 3),
  postalCode2: person.postalCode.slice(3),
  version: String(version),
});

async function correct(db: Db, who: Administrator, sent: Input<typeof correctPerson>) {
  const { birthDate } = sent;
  if (!birthDate || birthDate > momentOf(who.now).today) throw invalid(WRONG_BIRTH_DATE);
  const held = await hold(db, who, sent.number, sent.version);
  const person = personOf(held, sent);
  const corrections = compare(held, person);
  const names = namesOfCorrections(corrections);
  who.trace.details = { note: names.length > 0 ? `受診者の訂正（${names.join('・')}）` : '変更なし' };
  if (names.length === 0) return answer(person, held.version);
  const aged = decideAlike(held, person) ? {} : await countAnew(db, who, held, { ...person, birthDate });
  await db
    .updateTable('reservations')
    .set({
      ...columnsOf(person, CORRECTABLE_FIELDS.insurance),
      birth_date: birthDate,
      sex: person.sex ?? held.sex,
      ...aged,
      version: sql`version + 1`,
      // What the hospital's own system was told is no longer so.
      download_status: 'changed',
      news_version: sql`version + 1`,
      updated_at: who.now,
    })
    .where('institution_code', '=', who.institutionCode)
    .where('reservation_number', '=', held.number)
    .execute();
  await note(db, who, held.number, 'corrected', { corrections });
  return answer(person, held.version + 1);
}

/** The age for another birth date or sex; throws where course, options or frames would be others. */
async function countAnew(
  db: Db,
  { institutionCode, now }: Administrator,
  held: Held,
  person: PersonData & { birthDate: string },
) {
  const facts = await readCourse(db, { ...held, institutionCode });
  // What was received is received: after the day nothing can be booked in its place.
  const isToCome = isLive(held.status) && held.visitDate >= momentOf(now).today;
  if (isToCome) refuseOtherOffer(facts, held, person);
  const { client } = facts;
  const { fiscalYear, visitDate } = held;
  // Without a client nobody says at which day ages count, beyond what was counted before.
  if (!client) return { age: ageOn(person.birthDate, held.ageDate ?? visitDate) };
  return {
    age: ageFor({ client, fiscalYear }, person.birthDate, visitDate),
    age_date: ageDateFor({ client, fiscalYear }, visitDate),
  };
}

const note = (db: Db, who: Administrator, number: number, act: 'corrected' | 'memo', details: object) =>
  writeHistory(db, who.institutionCode, number, who.now, who.userId, act, JSON.stringify(details));

/** It is no news to anybody but the staff: neither files nor the time of the last change know of it. */
async function keepMemo(db: Db, who: Administrator, sent: Input<typeof saveMemo>) {
  const held = await hold(db, who, sent.number, sent.version);
  if (held.staffMemo === sent.staffMemo) return { version: String(held.version) };
  await db
    .updateTable('reservations')
    .set({ staff_memo: sent.staffMemo, version: sql`version + 1` })
    .where('institution_code', '=', who.institutionCode)
    .where('reservation_number', '=', held.number)
    .execute();
  await note(db, who, held.number, 'memo', {});
  return { version: String(held.version + 1) };
}

export const correctionHandlers: Handler[] = [handle(correctPerson, correct), handle(saveMemo, keepMemo)];
