// Closed sets that several contracts share, each with the wire's codes for it.

/** Codes that are the words themselves. */
export const asWords = <W extends string>(...words: W[]) =>
  Object.fromEntries(words.map((word) => [word, word])) as { readonly [K in W]: K };

/** Flags, as most of them travel. */
export const YES = { on: '1', off: '0' } as const;
/** Those whose no is a 2. */
export const ONE_OR_TWO = { on: '1', off: '2' } as const;
export const ROLE = { manager: '1', reception: '2', viewer: '3' } as const;
export const SEX = { male: '1', female: '2' } as const;
export const TAX_DISPLAY = { excluded: '1', included: '2' } as const;
export const TAX_ROUNDING = { up: '1', half: '2', down: '3' } as const;
export const BOOKING_KINDS = { both: '1', individual: '2', insurance: '3' } as const;
export const BOOKING_METHOD = { confirmed: '1', desired: '2' } as const;

export const CALENDAR_FORMAT = { calendar: '1', list: '2' } as const;
/** So many places a day, or so many at each reception time; of a booking, what there is to choose. */
export const MANAGED_BY = { day: '1', time: '2' } as const;
export const COUNTED_AS = { persons: '1', parts: '2' } as const;
export const SELECTION = { single: '1', multiple: '2' } as const;
export const EXTENT = { all: '1', part: '2' } as const;

export const TEMPLATE_KIND = {
  password: '01',
  booked: '02',
  confirmed: '03',
  changed_by_examinee: '04',
  changed_by_staff: '05',
  cancelled_by_examinee: '06',
  cancel_confirmed: '07',
  reminder: '08',
  promotion: '09',
} as const;
export const MAIL_KIND = { ...TEMPLATE_KIND, notice: '10' } as const;
export const MAIL_STATE = asWords('waiting', 'sent', 'retrying', 'failed', 'moved', 'cancelled', 'withdrawn');

export const ORIGIN = { web: '1', phone: '2', counter: '4', partner: '3' } as const;
export const RECEPTION = { none: '0', arrived: '1', no_show: '2' } as const;

export const SENDING = { none: '0', due: '1', sent: '2', returned: '3' } as const;

export const OUTCOME = { done: '0', already: '1', refused: '2' } as const;

export const STAFF_STATUS = {
  new: '21',
  changed: '22',
  confirmed: '23',
  cancelled: '91',
  cancel_confirmed: '92',
  deleted: '99',
} as const;
export const RESERVATION_STATUS = { ...STAFF_STATUS, replaced_unconfirmed: '31', replaced_confirmed: '32' } as const;
