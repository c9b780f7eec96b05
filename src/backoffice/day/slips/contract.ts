// Slips: what a person hands over at the reception on the day of the visit, a page for each reservation.
import { personNote } from '#backoffice/shared/contract-note.ts';
import { SLIP_FIELDS } from '#domain/reservation/person.ts';
import { shownPerson } from '#wire/booking.ts';
import { officeCalls } from '#wire/call.ts';
import { EXTENT, SEX, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many, orNone, reservationNumber } from '#wire/fields.ts';
import { list, nested, record, type Value } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

const { read } = officeCalls('Desk', { least: 'viewer' });

export const MOST_SLIPS = 500;

const amount = (code: string, label: string) => integer(code, label, { max: 99_999_999 });
const points = (code: string, label: string) => many(code, label, text(code, label, { multiline: true }));

const lines = Object.fromEntries(SLIP_FIELDS.map((name) => [name, shownPerson[name]])) as Pick<
  typeof shownPerson,
  (typeof SLIP_FIELDS)[number]
>;

/** Empty where there is nothing to print. Never the staff's memo, nor the mail address. */
const slip = record({
  number: reservationNumber('ukno', '予約番号'),
  visitDate: date('reserveDate', '受診日'),
  startTime: text('sthm', '受付時間'),
  name: text('name', '氏名'),
  kana: text('ryak', 'カナ氏名'),
  birthDate: date('btdy', '生年月日'),
  sex: choice('sex', '性別', SEX),
  age: integer('age', '年齢', { max: 999 }),
  ageDate: orNone(date('ageDate', '年齢を数える日'), ''),
  patientNumber: text('trno', '患者番号'),
  clientName: text('jgnm', '保険・お勤め先'),
  categoryName: text('kbnm', '対象者区分'),
  ...lines,
  phone: shownPerson.phone,
  isInsurance: flag('isInsurance', '保険・お勤め先での受診', YES),
  pricesShown: flag('kshj', '料金表示', YES),
  totalWithTax: amount('sumTaxGkgk', '税込の合計金額'),
  courseName: text('ksnm', 'コース名'),
  courseDuration: text('time', '所要時間'),
  courseAmount: amount('gkgk', 'コース料金'),
  items: list('listInspection', '検査項目', {
    name: text('kmnm', '検査項目名'),
    extent: choice('jskb', '実施区分', EXTENT),
  }),
  options: list('optionInfoList', 'オプション', {
    name: text('opnm', 'オプション名'),
    amount: amount('gkgk', 'オプション料金'),
  }),
  /** How it stands, the institution's, and the course's where that fits, as they are now. */
  notes: points('jsmmList', '受診にあたって'),
  remarks: shownPerson.remarks,
  /** Only where staff have it printed. */
  printedNote: personNote,
});

const numbers = many('uknos', '予約番号', reservationNumber('uknos', '予約番号'));

const howMany: Rule<{ numbers: readonly number[] }> = ({ numbers }, report) => {
  if (numbers.length === 0) report('numbers', '印刷する予約を選択してください。');
  if (numbers.length > MOST_SLIPS) report('numbers', `一度に印刷できるのは${MOST_SLIPS}件までです。`);
};

export const openSlips = read('Slips', {
  log: { act: 'look', subject: ({ numbers }) => String(numbers[0] ?? '') },
  request: record({ numbers }, [howMany]),
  failures: { Refused: 14 },
  reply: record({
    slips: list('slipList', '受診票', slip),
    /** Those that are not live. */
    skipCount: integer('skipCount', '除いた件数', { max: MOST_SLIPS }),
    institution: nested('institution', '医療機関', {
      name: text('irnm', '医療機関名'),
      place: text('place', '所在地'),
      phone: text('tel', '電話番号'),
      phoneHours: text('uktk', '電話受付時間', { multiline: true }),
    }),
    printedAt: text('date', '印刷の日時'),
  }),
});

export type Slip = Value<typeof slip>;
