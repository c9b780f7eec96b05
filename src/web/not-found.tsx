// Shown for an address at which there is nothing, or which is opened out of turn, with the links on that the tab knows.

import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { EXAMINEE, OFFICE } from './addresses.ts';
import { PlainPage } from './plain-page.tsx';
import { examineeSession, isExaminee, isOfficeUser, officeSession } from './session.ts';
import { Button, LinkButton } from './ui/button.tsx';
import { Row } from './ui/layout.tsx';

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

/** Opened out of turn. The page before would lead here again: only where the tab began is offered. */
export function UtilityError() {
  return (
    <PlainPage title="不正な操作" heading="不正な操作が行われました">
      <p>ブラウザを閉じて、URLをご確認のうえ、もう一度アクセスしてください。</p>
      <ExitLinks known={knownExits()} />
    </PlainPage>
  );
}

/** The first is where most people want to go; none where the tab has been nowhere yet. In either wing. */
function knownExits(): { label: string; to: string }[] {
  const session = examineeSession.get();
  const { name, routeParam } = session.institution;
  return [
    ...(isOfficeUser(officeSession.get()) ? [{ label: '予約状況照会へ', to: OFFICE.home }] : []),
    ...(isExaminee(session) ? [{ label: 'マイページへ', to: EXAMINEE.myPage }] : []),
    ...(routeParam ? [{ label: `${name}のトップへ`, to: EXAMINEE.top(routeParam) }] : []),
  ];
}

function ExitLinks({ known, children }: { known: ReturnType<typeof knownExits>; children?: ReactNode }) {
  return (
    <>
      {known.length === 0 && (
        <p>健康診断のご予約は、医療機関がご案内しているアドレスか、ホームページのリンクから開いてください。</p>
      )}
      <Row as="p" gap="3" align="stretch" above="6">
        {known.map(({ label, to }, index) => (
          <LinkButton key={to} to={to} kind={index === 0 ? 'primary' : 'secondary'} reloadDocument>
            {label}
          </LinkButton>
        ))}
        {children}
      </Row>
    </>
  );
}
