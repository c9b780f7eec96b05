// Shown for an address at which there is nothing, with the ways on that the tab knows.
import { useNavigate } from 'react-router';
import styles from './not-found.module.css';
import { PlainPage } from './plain-page.tsx';
import { Button, LinkButton } from './ui/button.tsx';

interface NotFoundProps {
  /** The first is where most people want to go; none where the tab has been nowhere yet. */
  ways(): readonly { label: string; to: string }[];
  login: string;
}

export function NotFound({ ways, login }: NotFoundProps) {
  const navigate = useNavigate();
  const known = ways();
  return (
    <PlainPage title="ページが見つかりません" heading="ページが見つかりません">
      <p>アドレスが間違っているか、ページがなくなった可能性があります。アドレスをもう一度ご確認ください。</p>
      {known.length === 0 && (
        <p>健康診断のご予約は、医療機関がご案内しているアドレスか、ホームページのリンクから開いてください。</p>
      )}
      <p className={styles.ways}>
        {known.map(({ label, to }, index) => (
          <LinkButton key={to} to={to} kind={index === 0 ? 'primary' : 'secondary'} reloadDocument>
            {label}
          </LinkButton>
        ))}
        {history.length > 1 && <Button onClick={() => navigate(-1)}>前の画面に戻る</Button>}
        {known.length === 0 && (
          <LinkButton to={login} kind="quiet" reloadDocument>
            医療機関の方（管理者ログイン）
          </LinkButton>
        )}
      </p>
    </PlainPage>
  );
}
