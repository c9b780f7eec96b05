// Words that several steps share.
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';

export const INSURER_NUMBER_HINT = '8桁。6桁の国民健康保険は先頭に00を付けてください';
export const CATEGORY_HINT =
  'ご不明な場合は被保険者（本人）をお選びください。扶養に入っているご家族は被扶養者をお選びください';
/** Where the choices are those of a company, and not an insurer's. */
export const COMPANY_CATEGORY_HINT = 'ご不明な場合は、お勤め先の健診のご担当者にご確認ください';
export const CARD_HINT = '資格確認書・資格情報のお知らせ・マイナポータルに記載されています。枝番は不要です';
export const TERMS_OF_USE = '利用規約・個人情報の取り扱い';

/** 1974年6月12日: of days long past or far off, nobody asks the weekday. */
export function writeDay(date: PlainDate): string {
  const { year, month, day } = dateParts(date);
  return `${year}年${month}月${day}日`;
}
