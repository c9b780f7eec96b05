// How a reservation came.

export type BookingOrigin = 'web' | 'phone' | 'partner';

/** In the words of the back office. */
export const ORIGIN_WORDS: Readonly<Record<BookingOrigin, string>> = {
  web: 'Web',
  phone: '電話',
  partner: '提携サイト',
};
