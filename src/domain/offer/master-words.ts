// What the choices of masters are called, on their screens and in the access log.
export const BOOKING_KINDS = { both: '個人＋健康保険', individual: '個人', insurance: '健康保険' } as const;
export const CALENDAR_FORMAT = { calendar: 'カレンダー', list: 'リスト' } as const;
export const FIRST_PASSWORD = { birth_date: '生年月日', random: 'ランダム' } as const;
export const TAX_DISPLAY = { excluded: '税抜', included: '税込' } as const;
export const TAX_ROUNDING = { up: '切り上げ', half: '四捨五入', down: '切り捨て' } as const;
export const MANAGED_BY = { day: '日別', time: '受付時間別' } as const;
export const COUNTED_AS = { persons: '実人数', parts: '延べ人数' } as const;
export const AGE_BASIS = { this_year: '起算日（当年）', next_year: '起算日（翌年）', visit_day: '受診日当日' } as const;
export const BOOKING_METHOD = { confirmed: '確定予約', desired: '希望予約' } as const;
export const SELECTION = { single: '単一選択', multiple: '複数選択' } as const;
export const EXTENT = { all: '全部', part: '一部', none: 'なし' } as const;

/** By the value alone: none of them means two things. */
export const MASTER_WORDS: Readonly<Record<string, string>> = {
  ...BOOKING_KINDS,
  ...CALENDAR_FORMAT,
  ...FIRST_PASSWORD,
  ...TAX_DISPLAY,
  ...TAX_ROUNDING,
  ...MANAGED_BY,
  ...COUNTED_AS,
  ...AGE_BASIS,
  ...BOOKING_METHOD,
  ...SELECTION,
};
