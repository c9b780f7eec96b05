// The texts that go out where an institution has written none, so that no mail is ever missing, and what they say of the link by which an
// address is verified. Short lines, for phones.

import { formatMinute } from '#domain/calendar/clock.ts';
import { formatDateTime } from '#domain/calendar/japanese-dates.ts';
import { LruCache } from '#domain/lru-cache.ts';
import type { TemplateKind } from './mail-kinds.ts';
import type { MailValues } from './mail-variables.ts';

const VISIT = `■ご予約内容
予約番号：{{予約番号}}
受診日：{{受診日}}
受付時間：{{受付時間}}
コース：{{コース名}}
オプション：{{オプション}}`;

const VISIT_WITH_AMOUNT = `${VISIT}
合計金額：{{合計金額}}`;

/** Once the deadline is over, its line goes, and with it the word that a change is still possible. */
const ON_MY_PAGE = `■ご予約の確認
マイページでご確認いただけます。
変更・キャンセルも、{{変更期限}}承ります。
{{ログインURL}}`;

const CLOSING = `――――――――――
{{医療機関名}}
{{所在地}}
電話：{{電話番号}}
電話受付：{{電話受付時間}}
――――――――――
※このメールは自動でお送りしています。ご不明な点は、お手数ですがお電話でお問い合わせください。`;

const REQUESTED = VISIT_WITH_AMOUNT.replace('■ご予約内容', '■お申し込み内容');
const REQUEST_ON_MY_PAGE = ON_MY_PAGE.replace('■ご予約の', '■お申し込みの');
const NEW_NUMBER = '予約番号が新しくなりました。以前の予約番号はご利用いただけません。';

const mail = (title: string, ...paragraphs: string[]) => ({
  title: `【{{医療機関名}}】${title}`,
  body: ['{{氏名}}　様', ...paragraphs, CLOSING].join('\n\n'),
});

/** It has no template: nobody is to leave out of it what to do. */
export const PASSWORD_CHANGED = mail(
  'マイページのパスワードが変更されました',
  'マイページのパスワードが変更されました。ほかの端末は、すべてログアウトされています。',
  `お心当たりのない場合は、ログイン画面の「パスワードをお忘れの方」からパスワードを再発行し、お電話でお知らせください。
{{ログインURL}}`,
);

/** Of a booking that staff have yet to confirm: nobody may take the day for settled. */
export const BUILT_IN_REQUESTS: Readonly<Partial<Record<TemplateKind, { title: string; body: string }>>> = {
  booked: mail(
    'お申し込みを受け付けました（まだ確定していません）',
    'このたびは{{医療機関名}}にお申し込みいただき、誠にありがとうございます。',
    '下記の内容でお申し込みを受け付けました。ご予約はまだ確定しておりません。日時を確認のうえ、あらためてご連絡いたします。',
    REQUESTED,
    REQUEST_ON_MY_PAGE,
  ),
  changed_by_examinee: mail(
    'お申し込みの変更を受け付けました（まだ確定していません）',
    '下記の内容でお申し込みの変更を受け付けました。ご予約はまだ確定しておりません。日時を確認のうえ、あらためてご連絡いたします。',
    NEW_NUMBER,
    REQUESTED,
    REQUEST_ON_MY_PAGE,
  ),
};

export const BUILT_IN_MAILS: Readonly<Record<TemplateKind, { title: string; body: string }>> = {
  password: mail(
    'マイページのパスワードのお知らせ',
    'マイページにログインするためのパスワードをお知らせいたします。',
    'パスワード：{{パスワード}}',
    'ログインはこちらからお願いいたします。\n{{ログインURL}}',
    'ログイン後、ご自身で決めたパスワードへの変更をお願いいたします。',
    'このパスワードは{{パスワード期限}}まで使えます。期限が過ぎた場合は、ログイン画面の「パスワードをお忘れの方」から再発行してください。',
    'お心当たりのない場合は、このメールを破棄してください。',
  ),
  booked: mail(
    'ご予約を受け付けました',
    'このたびは{{医療機関名}}をご予約いただき、誠にありがとうございます。下記の内容でご予約を受け付けました。',
    VISIT_WITH_AMOUNT,
    ON_MY_PAGE,
  ),
  confirmed: mail(
    'ご予約が確定しました',
    '下記のご予約が確定いたしましたので、お知らせいたします。当日は受付時間までにお越しください。',
    '{{連絡事項}}',
    VISIT_WITH_AMOUNT,
    ON_MY_PAGE,
  ),
  changed_by_examinee: mail(
    'ご予約の変更を受け付けました',
    'ご予約の変更を受け付けました。変更後の内容は下記のとおりです。',
    NEW_NUMBER,
    VISIT_WITH_AMOUNT,
    ON_MY_PAGE,
  ),
  changed_by_staff: mail(
    '受診日時の変更のお知らせ',
    'ご予約の日時を下記のとおり変更いたしましたので、お知らせいたします。',
    '{{連絡事項}}',
    VISIT,
    'ご都合が合わない場合は、お手数ですがお電話でご連絡ください。',
  ),
  cancelled_by_examinee: mail(
    'キャンセルを受け付けました',
    '下記のご予約のキャンセルを受け付けました。',
    VISIT,
    'またのご利用をお待ちしております。',
  ),
  cancel_confirmed: mail(
    'キャンセルのお手続きが完了しました',
    '下記のご予約について、キャンセルのお手続きが完了いたしました。',
    '{{連絡事項}}',
    VISIT,
    'またのご利用をお待ちしております。',
  ),
  reminder: mail(
    '受診日が近づいてまいりました',
    'ご予約の受診日が近づいてまいりましたので、あらためてご案内いたします。',
    VISIT,
    '当日は受付時間までにお越しください。体調がすぐれない場合や、ご都合が悪くなった場合は、お早めにお電話でご連絡ください。',
  ),
  promotion: mail(
    '健診のご案内',
    '前回のご受診から月日が経ちましたので、健診のご案内をお送りいたします。',
    'ご予約はマイページで承っております。ご都合のよい日をお選びください。\n{{ログインURL}}',
    '行き違いですでにご予約いただいている場合は、ご容赦ください。',
    '健診のご案内メールの配信停止（ログイン不要）\n{{配信停止URL}}',
  ),
};

const LOGIN = '{{ログインURL}}';

/** A few lines, and the link on a line of its own. */
const NOTICE = `■メールアドレスの確認（{{確認期限}}まで）
下のページを開いて、ボタンを押してください。ご本人のメールアドレスであることを確認できると、医療機関で承ったご予約もマイページに表示されます。
{{確認URL}}
お心当たりのない場合は、開かずにこのメールを破棄してください。`;

function addNotice(body: string): string {
  const paragraphs = body.split('\n\n');
  const at = paragraphs.findLastIndex((paragraph) => paragraph.includes(LOGIN));
  return paragraphs.toSpliced(at < 0 ? paragraphs.length : at + 1, 0, NOTICE).join('\n\n');
}

const known = new LruCache<string, string>(1000);

/** Behind the paragraph that leads to the log-in, where there is one. A template still: one text for all mails, which is parsed once. */
export const withVerifyNotice = (body: string) => known.getOrMake(body, () => addNotice(body));

export const verifyValues = ({ url, expiresAt }: { url: string; expiresAt: Date }): MailValues => ({
  確認URL: url,
  確認期限: formatDateTime(formatMinute(expiresAt)),
});

export const VERIFY_MAIL = mail(
  'メールアドレスの確認',
  'メールアドレスの確認のためのページをお知らせいたします。',
  NOTICE,
);
