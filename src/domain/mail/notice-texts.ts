// The texts that a notice to many may begin with, and the variables that it may hold.
import { MAIL_VARIABLES, type MailVariable } from './mail-variables.ts';

/** Of a mail to one person about something of their own: a text for many has none of these. */
const OF_ONE: readonly MailVariable[] = ['パスワード', 'パスワード期限', '連絡事項', '配信停止URL'];
export const NOTICE_VARIABLES: readonly MailVariable[] = MAIL_VARIABLES.filter((name) => !OF_ONE.includes(name));

export const NOTICE_TEXT_WORDS = {
  machine: '検査機器の故障',
  closed: '臨時休診',
  noShow: '未受診の方へ',
  free: '自由に書く',
} as const;
export type NoticeText = keyof typeof NOTICE_TEXT_WORDS;

const SUBJECT = '【{{医療機関名}}】{{受診日}}のご予約について';

const HEAD = [
  '{{氏名}} 様',
  '',
  '{{医療機関名}}でございます。',
  '{{受診日}} {{受付時間}}のご予約（予約番号{{予約番号}}）についてお知らせいたします。',
  '',
];

const FOOT = ['', '{{医療機関名}}', '電話 {{電話番号}}（{{電話受付時間}}）'];

const brokenSentence = (frameName: string) =>
  frameName === ''
    ? '検査機器の不具合により、当日は一部の検査を行うことができません。'
    : `${frameName}の機器の不具合により、当日は${frameName}の検査を行うことができません。`;

const MIDDLES: Readonly<Record<NoticeText, (frameName: string) => readonly string[]>> = {
  machine: (frameName) => [
    `${brokenSentence(frameName)}まことに申し訳ございません。`,
    '',
    '次のいずれかをお選びいただき、お電話でお知らせください。',
    '　1. ほかの検査に変えて、同じ日に受診する',
    '　2. 別の日に受診する',
  ],
  closed: () => [
    '都合により、当日は臨時休診とさせていただくことになりました。まことに申し訳ございません。',
    '',
    '別の日をご案内いたしますので、お手数ですがお電話をお願いいたします。',
  ],
  noShow: () => [
    '当日のご来院がありませんでしたので、ご連絡いたしました。',
    'あらためてのご予約を希望される場合は、お電話でお知らせください。行き違いの際はご容赦ください。',
  ],
  free: () => [],
};

/** `frameName` is that of the frame which all of it is about; empty where there is none, or more than one. */
export const noticeText = (text: NoticeText, frameName: string) => ({
  subject: SUBJECT,
  body: [...HEAD, ...MIDDLES[text](frameName), ...FOOT].join('\n'),
});
