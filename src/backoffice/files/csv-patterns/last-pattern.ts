// The pattern by which a member of the staff has made a CSV file last: the next is most often made by the same.
import { createPreference } from '#web/preferences.ts';

/** Empty before the first file. */
export const lastPattern = createPreference<string>('csv-pattern', '');
