// Finding anyone by whatever is known of them: a name, a number, a telephone, a birth date.
import { noteShown } from '#backoffice/shared/contract-note.ts';
import { reservationRow } from '#backoffice/shared/contract-rows.ts';
import { SEARCH_KINDS, type SearchKind } from '#domain/reservation/parse-search.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { asWords, SEX, YES } from '#wire/choices.ts';
import { requiredDate } from '#wire/dates.ts';
import type { Wire } from '#wire/field.ts';
import { choice, flag, integer, many, reservationNumber } from '#wire/fields.ts';
import { list, mayBeAbsent, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, bigRead } = officeCalls('Desk', { least: 'viewer' });

/** So many people at the most are returned; of each so many reservations. */
export const MOST_PEOPLE = 50;
export const MOST_ROWS = 20;

const request = record({
  text: text('find', '検索する内容', {
    required: true,
    max: 60,
    sentences: { required: '検索する内容を入力してください。' },
  }),
});

const kind = choice('kind', '検索の種類', asWords(...SEARCH_KINDS));

/** As the reservation has it that was registered or corrected last. */
const person = record({
  number: reservationNumber('ukno', '予約番号（最後に登録または訂正された予約）'),
  name: text('name', '氏名'),
  kana: text('ryak', 'カナ氏名'),
  birthDate: requiredDate({ year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' }, '生年月日'),
  age: integer('age', '年齢（今日）', { max: 999 }),
  sex: choice('sex', '性別', SEX),
  phone: text('tel1', '電話番号'),
  mail: text('emal', 'メールアドレス'),
  patientNumber: text('trno', '患者番号'),
  clientName: text('jgnm', 'クライアント'),
  /** What the search has found where that is no longer so: as another of their reservations has it. */
  matched: mayBeAbsent(many('matched', '一致した内容', text('matched', '一致した内容'))),
  ...noteShown,
  rowCount: integer('rowCount', '予約件数', { max: 999_999_999 }),
  rows: list('reserveList', '予約', reservationRow),
});

const people = list('personList', '該当する方', person);

const reply = record({
  number: reservationNumber('ukno', '予約番号', 0),
  kind,
  isMore: flag('isMore', '表示する人数を超える', YES),
  people,
});

export const findPeople = read('Find', { log: { act: 'search' }, request, reply });

/** Where that finds nobody: kana and names that hold it somewhere. Apart, so that nobody waits behind an extraction. */
export const findInside = bigRead('FindInside', { log: { act: 'search' }, request, reply });

/** In the answer that nobody was found: by what was looked. */
export function nobodyFoundBy(looked: SearchKind) {
  const out: Record<string, unknown> = {};
  kind.put(looked, out);
  people.put([], out);
  return out;
}

/** Read from such an answer; '' where it does not say. */
export const kindIn = (answer: Wire = {}): SearchKind | '' => kind.take(answer, () => {});

export type FoundPeople = Reply<typeof findPeople>;
export type FoundPerson = FoundPeople['people'][number];
