// Which account is open.

/** The name under which the chosen account is kept between screens: its user id, or none of a new one. */
export const CHOSEN = 'staff';

export interface Chosen {
  userId: string | null;
}

export const TITLE = '職員アカウント';
