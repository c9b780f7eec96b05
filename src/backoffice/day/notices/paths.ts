// Where the screens of notices lead.
export interface NoticePaths {
  home: string;
  list: string;
  /** A new one. */
  write: string;
  detail: string;
  /** The extraction, where people are chosen. */
  search: string;
  reservation: string;
}

/** A reservation that is led to, with the way back from it. */
export interface ReservationLink {
  path: string;
  choose(number: number): void;
}

/** Under which the session keeps the notice that is looked at. */
export const CHOSEN_NOTICE = 'notice';

export const TITLE = '一斉連絡';

export const crumbsTo = ({ home, list }: NoticePaths) => [
  { label: 'TOP', to: home },
  { label: '予約管理' },
  { label: TITLE, to: list },
];
