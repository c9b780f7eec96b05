// What is kept of one person: finding them, showing it, disclosing it, and erasing it.

import { columnOf, DISCLOSED_FIELDS, fullLabelOf } from '#domain/reservation/person.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { MAIL_KIND, RESERVATION_STATUS, YES } from '#wire/choices.ts';
import { date, dateSelects } from '#wire/dates.ts';
import { choice, flag, integer, orNone, reservationNumber, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record, type Value } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { kana, mailAddress, text } from '#wire/texts.ts';

const { read, write } = officeCalls('PersonData');

const count = (code: string, label: string) => integer(code, label, { max: 999_999_999 });

export const NO_SEARCH_TERM = 'メールアドレス、予約番号、またはカナ氏名と生年月日を入力してください。';

export const personSearch = record({
  mail: mailAddress('email', 'メールアドレス'),
  number: orNone(reservationNumber('ukno', '予約番号'), ''),
  kana: kana('ryak', 'カナ氏名', { max: 80 }),
  birthDate: dateSelects({ year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' }, '生年月日'),
}).rule(({ mail, number, kana, birthDate }, report) => {
  if (mail === '' && number === null && (kana === '' || birthDate === null)) report('mail', NO_SEARCH_TERM);
});

const nobody = personSearch.read({ ...personSearch.blank, number: '100000000' });
if (!nobody.ok) throw new Error('a number alone is enough');
/** What is searched by besides a number. */
export const NO_PERSON = nobody.value;

/** Families share an account: a person is one of its names, with a birth date. 0 = they have none, and may go by a patient number besides. */
const person = {
  examineeId: integer('trsq', 'アカウント', { max: Number.MAX_SAFE_INTEGER }),
  kana: text('ryak', 'カナ氏名', { required: true, max: 120 }),
  birthDate: date('btdy', '生年月日'),
  patientNumber: text('trno', '患者番号', { max: 10 }),
};

const personKey = record(person);
export type PersonKey = Value<typeof personKey>;

const shownPerson = { name: text('name', '氏名'), ...person, mail: text('emal', 'メールアドレス') };

export const searchPeople = read('Search', {
  log: { act: 'search' },
  request: personSearch,
  reply: record({
    people: list('listPerson', '該当する方', {
      ...shownPerson,
      count: count('rowCount', '予約件数'),
      lastDate: text('lastDate', '最終受診日'),
      /** By which an address names the person: one of their reservations; 0 = none. */
      number: reservationNumber('ukno', '予約番号', 0),
    }),
  }),
});

const account = record({
  sex: text('sex', '性別'),
  address: text('adrs', '住所'),
  phone: text('tel1', '電話番号'),
  companyName: text('cmnm', '会社名'),
  createdOn: text('date', '登録日'),
});

const MAIL_STATE = { waiting: 'waiting', sent: 'sent', failed: 'failed' } as const;

export const openPerson = read('Detail', {
  log: { act: 'look' },
  request: personKey,
  reply: record({
    ...shownPerson,
    /** The account is this person's own; of another's nothing is shown but the address. */
    isOwner: flag('isOwner', 'アカウントの持ち主', YES),
    account: nested('account', 'アカウント', account),
    /** Who else has reservations under the account, or owns it. */
    othersCount: count('otherCount', '同じアカウントのほかの方'),
    wish: text('mailWish', '健診のご案内メール'),
    wishDate: text('mailWishDate', '希望の日付'),
    wishBy: text('mailWishBy', '希望を伝えた人'),
    reservations: list('listReserve', '予約', {
      number: reservationNumber('ukno', '予約番号'),
      visitDate: date('ykdy', '受診日'),
      startTime: text('yktm', '受付時間'),
      courseName: text('ksnm', 'コース名'),
      clientName: text('jgnm', 'クライアント'),
      status: choice('ykst', '予約状況', RESERVATION_STATUS),
    }),
    mails: list('listMail', 'メール', {
      number: reservationNumber('ukno', '予約番号'),
      at: text('date', '日時'),
      kind: choice('mlbr', '分類', MAIL_KIND),
      title: text('titl', '件名'),
      state: choice('state', '送信の状態', MAIL_STATE),
    }),
    ...versionAnswered,
  }),
});

/** Who has seen or changed something of the person, the newest first. */
export const openAccesses = read('Accesses', {
  log: { act: 'readLog', note: 'この方のデータ' },
  request: record({
    ...person,
    before: text('before', '古い100件', {
      max: 200,
      like: [/^[0-9A-Za-z_-]+$/, '古い100件の指定が正しくありません。'],
    }),
  }),
  reply: record({
    entries: list('listAccess', '閲覧・操作の記録', {
      at: text('date', '日時'),
      userId: text('userId', 'ユーザーID'),
      name: text('name', '表示名'),
      actName: text('actName', '操作の名称'),
      subject: text('subject', '対象'),
      text: text('text', '内容'),
    }),
    /** Empty at the end. */
    older: text('older', '古い100件'),
  }),
});

export type Accesses = Reply<typeof openAccesses>;

export type ShownPerson = Reply<typeof openPerson>;

export const exportPerson = write('Export', {
  isFresh: true,
  log: { act: 'export' },
  request: personKey,
  reply: record({ fileName: text('fileName', 'ファイル名'), json: text('jsonText', '内容', { multiline: true }) }),
});

const REASON = { request: '1', mistake: '2', other: '3' } as const;
/** For the dialog and the access log. */
export const ERASING_REASONS = { request: '本人の請求', mistake: '誤登録', other: 'その他' } as const;

const erasing = {
  reason: choice('reason', '理由', REASON),
  isConfirmed: flag('isConfirmed', '保存義務のある記録の確認', YES, { empty: false }),
  typedName: kana('typedName', 'カナ氏名', { required: true, max: 120 }),
  isWholeAccount: flag('isWholeAccount', '同じアカウントのほかの方', YES, { empty: false }),
};

const confirmed: Rule<{ isConfirmed: boolean }> = ({ isConfirmed }, report) => {
  if (!isConfirmed) report('isConfirmed', '保存義務のある記録が別に保管されていることを確認してください。');
};

export const eraseForm = record(erasing, [confirmed]);

export const erasePerson = write('Erase', {
  isFresh: true,
  log: { act: 'erase' },
  request: record({ ...person, ...erasing, ...versionSent }, [confirmed]),
});

type Labels = Readonly<Record<string, string>>;

export interface Part<L extends Labels = Labels> {
  title: string;
  fields: L;
  /** What belongs to one of several, on a line each. */
  lists?: Readonly<Record<string, Part>>;
}

const part = <L extends Labels>(title: string, fields: L): Part<L> => ({ title, fields });

const personLabels: Labels = {
  ...Object.fromEntries(DISCLOSED_FIELDS.map((name) => [columnOf(name), fullLabelOf(name)])),
  created_at: '登録日時',
  updated_at: '更新日時',
};

export const OPTIONS = part('オプション', { name: '名称', amount: '料金' });
export const SENDINGS = part('発送', { sent_on: '発送日', returned_on: '戻った日' });
export const HISTORY = part('履歴', { at: '日時', actor: '操作した人', act: '内容' });

/** Each part and field by its name in the file, in its order, with what it is called on paper. The file holds nothing else, and the printed page shows all of it. */
export const DISCLOSED = {
  account: part('アカウント', personLabels),
  wish: part('健診のご案内メール', { accepts: '健診のご案内メール', at: '日時', by: '希望を伝えた人' }),
  reservations: {
    title: '予約',
    fields: {
      reservation_number: '予約番号',
      status: '予約状況',
      visit_date: '受診日',
      start_minute: '受付時間',
      fiscal_year: '年度',
      client_name: 'クライアント',
      category_name: '対象者区分',
      course_name: 'コース名',
      course_duration: '所要時間',
      course_amount: 'コース料金',
      total_amount: '合計金額',
      age: '年齢',
      remarks: '備考',
      patient_number: '患者番号',
      staff_memo: 'スタッフメモ',
      origin: '予約経路',
      reception: '受付状況',
      received_at: '受付の日時',
      cancel_reason: '取消の理由',
      ...personLabels,
    },
    lists: { options: OPTIONS, sendings: SENDINGS, history: HISTORY },
  },
  notes: part('申し送り', { body: '内容', updated_at: '更新日時' }),
  mails: part('メール', {
    reservation_number: '予約番号',
    kind: '分類',
    recipient: '宛先',
    subject: '件名',
    body: '本文',
    state: '送信の状態',
    at: '日時',
  }),
  notices: part('一斉連絡', {
    reservation_number: '予約番号',
    subject: '件名',
    at: '日時',
    channel: '連絡の方法',
    called_at: '電話した日時',
    memo: 'メモ',
  }),
} satisfies Readonly<Record<string, Part>>;

type Fields = Readonly<Record<string, string | number>>;
type Lists = Readonly<Record<string, readonly Fields[]>>;
/** One of several holds its lists besides. */
export type Entry = Fields | Lists;
export type Disclosure = Readonly<Record<keyof typeof DISCLOSED, Entry | readonly Entry[]>>;
