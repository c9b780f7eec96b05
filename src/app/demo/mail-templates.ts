// The demo's mail templates: one letter of each kind, and those of the client whose bookings are requests first.
import { code4, insertRows } from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import type { TemplateKind } from '#domain/mail/mail-kinds.ts';
import { INSTITUTION, INSTITUTION_NAME } from './institution.ts';
import { FOODS } from './masters.ts';

const SENDER = 'kenshin@example.jp';

const SIGNATURE = `━━━━━━━━━━━━━━━━━━━━
{{医療機関名}}
{{所在地}}
電話　{{電話番号}}（{{電話受付時間}}）
━━━━━━━━━━━━━━━━━━━━
※このメールにお心当たりのない方は、お手数ですが上記までご連絡ください。`;

const DETAILS = `予約番号　：{{予約番号}}
受診日　　：{{受診日}}
受付時間　：{{受付時間}}
コース　　：{{コース名}}
オプション：{{オプション}}`;

const DETAILS_WITH_AMOUNT = `${DETAILS}
合計金額　：{{合計金額}}`;

const UNTIL_DEADLINE = `ご予約の内容は、マイページでご確認いただけます。
変更・キャンセルも、{{変更期限}}承ります。
{{ログインURL}}`;

const THANKS = 'いつも{{医療機関名}}をご利用いただき、誠にありがとうございます。';
const NOT_YET = '下記の内容でお申し込みを受け付けました。まだ確定しておりません。あらためてご連絡いたします。';
const SENDING =
  '受診日の1週間前までに問診票と検査容器をお送りいたします。届きましたら、同封のご案内をよくお読みください。';

const template =
  (clientCode: string | null) =>
  (kind: TemplateKind, title: string, ...paragraphs: string[]) => ({
    kind,
    client_code: clientCode,
    title: `【${INSTITUTION_NAME}】${title}`,
    body: ['{{氏名}}　様', ...paragraphs, SIGNATURE].join('\n\n'),
  });
const [forAll, forFoods] = [template(null), template(FOODS)];

const TEMPLATES = [
  forAll(
    'password',
    'マイページのパスワードのお知らせ',
    THANKS,
    'マイページにログインするためのパスワードをお知らせいたします。',
    'パスワード：{{パスワード}}\nログイン　：{{ログインURL}}',
    'このパスワードは{{パスワード期限}}まで使えます。ログイン後に変更をお願いいたします。期限が過ぎた場合はログイン画面から再発行していただけます。',
  ),
  forAll(
    'booked',
    'ご予約を受け付けました',
    'このたびは{{医療機関名}}にお申し込みいただき、誠にありがとうございます。下記の内容でご予約を受け付けました。',
    DETAILS_WITH_AMOUNT,
    UNTIL_DEADLINE,
  ),
  forAll(
    'confirmed',
    'ご予約が確定しました',
    THANKS,
    '下記のご予約が確定いたしました。',
    DETAILS_WITH_AMOUNT,
    SENDING,
    UNTIL_DEADLINE,
  ),
  forAll(
    'changed_by_examinee',
    'ご予約の変更を受け付けました',
    THANKS,
    'ご予約の変更を受け付けました。変更後の予約番号は{{予約番号}}です。以前の番号はご利用いただけません。',
    DETAILS_WITH_AMOUNT,
    UNTIL_DEADLINE,
  ),
  forAll(
    'changed_by_staff',
    'ご予約日時変更のお知らせ',
    THANKS,
    'ご予約の日時を下記のとおり変更いたしましたので、お知らせいたします。',
    DETAILS,
    '{{連絡事項}}',
    'ご都合が合わない場合は、お手数ですがお電話ください。',
  ),
  forAll(
    'cancelled_by_examinee',
    'キャンセルを受け付けました',
    THANKS,
    '下記のご予約のキャンセルを受け付けました。',
    DETAILS,
    'お手元の検査容器は破棄していただいて差し支えございません。またのご利用をお待ちしております。',
  ),
  forAll(
    'cancel_confirmed',
    'ご予約に関するお知らせ',
    THANKS,
    '下記のご予約について、キャンセルの手続きが完了いたしました。',
    DETAILS,
    '{{連絡事項}}',
    'またのご利用をお待ちしております。',
  ),
  forAll(
    'reminder',
    '受診日が近づいてまいりました',
    'ご予約の受診日が近づいてまいりましたので、あらためてご案内いたします。',
    DETAILS,
    '前日21時以降のお食事はお控えください。発熱など体調のすぐれない方はご来院前にお電話ください。',
    '当日は、問診票、検査容器、マイナ保険証または資格確認書をお持ちのうえ、受付時間までにお越しください。',
  ),
  forAll(
    'promotion',
    '今年度の健診のご案内',
    THANKS,
    '前回のご受診から時間が経ちました。今年度の健診のご予約を承っております。ご都合のよい日を、下記からお選びください。',
    '{{ログインURL}}',
    '行き違いでご予約済みの際はご容赦ください。',
  ),
  forFoods(
    'booked',
    'お申し込みを受け付けました',
    'このたびは{{クライアント名}}の健康診断にお申し込みいただき、誠にありがとうございます。',
    NOT_YET,
    DETAILS,
    UNTIL_DEADLINE,
  ),
  forFoods(
    'confirmed',
    'ご予約が確定しました',
    'お申し込みいただいた{{クライアント名}}の健康診断の日時が、下記のとおり確定いたしました。',
    DETAILS,
    SENDING,
    UNTIL_DEADLINE,
  ),
  forFoods(
    'changed_by_examinee',
    'お申し込みの変更を受け付けました',
    `${NOT_YET}\n変更後の予約番号は{{予約番号}}です。以前の番号はご利用いただけません。`,
    DETAILS,
    UNTIL_DEADLINE,
  ),
];

export const TEMPLATE_COUNT = TEMPLATES.length;

export async function writeMailTemplates(db: Db): Promise<void> {
  await insertRows(db, INSTITUTION, {
    mail_templates: TEMPLATES.map((one, at) => ({
      template_code: code4(at + 1),
      ...one,
      sender: SENDER,
      reply_to: SENDER,
    })),
  });
}
