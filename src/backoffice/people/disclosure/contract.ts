// What is kept of one person: finding them, showing it, writing it out, and erasing it.
import { officeCalls, type Reply } from '#wire/call.ts';
import { MAIL_KIND, RESERVATION_STATUS, YES } from '#wire/choices.ts';
import { date, dateSelects } from '#wire/dates.ts';
import { choice, flag, integer, orNone, reservationNumber, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record, type Value } from '#wire/record.ts';
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

export const REASON = { request: '1', mistake: '2', other: '3' } as const;

const erasing = {
  reason: choice('reason', '理由', REASON),
  isConfirmed: flag('isConfirmed', '保存義務のある記録の確認', YES, { empty: false }),
  typedName: kana('typedName', 'カナ氏名', { required: true, max: 120 }),
  isWholeAccount: flag('isWholeAccount', '同じアカウントのほかの方', YES, { empty: false }),
};

export const eraseForm = record(erasing).rule(({ isConfirmed }, report) => {
  if (!isConfirmed) report('isConfirmed', '保存義務のある記録が別に保管されていることを確認してください。');
});

export const erasePerson = write('Erase', {
  isFresh: true,
  log: { act: 'erase' },
  request: record({ ...person, ...erasing, ...versionSent }).rule(({ isConfirmed }, report) => {
    if (!isConfirmed) report('isConfirmed', '保存義務のある記録が別に保管されていることを確認してください。');
  }),
});
