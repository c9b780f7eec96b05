// Whether an institution takes bookings today, at which entrance, and if not, from which day on: a cache of the periods of its courses.
// The database says with each answer which version its masters have, and sends the periods only to who does not know them for that version.
import { type InstitutionData, jsonRows } from '#booking/policy/course-data.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { LruCache } from '#domain/lru-cache.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { Payer } from '#domain/reservation/user-kind.ts';
import { firstDayFor } from './offers.ts';

/** Over price rows `p` and frame rows `f` of one course. */
export const FIT_ONE_PERSON = `
  (p.category_code is null or f.category_code is null or p.category_code = f.category_code)
  and (p.sex is null or f.sex is null or p.sex = f.sex)
  and p.age_from <= f.age_to and f.age_from <= p.age_to`;

/** Over courses `c`. */
export const HAS_FITTING_ROWS = `
  exists (select from course_prices p join course_frames f using (institution_code, client_code, fiscal_year, course_code)
           where (p.institution_code, p.client_code, p.fiscal_year, p.course_code)
                 = (c.institution_code, c.client_code, c.fiscal_year, c.course_code)
             and ${FIT_ONE_PERSON})`;

const MOST = 1000;

export interface Opening {
  payer: Payer;
  registrationFrom: PlainDate;
  registrationTo: PlainDate;
  fiscalYear: number;
}

/** That clients `l` are taken by the institution `i`; the entrance of individuals is always there. */
export const IS_ACCEPTED = `l.usable and (i.booking_kinds <> 'individual' or l.client_code = '${INDIVIDUAL}')`;

export const OPENING = `
  case c.client_code when '${INDIVIDUAL}' then 'individual' else 'insurance' end as payer,
  c.registration_from as "registrationFrom", c.registration_to as "registrationTo", c.fiscal_year as "fiscalYear"`;

/**
 * Columns over institutions `i` and their masters' version `v`. The two parameters are the institution and the version for which the
 * openings are known: then they are null.
 */
export const openingsUnlessCached = (institutionCode: string, mastersVersion: string) => `
  i.institution_code as "institutionCode", v.version as "mastersVersion",
  i.bookable_from_days as "bookableFromDays", i.bookable_to_days as "bookableToDays",
  case when (i.institution_code, v.version) is distinct from (${institutionCode}::text, ${mastersVersion}::bigint) then ${jsonRows(`
    select distinct ${OPENING}
      from courses c join clients l using (institution_code, client_code)
     where c.institution_code = i.institution_code and c.published and ${IS_ACCEPTED} and ${HAS_FITTING_ROWS}`)}
  end as openings`;

export type BookableDays = Pick<InstitutionData, 'bookableFromDays' | 'bookableToDays'>;

export interface OpeningsRow extends BookableDays {
  institutionCode: string;
  mastersVersion: number;
  openings: Opening[] | null;
}

interface Known {
  institutionCode: string;
  mastersVersion: number;
  openings: readonly Opening[];
}

interface EntranceStatus {
  isOpen: boolean;
  /** Null where it is open, or nobody knows. */
  openDate: PlainDate | null;
}

/** Of the institution as a whole, and of each entrance. */
export type OpeningStatus = EntranceStatus & Record<Payer, EntranceStatus>;

export class OpeningsCache {
  /** By route parameters, or codes of institutions: whichever they were asked for by. */
  readonly #known = new LruCache<string, Known>(MOST);

  /** `read` is given the two parameters. */
  async find<R extends OpeningsRow>(
    asked: string,
    today: PlainDate,
    read: (institutionCode: string | null, mastersVersion: number | null) => Promise<R | undefined>,
  ): Promise<(R & OpeningStatus) | null> {
    const known = this.#known.get(asked);
    const row = await read(known?.institutionCode ?? null, known?.mastersVersion ?? null);
    if (!row) return null;
    const { institutionCode, mastersVersion, openings } = row;
    if (openings) this.#known.set(asked, { institutionCode, mastersVersion, openings });
    return { ...row, ...openingStatus(openings ?? known?.openings ?? [], row, today) };
  }
}

export function openingStatus(openings: readonly Opening[], days: BookableDays, today: PlainDate): OpeningStatus {
  const year = fiscalYearOf(addDays(today, days.bookableFromDays));
  const coming = openings
    .filter(({ fiscalYear, registrationTo }) => fiscalYear >= year && today <= registrationTo)
    .map((opening) => ({ ...opening, opensOn: firstDayFor(opening, days) }))
    // One that closes before the bookable days reach its year never opens.
    .filter(({ opensOn, registrationTo }) => opensOn <= registrationTo);
  const statusOf = (some: typeof coming): EntranceStatus => {
    const [first = null] = some.map(({ opensOn }) => opensOn).sort();
    const isOpen = first !== null && first <= today;
    return { isOpen, openDate: isOpen ? null : first };
  };
  const through = (payer: Payer) => statusOf(coming.filter((one) => one.payer === payer));
  return { ...statusOf(coming), individual: through('individual'), insurance: through('insurance') };
}
