// Shown for an address at which there is nothing, with the ways on that the tab knows.
import { useNavigate } from 'react-router';
import { ExitLinks, type ExitLinksProps } from './exit-links.tsx';
import { PlainPage } from './plain-page.tsx';
import { Button, LinkButton } from './ui/button.tsx';

interface NotFoundProps {
  exitLinks(): ExitLinksProps['known'];
  login: string;
}

export function NotFound({ exitLinks: ways, login }: NotFoundProps) {
  const navigate = useNavigate();
  const known = ways();
  return (
    <PlainPage title="ページが見つかりません" heading="ページが見つかりません">
      <p>アドレスが間違っているか、ページがなくなった可能性があります。アドレスをもう一度ご確認ください。</p>
      <ExitLinks known={known}>
        {history.length > 1 && <Button onClick={() => navigate(-1)}>前の画面に戻る</Button>}
        {known.length === 0 && (
          <LinkButton to={login} kind="quiet" reloadDocument>
            医療機関の方（管理者ログイン）
          </LinkButton>
        )}
      </ExitLinks>
    </PlainPage>
  );
}
