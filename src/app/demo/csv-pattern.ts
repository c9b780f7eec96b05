// The demo's CSV pattern: what a check-up system reads in, and every option.
import { insertRows } from '#app/insert.ts';
import type { Db } from '#db/database.ts';
import { INSTITUTION } from './institution.ts';
import { OPTION_GROUPS } from './masters.ts';

export const PATTERN = '001';

const ATTRIBUTES = [
  'reservation_number replaces_number status_code status fiscal_year visit_date start_time patient_number kana_name',
  'name birth_date sex age client_code client_name insurer_number card_symbol card_number category_name',
  'company_name employee_number course_code course_name course_amount total_amount postal_code prefecture city',
  'street phone mail remarks registered_on updated_on',
].flatMap((names) => names.split(' '));

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
