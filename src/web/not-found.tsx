// Shown for an address at which there is nothing, with the links on that the tab knows.
import { useNavigate } from 'react-router';
import { OFFICE } from './addresses.ts';
import { ExitLinks, knownExits } from './exit-links.tsx';
import { PlainPage } from './plain-page.tsx';
import { Button, LinkButton } from './ui/button.tsx';

export function NotFound() {
  const navigate = useNavigate();
  const known = knownExits();
  return (
    <PlainPage title="ページが見つかりません" heading="ページが見つかりません">
      <p>アドレスが間違っているか、ページがなくなった可能性があります。アドレスをもう一度ご確認ください。</p>
      <ExitLinks known={known}>
        {history.length > 1 && <Button onClick={() => navigate(-1)}>前の画面に戻る</Button>}
        {known.length === 0 && (
          <LinkButton to={OFFICE.login} kind="quiet" reloadDocument>
            医療機関の方（管理者ログイン）
          </LinkButton>
        )}
      </ExitLinks>
    </PlainPage>
  );
}
