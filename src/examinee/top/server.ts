// Answers the examinee's top page.
import { type OpeningsRow, openingsUnlessCached } from '#booking/availability/openings.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { examineeInfo } from '#examinee/contract-examinee.ts';
import { entrancesOf, readExaminee } from '#examinee/server-examinee.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { answerAlive } from '#server/health/readiness.ts';
import { imageUrl } from '#server/http/pictures.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import { currentFiscalYear, type Entrances, isTopAlive, messageForExaminees, openTop } from './contract.ts';

type WorkedOut = 'isOpen' | 'openDate' | keyof Entrances | 'backgroundUrl';
type TopRow = OpeningsRow & Omit<Reply<typeof openTop>, WorkedOut> & { sha256: string | null };

const readTop = query<TopRow>(`
  select i.route_param as "routeParam", i.name, i.name_kana as "nameKana", i.name_english as "nameEnglish",
         i.homepage_url as "homepageUrl", i.contract_phone as phone, i.phone_hours as "phoneHours",
         trim(i.exam_address1 || ' ' || i.exam_address2) as address, i.exam_postal_code as "postalCode",
         i.exam_phone as "examPhone", i.contract_postal_code as "contractPostalCode",
         trim(i.contract_address1 || ' ' || i.contract_address2) as "contractAddress",
         i.booking_kinds as "bookingKinds", p.sha256, ${openingsUnlessCached('$2', '$3')}
    from institution_routes r
    join institutions i on i.institution_code = r.institution_code
    join masters_versions v on v.institution_code = i.institution_code
    left join institution_images p on p.institution_code = i.institution_code
   where r.route_param = $1`);

const readMessage = query<{ message: string }>('select message from institutions where institution_code = $1');

export const topHandlers: Handler[] = [
  handle(isTopAlive, answerAlive),

  handle(openTop, async (db, who, { routeParam }) => {
    const row = await who.service.openings.find(routeParam, today(who.now), async (...known) => {
      const [found] = await readTop(db, routeParam, ...known);
      return found;
    });
    if (!row || isHidden(who, row.institutionCode)) throw notFound();
    const { institutionCode, sha256 } = row;
    return { ...row, ...entrancesOf(row), backgroundUrl: sha256 ? imageUrl(institutionCode, sha256) : '' };
  }),

  handle(currentFiscalYear, async (_db, who) => ({ fiscalYear: fiscalYearOf(today(who.now)) })),

  handle(messageForExaminees, async (db, _who, { institutionCode }) => {
    const [found] = await readMessage(db, institutionCode);
    if (!found) throw notFound();
    return found;
  }),

  handle(examineeInfo, readExaminee),
];
