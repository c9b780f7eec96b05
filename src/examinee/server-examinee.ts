// Who is logged in, as the account has them; and the entrances that they are shown.
import type { OpeningStatus } from '#booking/availability/openings.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { type AgeBasis, ageDay, ageOn } from '#domain/offer/age.ts';
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import type { Examinee } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { noSession } from '#wire/failure.ts';
import type { examineeInfo } from './contract-examinee.ts';

type Account = Omit<Reply<typeof examineeInfo>, 'age' | 'fiscalYear' | 'today'>;

/** Of a client that is gone, ages count at the visit. */
const readAccount = query<Account & { basis: AgeBasis; month: number; day: number }>(`
  select e.examinee_id as "examineeId", e.family_name || '　' || e.given_name as name, e.client_code as "clientCode",
         e.insurer_number as "insurerNumber", e.sex, e.birth_date as "birthDate", e.category_code as "categoryCode",
         coalesce(c.age_basis, 'visit_day') as basis, coalesce(c.age_month, 0) as month, coalesce(c.age_day, 0) as day
    from examinees e left join clients c using (institution_code, client_code)
   where institution_code = $1 and e.examinee_id = $2`);

export async function readExaminee(db: Db, who: Examinee): Promise<Reply<typeof examineeInfo>> {
  const [account] = await readAccount(db, who.institutionCode, who.examineeId);
  if (!account) throw noSession();
  const { basis, month, day, ...known } = account;
  const now = today(who.now);
  const fiscalYear = fiscalYearOf(now);
  const countedAt = ageDay({ basis, month, day }, fiscalYear, now);
  return {
    ...known,
    age: known.birthDate ? ageOn(known.birthDate, countedAt) : ASSUMED_AGE,
    fiscalYear,
    today: now,
  };
}

export const entrancesOf = ({ individual, insurance }: Pick<OpeningStatus, 'individual' | 'insurance'>) => ({
  isIndividualOpen: individual.isOpen,
  individualOpenDate: individual.openDate,
  isInsuranceOpen: insurance.isOpen,
  insuranceOpenDate: insurance.openDate,
});
