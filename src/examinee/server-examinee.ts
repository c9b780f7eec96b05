// Who is logged in, as the account has them.
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { ageDay, ageOn } from '#domain/offer/age.ts';
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import type { Examinee } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { noSession } from '#wire/failure.ts';
import type { examineeInfo } from './contract-examinee.ts';

export async function readExaminee(db: Db, who: Examinee): Promise<Reply<typeof examineeInfo>> {
  const row = await db
    .selectFrom('examinees as e')
    .leftJoin('clients as c', (join) =>
      join.onRef('c.institution_code', '=', 'e.institution_code').onRef('c.client_code', '=', 'e.client_code'),
    )
    .select(['e.examinee_id', 'e.family_name', 'e.given_name', 'e.client_code', 'e.insurer_number', 'e.sex'])
    .select(['e.birth_date', 'e.category_code', 'c.age_basis', 'c.age_month', 'c.age_day'])
    .where('e.institution_code', '=', who.institutionCode)
    .where('e.examinee_id', '=', who.examineeId)
    .executeTakeFirst();
  if (!row) throw noSession();
  const day = today(who.now);
  const fiscalYear = fiscalYearOf(day);
  const basis = { basis: row.age_basis ?? 'visit_day', month: row.age_month ?? 0, day: row.age_day ?? 0 };
  return {
    examineeId: row.examinee_id,
    name: `${row.family_name}　${row.given_name}`,
    clientCode: row.client_code,
    insurerNumber: row.insurer_number,
    sex: row.sex,
    birthDate: row.birth_date,
    age: row.birth_date ? ageOn(row.birth_date, ageDay(basis, fiscalYear, day)) : ASSUMED_AGE,
    categoryCode: row.category_code,
    fiscalYear,
    today: day,
  };
}
