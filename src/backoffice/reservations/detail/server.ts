// Shows a reservation to staff, changes it, and tells where it could be moved.

import { findMoves, readMovable } from '#booking/availability/picker.ts';
import { japanTimeOf } from '#booking/records/japan-time.ts';
import { editReservation } from '#booking/write/edit.ts';
import type { Db } from '#db/database.ts';
import { isInPickerRange } from '#domain/calendar/calendar-range.ts';
import { localTime } from '#domain/calendar/clock.ts';
import { layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { ANONYMISED } from '#domain/reservation/anonymous.ts';
import { isReplaced } from '#domain/reservation/reservation-status.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { invalid, refused } from '#wire/failure.ts';
import { openReservation, updateMailConsent, updateReservation } from './contract.ts';
import { changePickerMonth, openPicker } from './contract-picker.ts';
import { readDetail } from './server-detail.ts';
import { changeMailConsent } from './server-mail-consent.ts';

export const reservationHandlers: Handler[] = [
  handle(openReservation, (db, who, { number }) => readDetail(db, who, number)),

  handle(updateReservation, async (db, who, { sendMail, notice, ...edit }) => ({
    version: await editReservation(db, who, { ...edit, notice: sendMail ? notice : null }),
  })),

  handle(updateMailConsent, (db, who, { number, acceptsMail }) => changeMailConsent(db, who, number, acceptsMail)),

  handle(openPicker, (db, who, { number }) => showMonth(db, who, number, null)),

  handle(changePickerMonth, (db, who, { number, year, month }) => showMonth(db, who, number, { year, month })),
];

const outside = (date: PlainDate) => ({ date, kind: 'outside' as const, state: 'outside' as const });

/** Without a month that was asked for: the visit's, where that can be shown. */
async function showMonth(db: Db, who: Administrator, number: number, wanted: Month | null) {
  const { today } = japanTimeOf(who.now);
  const current = monthOf(today);
  if (wanted && !isInPickerRange(current, wanted)) throw invalid('表示できる期間を超えています。');
  const movable = await readMovable(db, who.institutionCode, number);
  if (movable.isAnonymous) throw refused(ANONYMISED);
  if (isReplaced(movable.status)) throw refused('この予約は変更されているため、日時を選び直せません。');
  const visit = monthOf(movable.visitDate);
  const month = wanted ?? (isInPickerRange(current, visit) ? visit : current);
  const layout = layOutMonth(month);
  const days = await findMoves(db, who.institutionCode, movable, month, today);
  return {
    choose: movable.slotCode === WHOLE_DAY ? ('day' as const) : ('time' as const),
    now: localTime(who.now),
    ...month,
    layout,
    places: days.flatMap(({ date, slots }) =>
      slots.map(({ slotCode, startMinute }) => ({ date, slotCode, startTime: formatTime(startMinute) })),
    ),
    days: [
      ...layout.before.map(outside),
      ...days.map(({ date, isClosed, state }) => ({ date, state, kind: isClosed ? 'closed' : 'business' }) as const),
      ...layout.after.map(outside),
    ],
  };
}
