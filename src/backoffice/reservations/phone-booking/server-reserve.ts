// Books for whoever has called, or changes a reservation for them.
import type { BookingDraft } from '#booking/policy/actor.ts';
import { isClosed } from '#booking/policy/course-data.ts';
import { staffActor } from '#booking/policy/phone-booking.ts';
import type { PhoneBookingOrder } from '#booking/write/booking-record.ts';
import { reserveForStaff } from '#booking/write/reserve.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { applicantIn } from '#domain/reservation/person.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, invalid } from '#wire/failure.ts';
import { assertMayRaise, cellsToRaise, reword } from '../staff-refusals.ts';
import { reserveByPhone } from './contract.ts';

type Sent = Input<typeof reserveByPhone>;

export const phoneReserveHandlers: Handler[] = [
  handle(reserveByPhone, async (db, who, input) => {
    assertMayRaise(who, input);
    checkBirthDate(input, who);
    const replaces = input.replaces || null;
    const ask = {
      actor: staffActor(who, input.origin ?? undefined),
      draft: draftOf(input),
      replaces,
      order: orderOf(input),
    };
    const { number, atDesk, firstPassword } = await reserveForStaff(db, ask).catch(async (error) => {
      throw await describeRefusal(db, who, input, error);
    });
    return {
      number,
      status: atDesk?.status ?? input.status,
      isAccountOpened: firstPassword !== null,
      mailKinds: [...(atDesk?.mails ?? [])],
    };
  }),
];

/** Somebody was born on it; that it is a day, the contract has seen to. */
function checkBirthDate({ birthDate }: Sent, { now }: Administrator): void {
  const isRight = birthDate !== null && '1900-01-01' <= birthDate && birthDate <= today(now);
  if (!isRight) throw invalid('生年月日が正しい日付ではありません。');
}

function draftOf(input: Sent): BookingDraft {
  const { clientCode, fiscalYear, courseCode, options, visitDate, slotCode, total, requestId } = input;
  const postalCode = input.postalCode1 + input.postalCode2;
  return {
    clientCode,
    fiscalYear,
    courseCode,
    priceConditionCode: input.conditionCode,
    options: options.filter(({ optionCode }) => optionCode !== ''),
    visitDate,
    slotCode,
    // The insurer number is the client's.
    applicant: applicantIn({ ...input, postalCode, insurerNumber: '' }),
    claims: { sex: null, age: 0, categoryCode: null, inputAge: null, total },
    consent: false,
    requestId,
  };
}

function orderOf(input: Sent): PhoneBookingOrder {
  const { status, patientNumber, staffMemo, sendMail, onTheirPage, version } = input;
  return {
    isConfirmed: status === 'confirmed',
    patientNumber,
    staffMemo,
    sendsMail: sendMail,
    onTheirPage,
    version,
    ...(input.origin === 'counter' && { isWalkIn: true }),
    raise: cellsToRaise(input),
  };
}

const readStart = query<{ startMinute: number }>(`
  select start_minute as "startMinute" from time_slots where institution_code = $1 and slot_code = $2`);

/** What was refused, in words for staff, which name the day. */
async function describeRefusal(db: Db, who: Administrator, { visitDate, slotCode, fiscalYear }: Sent, error: unknown) {
  const name = error instanceof Failure ? error.name : null;
  if (name !== 'Full' && name !== 'DayClosed') return reword(error);
  const closed = (sentence: string) => new Failure('DayClosed', [sentence]);
  // Also where it is full besides.
  if (await isClosed(db, who.institutionCode, visitDate)) return closed('休診日のため予約できません。');
  if (name === 'Full') {
    const [slot] = await readStart(db, who.institutionCode, slotCode);
    const when = [formatOfficeDate(visitDate), formatTime(slot?.startMinute ?? null)].filter(Boolean).join(' ');
    return new Failure('Full', [`${when}の予約枠に空きがなくなりました。別の日時を選択してください。`]);
  }
  const { from, to } = fiscalYearRange(fiscalYear);
  if (visitDate < today(who.now)) return closed('今日より前の日には予約できません。');
  if (visitDate < from || visitDate > to) {
    return closed(
      `受診日は${fiscalYear}年度（${formatOfficeDate(from)}〜${formatOfficeDate(to)}）の日を選択してください。`,
    );
  }
  return closed('選択された受付時間では予約できません。選び直してください。');
}
