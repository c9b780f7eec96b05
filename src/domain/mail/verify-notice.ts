// What mails say of the link by which an address is verified, beside their own text.
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatDateTime } from '#domain/calendar/japanese-dates.ts';
import { LruCache } from '#domain/lru-cache.ts';
import { mail } from './built-in-mails.ts';
import type { MailValues } from './mail-variables.ts';

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
