// The links on from a page outside of any errand: to where the tab has been.
import type { ReactNode } from 'react';
import { Row } from '#web/ui/layout.tsx';
import { EXAMINEE, OFFICE } from './addresses.ts';
import { examineeSession, isExaminee, isOfficeUser, officeSession } from './session.ts';
import { LinkButton } from './ui/button.tsx';

/** The first is where most people want to go; none where the tab has been nowhere yet. In either wing. */
export function knownExits(): { label: string; to: string }[] {
  const session = examineeSession.get();
  const { name, routeParam } = session.institution;
  return [
    ...(isOfficeUser(officeSession.get()) ? [{ label: '予約状況照会へ', to: OFFICE.home }] : []),
    ...(isExaminee(session) ? [{ label: 'マイページへ', to: EXAMINEE.myPage }] : []),
    ...(routeParam ? [{ label: `${name}のトップへ`, to: EXAMINEE.top(routeParam) }] : []),
  ];
}

export function ExitLinks({ known, children }: { known: ReturnType<typeof knownExits>; children?: ReactNode }) {
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
