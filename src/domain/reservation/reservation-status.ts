// The states of a reservation and what follows from them: its status, its origin, its download, its reception and its sending, and until when
// a person may change or cancel it.

import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';

export type ReservationStatus =
  | 'new'
  | 'changed'
  | 'confirmed'
  | 'replaced_unconfirmed'
  | 'replaced_confirmed'
  | 'cancelled'
  | 'cancel_confirmed'
  | 'deleted';

export const LIVE = ['new', 'changed', 'confirmed'] as const satisfies readonly ReservationStatus[];
export type LiveStatus = (typeof LIVE)[number];
export const OUTSTANDING = ['new', 'changed', 'cancelled'] as const satisfies readonly ReservationStatus[];

/** What staff may choose; the other two come of a change only, and are never left again. */
export const STAFF_STATUSES = [
  'new',
  'changed',
  'confirmed',
  'cancelled',
  'cancel_confirmed',
  'deleted',
] as const satisfies readonly ReservationStatus[];
export type StaffStatus = (typeof STAFF_STATUSES)[number];

export const STATUS_WORDS: Readonly<Record<ReservationStatus, string>> = {
  new: '新規未確認',
  changed: '変更未確認',
  confirmed: '予約確認済',
  replaced_unconfirmed: '変更前',
  replaced_confirmed: '変更前',
  cancelled: '取消未確認',
  cancel_confirmed: '取消確認済',
  deleted: '取消・削除',
};

/** What the back office distinguishes: what a change has replaced is one thing there, whatever it was before. */
export const SHOWN_STATUSES = [...STAFF_STATUSES, 'replaced'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export const shownStatusOf = (status: ReservationStatus): ShownStatus => (isReplaced(status) ? 'replaced' : status);

export const statusesShownAs = (shown: ShownStatus): ReservationStatus[] =>
  shown === 'replaced' ? ['replaced_unconfirmed', 'replaced_confirmed'] : [shown];

export const SHOWN_STATUS_WORDS: Readonly<Record<ShownStatus, string>> = {
  ...STATUS_WORDS,
  replaced: STATUS_WORDS.replaced_confirmed,
};

export function isLive(status: ReservationStatus): status is LiveStatus {
  return LIVE.some((live) => live === status);
}

/** A desired booking holds places only once staff have confirmed it. */
export function occupiesPlaces(status: ReservationStatus, desired: boolean): boolean {
  return status === 'confirmed' || (isLive(status) && !desired);
}

export const isOutstanding = (status: ReservationStatus) => OUTSTANDING.some((one) => one === status);

/** What staff make of it by confirming it as it is; null where nothing waits for that. */
export function confirmationOf(status: ReservationStatus): 'confirmed' | 'cancel_confirmed' | null {
  if (!isOutstanding(status)) return null;
  return status === 'cancelled' ? 'cancel_confirmed' : 'confirmed';
}

export function replacedBy(status: ReservationStatus): 'replaced_unconfirmed' | 'replaced_confirmed' {
  return status === 'confirmed' ? 'replaced_confirmed' : 'replaced_unconfirmed';
}

export const isReplaced = (status: ReservationStatus) =>
  status === 'replaced_unconfirmed' || status === 'replaced_confirmed';

/** How a reservation that is no longer a current one has ended: visited or its day over, replaced, or called off. */
export type Ending = 'over' | 'changed' | 'cancelled';

export function endingOf(status: ReservationStatus): Ending {
  if (isLive(status)) return 'over';
  return isReplaced(status) ? 'changed' : 'cancelled';
}

/** Nothing more comes of it. */
export const isClosed = (status: ReservationStatus) =>
  status === 'cancel_confirmed' || status === 'deleted' || isReplaced(status);

/** Whether it has been in a CSV file since it was made or last changed. */
export type DownloadStatus = 'new' | 'changed' | 'done';

export const DOWNLOAD_WORDS: Readonly<Record<DownloadStatus, string>> = {
  new: '未（新規）',
  changed: '未（変更・取消）',
  done: '済',
};

/** How a booking has come; what staff book, by telephone or at the counter. */
export type BookingOrigin = 'web' | StaffOrigin | 'partner';
export type StaffOrigin = 'phone' | 'counter';

export const ORIGIN_WORDS: Readonly<Record<BookingOrigin, string>> = {
  web: 'Web',
  phone: '電話',
  counter: '窓口',
  partner: '提携サイト',
};

/** Why nothing can be changed about an anonymous one, and no mail be sent. */
export const ANONYMISED = 'この予約は保存期間を過ぎ、匿名化されています。';

export type Reception = 'none' | 'arrived' | 'no_show';

export const RECEPTION_WORDS: Readonly<Record<Reception, string>> = { none: '', arrived: '来院', no_show: '未受診' };

/** Why staff can't move or cancel a reservation. */
export const HAS_COME = '来院済みの予約です。当日受付で来院を取り消してから変更してください。';

/** So long a day may be put right afterwards. */
export const MOST_DAYS_BACK = 31;
export const TOO_LONG_AGO = `${MOST_DAYS_BACK}日より前の日は変更できません。`;

/** The last day on which it may be changed: so many days before the visit. */
export const changeDeadline = (visitDate: PlainDate, deadlineDays: number): PlainDate =>
  addDays(visitDate, -deadlineDays);

export const isChangeOpen = (today: PlainDate, visitDate: PlainDate, deadlineDays: number): boolean =>
  today <= changeDeadline(visitDate, deadlineDays);

interface Changed {
  status: ReservationStatus;
  visitDate: PlainDate;
  reception: Reception;
}

/** Whether a person can change or cancel a reservation today: it stands, its window is open, and the person has not come yet. */
export const isChangeable = (
  { status, visitDate, reception }: Changed,
  deadlineDays: number,
  today: PlainDate,
): boolean => isLive(status) && isChangeOpen(today, visitDate, deadlineDays) && reception !== 'arrived';

/** Of what is sent to people before their visit. */
export const SENDING_WORDS = { none: '不要', due: '未発送', sent: '発送済み', returned: '戻り' } as const;
export type SendingStatus = keyof typeof SENDING_WORDS;
