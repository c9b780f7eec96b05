// Answers the examinee's top page.
import { ageDay, ageOn } from '#domain/age.ts';
import { today } from '#domain/clock.ts';
import { ASSUMED_AGE } from '#domain/conditions.ts';
import { fiscalYearOf } from '#domain/fiscal-year.ts';
import { answerAlive } from '#server/alive.ts';
import { imageUrl } from '#server/images.ts';
import { type Handler, handle } from '#server/service.ts';
import { noSession, notFound } from '#wire/failure.ts';
import { currentFiscalYear, examineeInfo, isTopAlive, messageForExaminees, openTop } from './contract.ts';

export const topHandlers: Handler[] = [
  handle(isTopAlive, answerAlive),

  handle(openTop, async (db, _who, { routeParam }) => {
    const row = await db
      .selectFrom('institution_routes as r')
      .innerJoin('institutions as i', 'i.institution_code', 'r.institution_code')
      .leftJoin('institution_images as p', 'p.institution_code', 'i.institution_code')
      .select(['i.institution_code', 'i.route_param', 'i.name', 'i.name_english', 'i.contract_phone'])
      .select(['i.phone_hours', 'i.booking_kinds', 'p.sha256'])
      .where('r.route_param', '=', routeParam)
      .executeTakeFirst();
    if (!row) throw notFound();
    return {
      institutionCode: row.institution_code,
      routeParam: row.route_param,
      name: row.name,
      nameEnglish: row.name_english,
      phone: row.contract_phone,
      phoneHours: row.phone_hours,
      backgroundUrl: row.sha256 ? imageUrl(row.institution_code, row.sha256) : '',
      bookingKinds: row.booking_kinds,
    };
  }),

  handle(currentFiscalYear, async (_db, who) => ({ fiscalYear: fiscalYearOf(today(who.now)) })),

  handle(messageForExaminees, async (db, _who, { institutionCode }) => {
    const row = await db
      .selectFrom('institutions')
      .select('message')
      .where('institution_code', '=', institutionCode)
      .executeTakeFirst();
    if (!row) throw notFound();
    return { message: row.message };
  }),

  handle(examineeInfo, async (db, who) => {
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
  }),
];
