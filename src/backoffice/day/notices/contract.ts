// Notices: the same text to the people of many reservations, by mail, and a list of those who are telephoned.
import { hasStrayBraces, templateParts } from '#domain/mail/mail-variables.ts';
import { NOTICE_VARIABLES } from '#domain/mail/notice-texts.ts';
import { requestId } from '#wire/booking.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { MAIL_STATE, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, ifSent, integer, many, reservationNumber, versionAnswered, versionSent } from '#wire/fields.ts';
import { columns, flat, list, mayBeAbsent, nested, record, type Value } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('Desk', { least: 'reception' });

export const MOST_RECIPIENTS = 1_000;
export const MOST_NOTICES = 200;

export const NOBODY_CHOSEN = '宛先を1人以上選択してください。';
export const TOO_MANY = '対象が1,000件を超えています。日を分けてください。';
export const NOBODY_LEFT = '送信できる予約がありません。';
export const CHANGED_SINCE = '内容が変わったため送信していません。';

const number = reservationNumber('ukno', '予約番号');
const version = text('version', '更新の番号', { required: true, max: 20 });
const noticeId = text('noticeId', '一斉連絡', {
  required: true,
  like: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '一斉連絡の指定が正しくありません。'],
});
const subject = text('titl', '件名', { required: true, max: 120 });
const body = text('body', '本文', { required: true, max: 5_000, multiline: true });
const source = text('sourceText', '宛先の選び方', { max: 200 });
const count = (code: string, label: string) => integer(code, label, { max: 99_999 });

/** What has become of a call; of those that reached nobody, the last. */
const state = choice('clst', '連絡状況', { open: '0', absent: '1', callback: '2', called: '9' });

/** Of whom a draft is: reservations by number, or everybody who uses a frame on a day at a time. */
const cell = record({
  date: date('date', '受診日'),
  /** 0000 = any. */
  frameCode: text('waku', '予約枠', { required: true, exact: 4 }),
  /** ZZ = any. */
  slotCode: text('tmzn', '受付時間', { required: true, exact: 2 }),
});

const recipient = record({
  number,
  ...versionAnswered,
  name: text('name', '氏名'),
  kana: text('ryak', 'カナ氏名'),
  phone: text('tel1', '電話番号'),
  /** Empty: by telephone. */
  mail: text('emal', 'メールアドレス'),
  visitDate: date('reserveDate', '受診日'),
  startTime: text('sthm', '受付時間'),
  courseName: text('ksnm', 'コース名'),
  values: list('valueList', '差し込み項目', {
    name: text('name', '差し込み項目'),
    value: text('value', '内容', { multiline: true }),
  }),
});

const chosenSomehow: Rule<{ numbers: readonly number[]; cells: readonly unknown[] }> = ({ numbers, cells }, report) => {
  if (numbers.length === 0 && cells.length === 0) report('numbers', NOBODY_CHOSEN);
};

export const openNoticeDraft = read('NoticeDraft', {
  log: { act: 'search' },
  // Every cell of a frame's year may have been lowered at once.
  bodyLimit: 2 * 1024 * 1024,
  request: record(
    {
      numbers: many('uknos', '予約番号', number),
      cells: columns('対象の枠', cell, { date: 'dates', frameCode: 'wakus', slotCode: 'tmzns' }),
    },
    [chosenSomehow],
  ),
  reply: record({
    recipients: list('recipientList', '宛先', recipient),
    /** Those that are not live. */
    skipCount: count('skipCount', '除いた件数'),
    source,
    /** The frame that all of them are about, for the built-in text; empty where there is none or more than one. */
    frameName: text('wknm', '予約枠名'),
    sender: text('otad', '送信元'),
    senderName: text('irnm', '送信者名'),
    /** Notices of the last 24 hours with any of these reservations, and with how many of them. */
    recent: mayBeAbsent(
      list('recentList', '24時間以内の一斉連絡', {
        noticeId,
        subject,
        byName: text('name', '送信した職員'),
        at: text('date', '日時'),
        count: count('count', '人数'),
      }),
    ),
    /** Of the notice before; empty where there is none. */
    lastSubject: text('lastTitl', '前回の件名'),
    lastBody: text('lastBody', '前回の本文', { multiline: true }),
  }),
  failures: { Refused: 14 },
});

const variablesAreKnown: Rule<{ subject: string; body: string }> = (value, report) => {
  for (const [field, label] of [
    ['subject', '件名'],
    ['body', '本文'],
  ] as const) {
    const here = value[field];
    const named = new Set(templateParts(here).flatMap(({ variable }) => variable ?? []));
    const unknown = [...named].filter((name) => !NOTICE_VARIABLES.some((one) => one === name));
    if (unknown.length > 0) {
      const names = unknown.map((name) => `{{${name}}}`).join('、');
      report(field, `${label}に使用できない差し込み項目があります（${names}）。`);
    }
    if (hasStrayBraces(here)) report(field, `${label}の差し込み項目は{{と}}で囲んでください。`);
  }
};

const requireRecipients: Rule<{ seen: readonly unknown[] }> = ({ seen }, report) => {
  if (seen.length === 0) report('seen', NOBODY_CHOSEN);
};

export const writtenText = record({ subject, body }, [variablesAreKnown]);

export const sendNotice = write('NoticeSend', {
  isFresh: true,
  log: { act: 'mail', isOwn: true },
  request: record(
    {
      seen: columns(
        '宛先',
        record({ number, version, isCalledToo: flag('call', '電話もする', YES, { empty: false }) }),
        { number: 'uknos', version: 'versions', isCalledToo: 'calls' },
        ['isCalledToo'],
      ),
      subject,
      body,
      source,
      /** That somebody was sent a notice a moment ago is known, and meant. */
      isRepeat: flag('isRepeat', 'もう一度送信', YES, { empty: false }),
      requestId,
    },
    [variablesAreKnown, requireRecipients],
  ),
  reply: record({
    noticeId,
    mailCount: count('mailCount', 'メールの人数'),
    phoneCount: count('phoneCount', '電話の人数'),
    skipped: list('skipList', '送らなかった予約', { number, sentence: text('errorMessage', '送らなかった理由') }),
  }),
  failures: { Refused: 14 },
});

const noticeHead = {
  noticeId,
  at: text('date', '日時'),
  /** Filled in, where that is the same for all. */
  subject,
  source,
  byName: text('name', '送信した職員'),
  mailCount: count('mailCount', 'メールの人数'),
  sentCount: count('sentCount', '送信済の人数'),
  /** Whoever is telephoned or was; not those who need not be any more. */
  phoneCount: count('phoneCount', '電話の人数'),
  calledCount: count('calledCount', '連絡済の人数'),
};

export const listNotices = read('NoticeList', {
  least: 'viewer',
  reply: record({ notices: list('noticeList', '一斉連絡', record(noticeHead)) }),
});

const visit = {
  number,
  name: text('name', '氏名'),
  visitDate: date('reserveDate', '受診日'),
  startTime: text('sthm', '受付時間'),
  courseName: text('ksnm', 'コース名'),
};

const call = record({
  ...visit,
  kana: text('ryak', 'カナ氏名'),
  phone: text('tel1', '電話番号'),
  reason: text('reason', '電話にする理由'),
  state,
  attempts: integer('attempts', '不在の回数', { max: 99_999, empty: 0 }),
  attemptedAt: text('attemptDate', '最後にかけた日時'),
  attemptedBy: text('attemptName', '最後にかけた職員'),
  isCalled: flag('isCalled', '連絡済', YES),
  calledAt: text('calledDate', '連絡した日時'),
  calledBy: text('calledName', '連絡した職員'),
  memo: text('memo', 'メモ'),
  /** Cancelled or moved since. */
  isNeedless: flag('isNeedless', '連絡は不要', YES),
  needlessReason: text('needlessReason', '連絡が不要な理由'),
  ...versionAnswered,
});

/** What a refusal of a mark carries: the row as it stands now. */
export const aboutCall = record({ row: nested('phone', '電話連絡', call) });

const noticeDetail = record({
  ...noticeHead,
  body,
  mails: list('mailList', 'メール', {
    ...visit,
    mail: text('emal', 'メールアドレス'),
    state: text('state', '状態'),
    outcome: choice('mailState', '送信の状態', MAIL_STATE),
    /** Empty unless it was sent. */
    sentAt: text('sentDate', '送信した日時'),
  }),
  calls: list('phoneList', '電話連絡', call),
  ...versionAnswered,
});

export const noticeKey = record({ noticeId });

/** Asked for every few seconds while people telephone: what a desk has already is not sent again, and not logged again. */
export const openNotice = read('NoticeDetail', {
  least: 'viewer',
  log: { act: 'search' },
  request: record({ noticeId, ...versionSent }),
  reply: record({
    isSame: flag('isSame', '変更なし', YES),
    /** Null where it is the same. */
    notice: ifSent(flat('一斉連絡', noticeDetail)),
  }),
});

/**
 * What became of a call, or only the memo is written; answers all of it again. Nobody there once more counts once more. Where somebody else was
 * faster, nothing is written: 14, with the row as it stands.
 */
export const markCalled = write('NoticeMark', {
  log: { act: 'change', subject: ({ number }) => String(number) },
  request: record({
    noticeId,
    number,
    state: ifSent(state),
    /** Of pages that know no more; not read beside the other. */
    isCalled: flag('isCalled', '連絡済', YES, { empty: false }),
    memo: text('memo', 'メモ', { max: 200 }),
    version,
  }),
  reply: noticeDetail,
  refusal: aboutCall,
  failures: { Refused: 14 },
});

export type Draft = Reply<typeof openNoticeDraft>;
export type Recipient = Draft['recipients'][number];
export type NoticeRow = Reply<typeof listNotices>['notices'][number];
export type NoticeDetail = Value<typeof noticeDetail>;
export type CallState = Value<typeof call>['state'];
export type Telephoned = NoticeDetail['calls'][number];
