// The texts that go out where an institution has written none, so that no mail is ever missing.
import type { MailKind } from './mails.ts';

const GREETING = '{{氏名}} 様\n\n{{医療機関名}}です。\n';
const VISIT = `
予約番号　{{予約番号}}
受診日　　{{受診日}} {{受付時間}}
コース　　{{コース名}}
オプション　{{オプション}}
合計金額　{{合計金額}}
`;
const CLOSING = `
マイページ　{{ログインURL}}

{{医療機関名}}
{{所在地}}
電話 {{電話番号}}（{{電話受付時間}}）
`;

const mail = (title: string, text: string, visit = VISIT) => ({
  title: `【{{医療機関名}}】${title}`,
  body: `${GREETING}${text}\n${visit}${CLOSING}`,
});

/** Of a booking that staff have yet to confirm. */
export const BUILT_IN_REQUEST = mail(
  'お申し込みを受け付けました',
  '次のとおりお申し込みを受け付けました。まだ確定しておりません。あらためてご連絡いたします。',
);

export const BUILT_IN_MAILS: Readonly<Record<MailKind, { title: string; body: string }>> = {
  password: mail(
    'マイページのパスワードのお知らせ',
    'マイページのパスワードをお知らせいたします。ログイン後に変更をお願いいたします。\n期限が過ぎた場合はログイン画面から再発行していただけます。',
    '\nパスワード　{{パスワード}}\n',
  ),
  booked: mail(
    'ご予約を受け付けました',
    '次のとおりご予約を受け付けました。\n変更・キャンセルの期限は{{変更期限}}です。',
  ),
  confirmed: mail('ご予約が確定しました', '次のとおりご予約が確定しました。'),
  changed_by_examinee: mail(
    'ご予約の変更を受け付けました',
    'ご予約の変更を受け付けました。\n変更後の予約番号は{{予約番号}}です。以前の番号はご利用いただけません。',
  ),
  changed_by_staff: mail(
    'ご予約日時変更のお知らせ',
    'ご予約の日時が変更になりました。\n{{連絡事項}}\nご都合が合わない場合は、お手数ですがお電話ください。',
  ),
  cancelled_by_examinee: mail('キャンセルを受け付けました', '次のご予約のキャンセルを受け付けました。'),
  cancel_confirmed: mail('ご予約に関するお知らせ', 'キャンセルの手続きが完了いたしました。\n{{連絡事項}}'),
  reminder: mail('受診日が近づいてまいりました', 'ご予約の受診日が近づいてまいりました。お気をつけてお越しください。'),
  promotion: mail(
    '健診のご案内',
    '前回のご受診から時間が経ちました。今年度の健診をご案内いたします。\n行き違いでご予約済みの際はご容赦ください。',
    '',
  ),
};
