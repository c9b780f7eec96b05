// The guide through a new institution's first day: its steps, how far each is, and whether it is shown on TOP. Also the address
// at which examinees book, as it is handed out.
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, orNone } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('FirstDay');

export const TITLE = 'はじめての設定';

/** In the order in which they are gone through. */
const STEP = {
  institution: '1',
  timeSlots: '2',
  frames: '3',
  examItems: '4',
  options: '5',
  clients: '6',
  courses: '7',
  closedDays: '8',
  capacity: '9',
  mails: '10',
  staff: '11',
} as const;
export type StepName = keyof typeof STEP;
export const STEPS = Object.keys(STEP) as StepName[];
export const stepNumber = (step: StepName) => STEP[step];

const MARK = { registered: '1', items: '2', frames: '3', prices: '4', published: '5' } as const;
export type MarkName = keyof typeof MARK;

const stepName = choice('step', '手順', STEP);
const routeParam = text('pram', 'ルートパラメータ');

const guide = record({
  steps: list('listStep', '手順の一覧', {
    step: stepName,
    state: choice('state', '状態', { open: '0', done: '1', needless: '2', later: '3' }),
    isRequired: flag('isRequired', '必須', YES),
    count: integer('count', '件数', { max: 999_999_999 }),
    /** What is still to be looked at, beside what the step says by itself. */
    message: text('message', 'メッセージ', { max: 500, multiline: true }),
    /** Of the course that is furthest; of other steps none. */
    marks: list('listMark', 'コースの進み具合', {
      mark: choice('mark', '項目', MARK),
      isDone: flag('isDone', '済み', YES),
    }),
  }),
  leftCount: integer('leftCount', '残りの必須項目', { max: 99 }),
  isBookable: flag('isBookable', '予約を受け付けられる', YES),
  /** From which day on, where it is not today. */
  openDate: orNone(date('openDate', '受付の開始日'), ''),
  isClosed: flag('isClosed', 'TOPに表示しない', YES),
  /** YYYY/MM/DD: by when the manager who asks needs a second factor; empty where that is settled. */
  factorBy: text('twoFactorDate', '2段階認証の期限'),
  routeParam,
  url: text('url', '受診者画面のアドレス'),
});

export const openGuide = read('FirstDisplay', { reply: guide });

const log = (note: string) => ({ act: 'settings' as const, subject: () => TITLE, note });

/** Only what is not required can be put off. */
export const putOff = write('Later', {
  log: log('あとで'),
  request: record({ step: stepName, isLater: flag('isLater', 'あとで', YES) }),
  reply: guide,
});

export const closeGuide = write('Close', { log: log('TOPに表示しない') });
export const reopenGuide = write('Reopen', { log: log('TOPに表示する') });

export const openExamineePage = read('ExamineePage', {
  reply: record({
    routeParam,
    url: text('url', '受診者画面のアドレス'),
    name: text('irnm', '医療機関名'),
    phone: text('ktel', '電話番号'),
    phoneHours: text('uktk', '電話受付時間', { multiline: true }),
  }),
});
