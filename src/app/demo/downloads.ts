// The demo's CSV files: a pattern of what a check-up system reads in, and downloads, since on Friday afternoons, and once in the last days,
// staff fetch what is new or has changed.
import { insertRows } from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { addDays, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { Booking } from './booking.ts';
import { type Calendar, DAYS_BACK, FRIDAY } from './calendar.ts';
import { ADMINISTRATOR, INSTITUTION } from './institution.ts';
import { instant } from './lifecycles.ts';
import { OPTION_GROUPS } from './masters.ts';

const PATTERN = '001';

const ATTRIBUTES = [
  'reservation_number replaces_number status_code status fiscal_year visit_date start_time patient_number kana_name',
  'name birth_date sex age client_code client_name insurer_number card_symbol card_number category_name',
  'company_name employee_number course_code course_name course_amount total_amount postal_code prefecture city',
  'street phone mail remarks registered_on updated_on',
].flatMap((names) => names.split(' '));

/** With every option. */
export async function writeCsvPattern(db: Db): Promise<void> {
  const items = [
    ...ATTRIBUTES.map((attribute) => ({ attribute, group_code: null, option_code: null })),
    ...OPTION_GROUPS.flatMap(({ options }) =>
      options.map(({ groupCode, optionCode }) => ({ attribute: null, group_code: groupCode, option_code: optionCode })),
    ),
  ];
  await insertRows(db, INSTITUTION, {
    csv_patterns: [{ pattern_code: PATTERN, name: '健診システム取込用', is_initial: true }],
    csv_pattern_items: items.map((item, at) => ({ pattern_code: PATTERN, position: at + 1, ...item })),
  });
}

const HALF_PAST_FOUR = 16 * 60 + 30;
/** So many are left at least, so that there is something to fetch. */
const NOT_YET = 40;

type Downloads = ReadonlyMap<Date, readonly Booking[]>;

export function planDownloads(bookings: readonly Booking[], calendar: Calendar, now: Date): Downloads {
  // From before the calendar's first day, since visits are booked up to half a year ahead.
  const afternoons: { day: PlainDate; at: Date }[] = [];
  for (let day = addDays(dateOf(now), -2 * DAYS_BACK); day < dateOf(now); day = addDays(day, 1)) {
    if (calendar.isOpen(day)) afternoons.push({ day, at: instant(day, HALF_PAST_FOUR) });
  }
  const news = bookings.map(({ history }) => (history.find(isNews) ?? history[0]!).at);
  const last = afternoons.findLast(({ at }) => news.filter((reported) => reported > at).length >= NOT_YET);
  const moments = afternoons
    .filter(({ day, at }) => at === last?.at || (dayOfWeek(day) === FRIDAY && last && at < last.at))
    .map(({ at }) => at);
  const bookingsAt = new Map<Date, Booking[]>();
  for (const booking of bookings) {
    const born = booking.history[0]!;
    const replacedAt = booking.history.find(({ act }) => act === 'replaced')?.at;
    const endedAt = booking.history.find(isNews)?.at;
    const first = moments.find((moment) => moment > born.at);
    const second = endedAt && moments.find((moment) => moment > endedAt);
    // One that was replaced before it was fetched is not fetched any more.
    const fetched = [...new Set([first, second])].filter((moment) => moment && !(replacedAt && moment > replacedAt));
    for (const moment of fetched as Date[]) {
      bookingsAt.set(moment, [...(bookingsAt.get(moment) ?? []), booking]);
    }
  }
  return bookingsAt;
}

export function newsOf({ history }: Booking) {
  const end = history.findIndex(isNews);
  const isChanged = end > 0 || history[0]?.act === 'changed';
  return { download_status: isChanged ? ('changed' as const) : ('new' as const), news_version: Math.max(end, 0) + 1 };
}

function isNews({ act, details }: Booking['history'][number]): boolean {
  return (
    act === 'cancelled' ||
    details.options !== undefined ||
    (details.status as { to?: string } | undefined)?.to === 'deleted'
  );
}

export async function writeDownloads(db: Db, downloads: Downloads, numberOf: Map<Booking, number>): Promise<void> {
  const moments = [...downloads.keys()].sort((a, b) => a.getTime() - b.getTime());
  const who = { administrator_id: ADMINISTRATOR, pattern_code: PATTERN };
  await insertRows(db, INSTITUTION, { csv_downloads: moments.map((at) => ({ ...who, at })) });
  const written = await db
    .selectFrom('csv_downloads')
    .select(['download_id', 'at'])
    .where('institution_code', '=', INSTITUTION)
    .execute();
  const idOf = new Map(written.map(({ download_id, at }) => [at.getTime(), download_id]));
  const rows = moments.flatMap((moment) =>
    (downloads.get(moment) ?? []).map((booking) => ({
      reservation_number: numberOf.get(booking)!,
      download_id: idOf.get(moment.getTime())!,
      version: booking.history.filter(({ at }) => at < moment).length,
    })),
  );
  await insertRows(db, INSTITUTION, { csv_download_rows: rows });
}
