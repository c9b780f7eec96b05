// The institution itself: names, addresses, how it takes bookings, its picture and its texts.
import { findReasonsProblem, listReasons } from '#domain/reservation/cancel-reasons.ts';
import { normalizeCode, normalizeDigits, splitPostalCode } from '#domain/text/normalize.ts';
import { masterLog } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { BOOKING_KINDS, CALENDAR_FORMAT, TAX_DISPLAY, TAX_ROUNDING } from '#wire/choices.ts';
import { type Field, scalar } from '#wire/field.ts';
import { choice, ifSent, integer, orNone, versionAnswered, versionSent } from '#wire/fields.ts';
import { record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text, webAddress } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWIRKN');
const log = masterLog('医療機関情報マスタ', () => '');

const FIRST_PASSWORD = { birth_date: '1', random: '2' } as const;

interface PostalDraft {
  first: string;
  second: string;
}

export const isPostalCode = ({ first, second }: PostalDraft) => /^[0-9]{3}$/.test(first) && /^[0-9]{4}$/.test(second);

/** Seven digits, or none; three and four on the wire and in forms. */
function postalCode(codes: { first: string; second: string }, label: string): Field<string, PostalDraft> {
  return {
    label,
    meanings: [
      { code: codes.first, label: `${label}（前半）`, type: 'text, 3 digits or empty' },
      { code: codes.second, label: `${label}（後半）`, type: 'text, 4 digits or empty' },
    ],
    blank: { first: '', second: '' },
    take: (wire) => ({ first: scalar(wire, codes.first), second: scalar(wire, codes.second) }),
    normalize: (draft) => {
      const { first, second } = draft;
      return (
        splitPostalCode(first) ??
        splitPostalCode(second) ?? { first: normalizeDigits(first), second: normalizeDigits(second) }
      );
    },
    parse(draft, report) {
      const value = draft.first + draft.second;
      if (value !== '' && !isPostalCode(draft)) report(`${label}は3桁と4桁の半角数字で入力してください。`);
      return value;
    },
    draft: (value) => ({ first: value.slice(0, 3), second: value.slice(3) }),
    put(value, out) {
      out[codes.first] = value.slice(0, 3);
      out[codes.second] = value.slice(3);
    },
    sample: {
      kind: 'text',
      max: 7,
      required: false,
      multiline: false,
      accepts: (value) => /^([0-9]{7})?$/.test(value),
    },
  };
}

const phone = (code: string, label: string) =>
  text(code, label, {
    max: 20,
    like: [/^[0-9()+-]*$/, `${label}は半角の数字とハイフンで入力してください。`],
    tidy: normalizeCode,
  });

const days = (code: string, label: string, max: number) =>
  integer(code, label, { max, sentence: `${label}は整数で入力してください。` });

const SENDING_DAYS = '発送日数は0から60の整数で入力してください。';

const values = {
  name: text('irnm', '医療機関名', { required: true, max: 120 }),
  nameKana: text('irkn', 'カナ名称', { max: 120 }),
  nameEnglish: text('egnm', '英語名', { max: 120 }),
  homepageUrl: webAddress('url', 'ホームページURL'),
  contractPostalCode: postalCode({ first: 'kzip1', second: 'kzip2' }, '契約窓口の郵便番号'),
  contractAddress1: text('kad1', '契約窓口の住所1', { max: 120 }),
  contractAddress2: text('kad2', '契約窓口の住所2', { max: 120 }),
  contractPhone: phone('ktel', '契約窓口の電話番号'),
  examPostalCode: postalCode({ first: 'fzip1', second: 'fzip2' }, '受診会場の郵便番号'),
  examAddress1: text('fad1', '受診会場の住所1', { max: 120 }),
  examAddress2: text('fad2', '受診会場の住所2', { max: 120 }),
  examPhone: phone('ftel', '受診会場の電話番号'),
  phoneHours: text('uktk', '電話受付時間', { multiline: true, max: 200 }),
  bookingKinds: choice('nwkb', '予約区分', BOOKING_KINDS),
  calendarFormat: choice('clnd', 'カレンダー形式', CALENDAR_FORMAT),
  changeDeadlineDays: days('chdy', '変更・取消期限', 99),
  bookableFromDays: days('stdy', '予約可能期間の開始', 999),
  bookableToDays: days('eddy', '予約可能期間の終了', 999),
  sendingDays: integer('hsdy', '発送日数', { max: 60, sentence: SENDING_DAYS, rangeSentence: SENDING_DAYS }),
  sendingName: text('hsnm', '発送物の呼び名', { required: true, max: 20 }),
  firstPassword: choice('pass', '最初のパスワード', FIRST_PASSWORD),
  taxDisplay: choice('taxk', '税表示', TAX_DISPLAY),
  taxRounding: choice('taxc', '税の端数処理', TAX_ROUNDING),
  message: text('naiy', 'お知らせ', { multiline: true, max: 2000 }),
  noCourseText: text('erms', 'コースがないときの案内', { multiline: true, max: 2000 }),
  slipNotes: text('jsmm', '受診票の注意事項', { multiline: true, max: 2000 }),
  cancelReasons: text('hkrl', '取消の理由', {
    multiline: true,
    max: 300,
    tidy: (typed) => listReasons(typed).join('\n'),
  }),
  termsText: text('cvtn', '利用規約・個人情報の取り扱い', { multiline: true, max: 30_000 }),
};

type Period = Pick<ValueOf<typeof values>, 'bookableFromDays' | 'bookableToDays'>;
const periodRunsForward: Rule<Period> = ({ bookableFromDays, bookableToDays }, report) => {
  if (bookableFromDays > bookableToDays) {
    report('bookableToDays', '予約可能期間の終了は、開始以降の日数を入力してください。');
  }
};

const reasonsFit: Rule<{ cancelReasons: string | null }> = ({ cancelReasons }, report) => {
  const problem = findReasonsProblem(cancelReasons ?? '');
  if (problem) report('cancelReasons', problem);
};

export const institutionValues = record(values, [periodRunsForward, reasonsFit]);

/** The background picture. Its content goes in only; out goes an address, since it may be megabytes. */
const picture = {
  // Sent as 0 without a content, the picture is removed; left out, it stays as it is.
  pictureRegistered: orNone(choice('hmpgFlag', '背景画像の登録', { yes: '1', no: '0' }), ''),
  pictureFileName: text('hmpgFileName', '背景画像のファイル名', { max: 255 }),
  pictureSize: integer('hmpgFileSize', '背景画像の大きさ（バイト）', { max: Number.MAX_SAFE_INTEGER, empty: 0 }),
  pictureContent: text('hmpgFileDataBase64', '背景画像の内容（Base64）'),
};

export const openInstitution = read('FirstDisplay', {
  reply: record({ ...versionAnswered, ...values, ...picture, pictureUrl: text('hmpg', '背景画像のアドレス') }),
});

/** The specification knows none of them: who leaves them out does not mean to erase them. */
const ownValues = {
  message: ifSent(values.message),
  slipNotes: ifSent(values.slipNotes),
  cancelReasons: ifSent(values.cancelReasons),
  sendingDays: ifSent(values.sendingDays),
  sendingName: ifSent(values.sendingName),
};

export const updateInstitution = write('Update', {
  log: log.update,
  request: record({ ...values, ...ownValues, ...picture, ...versionSent }, [periodRunsForward, reasonsFit]),
  reply: record(versionAnswered),
  // In a form, Base64 grows by up to three times; and pictures that are too large still come in, to be refused by name.
  bodyLimit: 12 * 1024 * 1024,
  failures: { Refused: 14 },
});
