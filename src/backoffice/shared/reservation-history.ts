// A reservation's history in words: who did what, and what staff have corrected about its person.
import { formatTime } from '#domain/calendar/clock.ts';
import { formatOfficeDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { CORRECTABLE_FIELDS, isNameField, labelOf, type PersonData } from '#domain/reservation/person.ts';
import {
  type BookingOrigin,
  ORIGIN_WORDS,
  type Reception,
  type ReservationStatus,
  STATUS_WORDS,
} from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';

interface CorrectionLine {
  label: string;
  write(person: PersonData): string;
}

const as = (label: string, write: (person: PersonData) => string): CorrectionLine => ({ label, write });
const pair = (one: string, other: string) => `${one} ${other}`.trim();

/** In the order of the form, where the parts of a name stand beside each other and are reported as one. */
const CORRECTION_LINES: Readonly<Record<string, CorrectionLine>> = {
  kana: as('カナ氏名', ({ familyKana, givenKana }) => pair(familyKana, givenKana)),
  name: as('氏名', ({ familyName, givenName }) => pair(familyName, givenName)),
  ...Object.fromEntries(
    CORRECTABLE_FIELDS.insurance
      .filter((name) => !isNameField(name))
      .map((name) => [name, as(labelOf(name), (person) => person[name] ?? '')]),
  ),
  birthDate: as('生年月日', ({ birthDate }) => (birthDate ? formatOfficeDate(birthDate) : '')),
  sex: as('性別', ({ sex }) => (sex ? SEX_WORDS[sex] : '')),
  mail: as('メール', ({ mail }) => mail),
  postalCode: as('郵便番号', ({ postalCode }) => hyphenate(postalCode)),
};
const ENTRIES = Object.entries(CORRECTION_LINES);

/** As they were written before and after. */
type Corrections = Readonly<Record<string, { from: string; to: string }>>;

export function findCorrections(before: PersonData, after: PersonData): Corrections {
  const changes = ENTRIES.map(([name, { write }]) => [name, { from: write(before), to: write(after) }] as const);
  return Object.fromEntries(changes.filter(([, { from, to }]) => from !== to));
}

/** Only what it is about: the access log outlives what stands there. */
export const namesOfCorrections = (corrections: Corrections) =>
  ENTRIES.filter(([name]) => corrections[name]).map(([, { label }]) => label);

const orEmptyMark = (text: string) => text || '（なし）';

/** Nothing where the person was forgotten since. */
const describeCorrections = (corrections: Corrections = {}) =>
  ENTRIES.flatMap(([name, { label }]) => {
    const change = corrections[name];
    return change ? [`${label} ${orEmptyMark(change.from)} → ${orEmptyMark(change.to)}`] : [];
  }).join('、');

interface Change<T> {
  from: T;
  to: T;
}

interface Amount {
  name: string;
  amount: number;
}

interface Details {
  status?: Change<ReservationStatus>;
  visit_date?: PlainDate | Change<PlainDate>;
  start_minute?: Change<number | null>;
  patient_number?: Change<string>;
  cancel_reason?: Change<string>;
  mail?: string;
  by?: number;
  replaces?: number;
  again?: boolean;
  corrections?: Corrections;
  reception?: Change<Reception>;
  time?: string;
  origin?: BookingOrigin;
  raised?: readonly { what: string; from: string; to: string }[];
  /** Options that were added and dropped on the number, with their amounts, and what the visit then costs with tax. */
  options?: { added: readonly Amount[]; dropped: readonly Amount[] };
  total?: Change<number>;
  /** Something was sent before the visit, came back, or was neither after all. */
  sending?: { mark: 'sent' | 'returned' | 'back'; name: string; on?: PlainDate };
  /** A notice: by mail, or what became of the call; with its subject, and what was noted of the call. */
  notice?: keyof typeof NOTICE_TEXTS;
  /** What became of a call, where the release before has no word for it. */
  call?: keyof typeof NOTICE_TEXTS;
  subject?: string;
  memo?: string;
}

export interface HistoryEntry {
  at: string;
  actorKind: 'examinee' | 'administrator' | 'service';
  administrator: string;
  act:
    | 'booked'
    | 'changed'
    | 'replaced'
    | 'cancelled'
    | 'edited'
    | 'downloaded'
    | 'mailed'
    | 'corrected'
    | 'memo'
    | 'received'
    | 'noticed';
  details: Details;
}

function describeReception({ reception, time }: Details): string {
  if (reception?.to === 'arrived') return `来院（${time ?? ''}）`;
  if (reception?.to === 'no_show') return '未受診';
  return reception?.from === 'no_show' ? '未受診を取り消し' : '来院を取り消し';
}

const NOTICE_TEXTS = {
  mailed: '一斉連絡のメールを送信',
  called: '電話で連絡',
  uncalled: '電話連絡済を取り消し',
  absent: '電話（不在）',
  callback: '電話（折り返し待ち）',
  cleared: '電話の記録を取り消し',
} as const;

/** Of those who were forgotten, neither subject nor memo is left. */
function describeNotice({ notice = 'mailed', call = notice, subject, memo }: Details): string {
  return `${NOTICE_TEXTS[call]}${subject ? `（${subject}）` : ''}${memo ? `：${memo}` : ''}`;
}

const listAmounts = (word: string, amounts: readonly Amount[] = []) =>
  amounts.length > 0 && `${word} ${amounts.map(({ name, amount }) => `${name} ${formatYen(amount)}`).join('・')}`;

function describeOptions({ options, total }: Details): string {
  const parts = [
    listAmounts('追加', options?.added),
    listAmounts('取りやめ', options?.dropped),
    total && `合計 ${formatYen(total.from)} → ${formatYen(total.to)}（税込）`,
  ];
  return `オプションを変更：${parts.filter(Boolean).join('、')}`;
}

function describeSending({ sending }: Details): string {
  const day = sending?.on ? `（${formatOfficeDate(sending.on)}）` : '';
  if (sending?.mark === 'sent') return `${sending.name}を発送${day}`;
  return sending?.mark === 'returned' ? `${sending.name}が戻った${day}` : '発送の記録を取り消し';
}

function describeEdit(details: Details): string {
  const { status, visit_date, start_minute, patient_number, cancel_reason, mail, raised } = details;
  const parts = [
    details.options && describeOptions(details),
    details.sending && describeSending(details),
    status && `${STATUS_WORDS[status.from]} → ${STATUS_WORDS[status.to]}`,
    typeof visit_date === 'object' &&
      `受診日 ${formatOfficeDate(visit_date.from)} → ${formatOfficeDate(visit_date.to)}`,
    start_minute &&
      `受付時間 ${orEmptyMark(formatTime(start_minute.from))} → ${orEmptyMark(formatTime(start_minute.to))}`,
    patient_number && `患者番号 ${orEmptyMark(patient_number.from)} → ${orEmptyMark(patient_number.to)}`,
    cancel_reason && `取消の理由 ${orEmptyMark(cancel_reason.to)}`,
    mail && '通知メールを送信',
  ].filter(Boolean);
  return `${parts.join('、') || '変更なし'}${describeRaises(raised)}`;
}

const describeRaises = (raised: Details['raised'] = []) =>
  raised.map(({ what, from, to }) => `、枠を追加：${what} ${from} → ${to}`).join('');

function onDay({ visit_date, origin, raised }: Details): string {
  const facts = [
    typeof visit_date === 'string' && `受診日 ${formatOfficeDate(visit_date)}`,
    origin && ORIGIN_WORDS[origin],
  ].filter(Boolean);
  return `${facts.length > 0 ? `（${facts.join('、')}）` : ''}${describeRaises(raised)}`;
}

const TEXTS: Readonly<Record<HistoryEntry['act'], (details: Details) => string>> = {
  booked: (details) => `予約の登録${onDay(details)}`,
  changed: (details) => `予約番号${details.replaces ?? ''}からの変更${onDay(details)}`,
  replaced: ({ by }) => `予約番号${by ?? ''}へ変更`,
  cancelled: () => '予約の取消',
  edited: describeEdit,
  downloaded: () => 'CSV出力',
  mailed: ({ again }) => (again ? 'メールを再送' : '確認メールを送信'),
  corrected: ({ corrections }) => ['受診者情報を訂正', describeCorrections(corrections)].filter(Boolean).join('：'),
  memo: () => 'スタッフメモを更新',
  received: describeReception,
  noticed: describeNotice,
};

const BY: Readonly<Record<'examinee' | 'service', string>> = { examinee: '受診者', service: 'システム' };

export function describeEntry({ at, actorKind, administrator, act, details }: HistoryEntry) {
  const by = actorKind === 'administrator' ? administrator : BY[actorKind];
  return { at, by, text: TEXTS[act](details) };
}
