// What the booking engine refuses, in words for staff where those it has are meant for whoever books for themselves.
import type { RaisedCell } from '#booking/write/write-booking.ts';
import type { RefusalName } from '#domain/reservation/booking-steps.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, forbidden } from '#wire/failure.ts';

const SENTENCES: Readonly<Partial<Record<RefusalName, string>>> = {
  ClientClosed: '選択されたクライアントは使用できません。クライアントを選び直してください。',
  UnknownCategory: '対象者区分を選択してください。',
  CourseClosed: '選択されたコースがありません。コースを選び直してください。',
  CourseUnfit: '選択されたコースは、この方の性別・年齢・対象者区分では予約できません。コースを選び直してください。',
  OptionUnfit: '選択されたオプションの中に、この方が予約できないものがあります。オプションを選び直してください。',
  OtherOffer: '料金または予約の内容が変わりました。内容を確認して、もう一度予約してください。',
  RequestReused: '同じ受付で別の内容が送信されました。予約の状況を確認して、もう一度予約してください。',
};

export function reword(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const sentence = SENTENCES[error.name as RefusalName];
  return sentence ? new Failure(error.name, [sentence], error.extra) : error;
}

export function rethrowForStaff(error: unknown): never {
  throw reword(error);
}

export function assertMayRaise(who: Administrator, { raise }: { raise: boolean }): void {
  if (raise && !isAtLeast(who.role, 'manager')) throw forbidden();
}

interface Sent {
  raise: boolean;
  raised: readonly { frameCode: string; slotCode: string; capacity: number }[];
}

export const cellsToRaise = ({ raise, raised }: Sent): RaisedCell[] | null =>
  raise
    ? raised.map(({ frameCode, slotCode, capacity }) => ({ frame_code: frameCode, slot_code: slotCode, capacity }))
    : null;
