// The examinee's top page: which institution this is, and what it offers.
import { openCalls } from '#wire/call.ts';
import { BOOKING_KINDS, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, orNone } from '#wire/fields.ts';
import { record, type ValueOf } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

/** Whether there is anything to book at each of them: one that leads nowhere is not offered. None where it is open, or nobody knows. */
export const entrances = {
  isIndividualOpen: flag('isIndividualOpen', '個人での予約の受付', YES),
  individualOpenDate: orNone(date('individualOpenDate', '個人での予約の受付の開始日'), ''),
  isInsuranceOpen: flag('isInsuranceOpen', '健康保険・お勤め先の健診の予約の受付', YES),
  insuranceOpenDate: orNone(date('insuranceOpenDate', '健康保険・お勤め先の健診の予約の受付の開始日'), ''),
};
export type Entrances = ValueOf<typeof entrances>;

export const openTop = openCalls('CommonTop').read('CommonTopFirstDisplay', {
  request: record({ routeParam: text('param', 'ルートパラメータ', { required: true, max: 40 }) }),
  reply: record({
    institutionCode: text('ircd', '医療機関コード'),
    routeParam: text('pram', 'ルートパラメータ'),
    name: text('irnm', '医療機関名'),
    nameKana: text('irkn', '医療機関カナ名'),
    nameEnglish: text('egnm', '医療機関英語名'),
    homepageUrl: text('url', 'ホームページURL'),
    phone: text('ktel', '電話番号'),
    phoneHours: text('uktk', '電話受付時間', { multiline: true }),
    address: text('irad', '所在地'),
    postalCode: text('fzip', '所在地の郵便番号'),
    examPhone: text('ftel', '受診会場の電話番号'),
    contractPostalCode: text('kzip', '契約窓口の郵便番号'),
    contractAddress: text('kadr', '契約窓口の住所'),
    backgroundUrl: text('hmpg', '背景画像のアドレス'),
    bookingKinds: choice('nwkb', '予約区分', BOOKING_KINDS),
    isOpen: flag('isOpen', '予約の受付', YES),
    /** None where it is open, or nobody knows. */
    openDate: orNone(date('openDate', '予約の受付の開始日'), ''),
    ...entrances,
  }),
});

export const isTopAlive = openCalls('CommonTop').read('CommonTopGetAliveServer', {
  method: 'GET',
});

export const currentFiscalYear = openCalls('CommonTop').read('CommonTopGetCurrentNend', {
  method: 'GET',
  reply: record({ fiscalYear: integer('nend', '年度', { min: 2000, max: 2999 }) }),
});

export const messageForExaminees = openCalls('CommonTop').read('MessageForRecipients', {
  method: 'GET',
  request: record({ institutionCode: text('ircd', '医療機関コード', { required: true, max: 8 }) }),
  reply: record({ message: text('NAIY', 'お知らせ', { multiline: true }) }),
});

/** Apart from what that call says: it is sent before the rest of my page is there. */
export const MY_PAGE_CALL = '/api/CommonMyPage/FirstDisplay';
