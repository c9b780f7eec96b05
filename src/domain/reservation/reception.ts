// Whether a person has come on the day of the visit, as the reception marks it. No status: what was booked stays as it is.

export type Reception = 'none' | 'arrived' | 'no_show';

export const RECEPTION_WORDS: Readonly<Record<Reception, string>> = { none: '', arrived: '来院', no_show: '未受診' };

/** Why staff can't move or cancel a reservation. */
export const HAS_COME = '来院済みの予約です。当日受付で来院を取り消してから変更してください。';

/** So long a day may be put right afterwards. */
export const MOST_DAYS_BACK = 31;
export const TOO_LONG_AGO = `${MOST_DAYS_BACK}日より前の日は変更できません。`;
