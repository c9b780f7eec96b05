// How statements ask for the reservations of a person, so that they read no others, however large an institution is.

export const notReplaced = (r: string) => `not is_replaced(${r}.status)`;

/** Reservations that count: those that others have replaced, and those of nobody any more, are found by their number only. */
export const isSearchable = (r: string) => `${notReplaced(r)} and ${r}.anonymised_at is null`;

/**
 * Whether it is of this name and birth date, and counts. Who was forgotten has no name any more: not asking for it once more keeps the
 * database from the index of birth dates, which it takes for as good as the one of both where it does not know how large an institution is.
 */
export const isOfPerson = (r: string, who: string) => `
  is_same_person(${r}.folded_kana, ${r}.birth_date, ${who}.kana, ${who}.birth) and ${notReplaced(r)}`;

/**
 * What a statement is given, out of the planner's sight: a plan for each value would hardly ever be another, and making one takes longer
 * than most searches.
 */
export const opaque = (value: string) => `(select ${value})`;
export const OPAQUE_INSTITUTION = opaque('$1::text');

/**
 * The patient number that stands by a name and birth date (`kana` and `birth` of `who`), if only one does. What carries none is not left out
 * before: the database might go through all numbers for it.
 */
export const onlyNumber = (who: string, when = 'true') => `
  select min(nullif(m.patient_number, '')) as patient from reservations m
   where ${when} and m.institution_code = ${OPAQUE_INSTITUTION} and ${isOfPerson('m', who)}
  having count(distinct nullif(m.patient_number, '')) = 1`;
