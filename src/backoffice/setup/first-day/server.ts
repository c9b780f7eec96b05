// Answers the guide through the first day, and keeps what was put off and whether it is shown.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { examineePageUrl } from '#server/examinee-page.ts';
import { readPolicies } from '#server/privacy/policies.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { closeGuide, openExamineePage, openGuide, putOff, reopenGuide } from './contract.ts';
import { evaluateSteps, isRequired } from './evaluate-steps.ts';
import { readSetupState } from './read-setup-state.ts';

export const firstDayHandlers: Handler[] = [
  handle(openGuide, readGuide),

  handle(putOff, async (db, who, { step, isLater }) => {
    if (isRequired(step)) throw invalid('必須の項目は、あとにできません。');
    await settlePolicy(db, who);
    await writeLater(db, who.institutionCode, step, isLater);
    return readGuide(db, who);
  }),

  handle(closeGuide, async (db, who) => {
    await settlePolicy(db, who);
    await writeClosed(db, who.institutionCode, who.now);
    return {};
  }),

  handle(reopenGuide, async (db, who) => {
    await settlePolicy(db, who);
    await writeReopened(db, who.institutionCode);
    return {};
  }),

  handle(openExamineePage, async (db, who) => {
    const [page] = await readPage(db, who.institutionCode);
    if (!page) throw notFound();
    return { ...page, url: urlOf(who, page) };
  }),
];

/** One that was there before has no row of its own yet. */
const settlePolicy = (db: Db, { institutionCode, now }: Administrator) => readPolicies(db, now, institutionCode);

/** Of two who press at once, the last one's press stands. */
const writeLater = query(`
  update institution_policies
     set first_day_later = array_remove(first_day_later, $2) || case when $3 then array[$2::text] else '{}' end
   where institution_code = $1`);

const writeClosed = query(`
  update institution_policies set first_day_done_at = coalesce(first_day_done_at, $2) where institution_code = $1`);

const writeReopened = query('update institution_policies set first_day_done_at = null where institution_code = $1');

async function readGuide(db: Db, who: Administrator): Promise<Reply<typeof openGuide>> {
  const { smtpUrl, isMailFromSet } = who.service.config;
  const setup = await readSetupState(db, who);
  const steps = evaluateSteps(setup, { isServerSet: smtpUrl !== null, isSenderSet: isMailFromSet });
  const leftCount = steps.filter((step) => step.isRequired && step.state === 'open').length;
  const { routeParam, isClosed, factorBy, opening } = setup;
  const { openDate } = opening;
  const isBookable = leftCount === 0;
  return { steps, leftCount, isBookable, openDate, isClosed, factorBy, routeParam, url: urlOf(who, setup) };
}

const urlOf = ({ service }: Administrator, { routeParam }: { routeParam: string }) =>
  examineePageUrl(service.config, routeParam);

const readPage = query<{ routeParam: string; name: string; phone: string; phoneHours: string }>(`
  select route_param as "routeParam", name, coalesce(nullif(contract_phone, ''), exam_phone) as phone,
         phone_hours as "phoneHours"
    from institutions where institution_code = $1`);
