// Answers the guide through the first day, and keeps what was put off and whether it is shown.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import { NEEDED_TO_OPEN } from '#domain/offer/needed-to-open.ts';
import { examineePageUrl } from '#server/http/documents.ts';
import { readPolicies } from '#server/privacy/policies.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { closeGuide, openExamineePage, openGuide, putOff, reopenGuide, STEPS, type StepName } from './contract.ts';
import { type FurthestCourse, readSetupState, type SetupState } from './read-setup-state.ts';

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

interface MailSetting {
  isServerSet: boolean;
  isSenderSet: boolean;
}

interface StepResult {
  isDone: boolean;
  /** Nobody needs it here. */
  isNeedless?: boolean;
  count?: number;
  message?: string;
  marks?: Step['marks'];
}

type Step = Reply<typeof openGuide>['steps'][number];

const EVALUATE: Readonly<Record<StepName, (setup: SetupState, mail: MailSetting) => StepResult>> = {
  institution: ({ lacking, hasBlanks }) => ({
    isDone: lacking.length === 0 && !hasBlanks,
    message: [
      lacking.length > 0 ? `未入力：${lacking.map((what) => NEEDED_TO_OPEN[what]).join('、')}。` : '',
      hasBlanks ? '利用規約に、書き換えていない箇所（【 】や「（ひな形）」）があります。' : '',
    ].join(''),
  }),
  timeSlots: ({ timeSlotCount, frameCount, hasTimedFrame }) => ({
    isDone: timeSlotCount > 0,
    isNeedless: frameCount > 0 && !hasTimedFrame,
    count: timeSlotCount,
  }),
  frames: ({ frameCount }) => ({ isDone: frameCount > 0, count: frameCount }),
  examItems: ({ examItemCount }) => ({ isDone: examItemCount > 0, count: examItemCount }),
  options: ({ optionCount }) => ({ isDone: optionCount > 0, count: optionCount }),
  clients: ({ bookingKinds, clientCount, bareClientCount }) =>
    bookingKinds === 'individual'
      ? { isDone: false, isNeedless: true }
      : {
          isDone: clientCount > 0 && bareClientCount === 0,
          count: clientCount,
          message: bareClientCount > 0 ? `対象者区分のないクライアントが ${bareClientCount} 件あります。` : '',
        },
  courses: ({ furthest, publishedCount, isModelPriced, opening }) => ({
    isDone: furthest !== null && isBookable(furthest) && (opening.isOpen || opening.openDate !== null),
    count: publishedCount,
    message: [
      furthest && isComplete(furthest) && !furthest.fits ? '料金と予約枠の条件が合わないため予約できません。' : '',
      furthest?.fits && !furthest.published ? '公開しているコースがありません。' : '',
      furthest && isBookable(furthest) ? describePeriod(opening) : '',
      isModelPriced ? '料金はひな形の金額です。' : '',
    ].join(''),
    marks: marksOf(furthest),
  }),
  closedDays: ({ closedDayCount }) => ({ isDone: closedDayCount > 0, count: closedDayCount }),
  capacity: ({ publishedCount, neededFrameCount, lackingFrames }) => ({
    // Before a course is public, nobody knows what it takes.
    isDone: publishedCount > 0 && neededFrameCount > 0 && lackingFrames.length === 0,
    count: neededFrameCount,
    message: lackingFrames.length > 0 ? `定員のない予約枠：${fewOf(lackingFrames)}` : '',
  }),
  mails: ({ hasTemplate }, { isServerSet, isSenderSet }) => ({
    isDone: isServerSet && (hasTemplate || isSenderSet),
    message: isServerSet ? '' : 'メールサーバーが未設定です。サービス提供元にお問い合わせください。',
  }),
  staff: ({ managerCount }) => ({ isDone: managerCount >= 2, count: managerCount }),
};

/** Public, and still nobody can book. */
function describePeriod({ isOpen, openDate }: SetupState['opening']): string {
  if (isOpen) return '';
  return openDate
    ? `公開しているコースの受付は${formatMonthDay(openDate)}からです。`
    : '公開しているコースに、いま予約できる年度・登録期間のものがありません。';
}

/** What it lacks in capacity is shown by the step of that. */
const isBookable = ({ published, fits }: FurthestCourse) => published && fits;
const isComplete = ({ prices, frames }: FurthestCourse) => prices && frames;

const marksOf = (course: FurthestCourse | null): Step['marks'] => [
  { mark: 'registered', isDone: course !== null },
  { mark: 'items', isDone: course?.items ?? false },
  { mark: 'frames', isDone: course?.frames ?? false },
  { mark: 'prices', isDone: course?.prices ?? false },
  { mark: 'published', isDone: course?.published ?? false },
];

const MOST_NAMES = 5;

function fewOf(names: readonly string[]): string {
  const left = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join('、') + (left > 0 ? ` ほか ${left} 件` : '');
}

/** Without them nobody can book. */
const REQUIRED: readonly StepName[] = ['institution', 'timeSlots', 'frames', 'courses', 'capacity'];
const isRequired = (step: StepName) => REQUIRED.includes(step);

function evaluateSteps(setup: SetupState, mail: MailSetting): Step[] {
  return STEPS.map((step) => {
    const { isDone, isNeedless = false, count = 0, message = '', marks = [] } = EVALUATE[step](setup, mail);
    // What was put off and is done by now is done.
    const isLater = !isRequired(step) && setup.later.includes(step);
    const state = isDone ? 'done' : isNeedless ? 'needless' : isLater ? 'later' : 'open';
    return { step, state, isRequired: isRequired(step), count, message, marks };
  });
}
