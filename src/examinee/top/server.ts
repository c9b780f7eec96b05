// Answers the examinee's top page.

import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { joinAddress } from '#domain/text/address.ts';
import { answerAlive } from '#server/http/alive.ts';
import { imageUrl } from '#server/http/pictures.ts';
import { type Handler, handle, isHidden } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { readExaminee } from '../server-examinee.ts';
import { currentFiscalYear, examineeInfo, isTopAlive, messageForExaminees, openTop } from './contract.ts';

export const topHandlers: Handler[] = [
  handle(isTopAlive, answerAlive),

  handle(openTop, async (db, who, { routeParam }) => {
    const row = await db
      .selectFrom('institution_routes as r')
      .innerJoin('institutions as i', 'i.institution_code', 'r.institution_code')
      .leftJoin('institution_images as p', 'p.institution_code', 'i.institution_code')
      .select(['i.institution_code', 'i.route_param', 'i.name', 'i.name_english', 'i.contract_phone'])
      .select(['i.name_kana', 'i.homepage_url', 'i.exam_postal_code', 'i.exam_phone'])
      .select(['i.contract_postal_code', 'i.contract_address1', 'i.contract_address2'])
      .select(['i.phone_hours', 'i.booking_kinds', 'i.exam_address1', 'i.exam_address2', 'p.sha256'])
      .where('r.route_param', '=', routeParam)
      .executeTakeFirst();
    if (!row || isHidden(who, row.institution_code)) throw notFound();
    return {
      institutionCode: row.institution_code,
      routeParam: row.route_param,
      name: row.name,
      nameKana: row.name_kana,
      nameEnglish: row.name_english,
      homepageUrl: row.homepage_url,
      phone: row.contract_phone,
      phoneHours: row.phone_hours,
      address: joinAddress(row.exam_address1, row.exam_address2),
      postalCode: row.exam_postal_code,
      examPhone: row.exam_phone,
      contractPostalCode: row.contract_postal_code,
      contractAddress: joinAddress(row.contract_address1, row.contract_address2),
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

  handle(examineeInfo, readExaminee),
];
