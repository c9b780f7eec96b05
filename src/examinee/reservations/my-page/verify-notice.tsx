// Says what my page can't show before the account's mail address is verified, and sends the link.
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { sendVerification } from './contract.ts';
import styles from './password-notice.module.css';
import { useMailSent } from './use-confirmation-mail.ts';

export function VerifyNotice({ onVerified }: { onVerified(): void }) {
  const { isBusy, sendMail } = useMailSent('メールアドレスの確認', onVerified);
  return (
    <Notice>
      <p>メールアドレスの確認がお済みでありません。</p>
      <p>
        医療機関で承ったご予約や、医療機関で変更・訂正したご予約は、確認が済むまでここに表示されません。ご予約の際のメールにあるリンク、または下のボタンで届くメールのリンクから確認してください。
      </p>
      <p className={styles.act}>
        <Button aria-disabled={isBusy} onClick={() => sendMail(() => send(sendVerification, {}))}>
          確認メールを送信する
        </Button>
      </p>
    </Notice>
  );
}
