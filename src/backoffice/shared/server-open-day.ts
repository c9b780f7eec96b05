// The open day before or after the day $2 of the institution $1, in SQL.

const MOST_DAYS = 92;

const openDay = (choose: 'min' | 'max', from: number, to: number) => `
  (select ${choose}(d.day::date) from generate_series($2::date + ${from}, $2::date + ${to}, interval '1 day') as d (day)
    where not exists (select from calendar_days c
                       where c.institution_code = $1 and c.day = d.day::date and c.status = 'closed'))`;

export const PREVIOUS_OPEN_DAY = openDay('max', -MOST_DAYS, -1);
export const NEXT_OPEN_DAY = openDay('min', 1, MOST_DAYS);

/** The day before the next open one: what is due until then would fall due while nobody is here. */
export const LAST_BEFORE_OPEN_DAY = `(coalesce(${NEXT_OPEN_DAY}, $2::date + 1) - 1)`;
