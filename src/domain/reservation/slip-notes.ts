// What a slip says under 受診にあたって: how the reservation stands, the institution's points, and the course's 予約完了のご案内 where that is true.
import type { BookingOrigin, ReservationStatus } from './reservation-status.ts';

interface SlipTexts {
  status: ReservationStatus;
  /** Asked for, to be confirmed by staff. */
  desired: boolean;
  origin: BookingOrigin;
  mail: string;
  /** The institution's and the course's, in lines. */
  slipNotes: readonly string[];
  courseNotes: readonly string[];
}

export function slipNotes({ status, desired, origin, mail, slipNotes, courseNotes }: SlipTexts): string[] {
  const isConfirmed = status === 'confirmed';
  // It is written for who has just booked on the web: it speaks of mails, my page and, for requests, of waiting.
  const fits = origin !== 'phone' && origin !== 'counter' && mail !== '' && !(desired && isConfirmed);
  return [
    ...(isConfirmed ? ['ご予約は確定しています。'] : []),
    ...(desired && !isConfirmed ? ['お申し込み中です（まだ確定していません）。確定のご連絡をお待ちください。'] : []),
    ...slipNotes,
    ...(fits ? courseNotes : ['予約の変更・キャンセルは、お電話でご連絡ください。']),
  ].filter((line) => line.trim() !== '');
}
