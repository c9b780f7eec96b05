// Which notice is open, and what its screens share.
import { OFFICE } from '#web/addresses.ts';

/** A reservation that is led to, with the way back from it. */
export interface ReservationLink {
  path: string;
  choose(number: number): void;
}

/** Under which the session keeps the notice that is looked at. */
export const CHOSEN_NOTICE = 'notice';

export const TITLE = '一斉連絡';

export const CRUMBS = [{ label: 'TOP', to: OFFICE.home }, { label: '予約管理' }, { label: TITLE, to: OFFICE.notices }];
