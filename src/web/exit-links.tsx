// The ways on from a page outside of any errand: to where the tab has been.
import type { ReactNode } from 'react';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from './ui/button.tsx';

export interface ExitLinksProps {
  /** The first is where most people want to go; none where the tab has been nowhere yet. */
  known: readonly { label: string; to: string }[];
  children?: ReactNode;
}

export function ExitLinks({ known, children }: ExitLinksProps) {
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
