// Asks who came in by a password that the service has made for one of their own, and says how long the made one lasts.
import type { ReactNode } from 'react';
import { formatDateTime } from '#domain/calendar/japanese-dates.ts';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { MyPage } from './contract.ts';
import styles from './password-notice.module.css';

/** あと47時間; in days where it is long, to the nearest: of three days an hour is gone before anybody has read it. */
export const writeLeft = (hours: number) => {
  if (hours < 1) return 'まもなく切れます';
  return hours < 48 ? `あと${hours}時間` : `あと${Math.round(hours / 24)}日`;
};

/** The button of a notice, below what it says. */
export const NoticeAct = ({ children }: { children: ReactNode }) => <p className={styles.act}>{children}</p>;

export function PasswordNotice({ page: { passwordLimit, passwordHours } }: { page: MyPage }) {
  const limit = (
    <NoWrap>
      <b>{passwordLimit && formatDateTime(passwordLimit)}</b>
    </NoWrap>
  );
  if (passwordHours < 0) {
    return (
      <Notice>
        <p>お知らせしたパスワードの有効期限は、{limit}で終了しました。</p>
        <p>次回からは、ログイン画面の「パスワードをお忘れの方」からパスワードを再発行してログインしてください。</p>
      </Notice>
    );
  }
  return (
    <Notice>
      <p>お知らせしたパスワードでログインされています。ご自分のパスワードに変更してください。</p>
      {passwordLimit && (
        <p>
          いまのパスワードは、{limit}まで使えます（{writeLeft(passwordHours)}）。
        </p>
      )}
      <NoticeAct>
        <LinkButton to={EXAMINEE.changePassword}>パスワードを変更する</LinkButton>
      </NoticeAct>
    </Notice>
  );
}
