// What mails say of the link by which an address is verified, beside their own text.
import { mail } from './built-in-mails.ts';

interface Link {
  url: string;
  /** Until when it is good, in words. */
  until: string;
}

const LOGIN = '{{ログインURL}}';

/** A few lines, and the link on a line of its own. */
const noticeOf = ({ url, until }: Link) => `■メールアドレスの確認（${until}まで）
下のページを開いて、ボタンを押してください。ご本人のメールアドレスであることを確認できると、医療機関で承ったご予約もマイページに表示されます。
${url}
お心当たりのない場合は、開かずにこのメールを破棄してください。`;

/** Behind the paragraph that leads to the log-in, where there is one. */
export function withVerifyNotice(body: string, link: Link): string {
  const paragraphs = body.split('\n\n');
  const at = paragraphs.findLastIndex((paragraph) => paragraph.includes(LOGIN));
  return paragraphs.toSpliced(at < 0 ? paragraphs.length : at + 1, 0, noticeOf(link)).join('\n\n');
}

/** The mail that somebody asks for on my page. */
export const verifyMail = (link: Link) =>
  mail('メールアドレスの確認', 'メールアドレスの確認のためのページをお知らせいたします。', noticeOf(link));
