// Where the screens of the CSV patterns are, as the map of screens tells them.

/** Under this name the session keeps the pattern that was opened from the list. */
export const CHOSEN_PATTERN = 'csv-pattern';
