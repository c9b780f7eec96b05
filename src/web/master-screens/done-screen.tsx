// What follows an update or a registration: the sentence, and the way back.

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { BackToGuide, useGuidePath } from './back-to-guide.tsx';
import styles from './done-screen.module.css';
import { type AnyMaster, useAddressInScope } from './master.ts';
import { beginWith, wasRegistered } from './next-registration.ts';

export function DoneScreen({ master, what }: { master: AnyMaster; what: 'updated' | 'registered' }) {
  const made = wasRegistered(useLocation().state);
  const list = useAddressInScope(master, 'list');
  const register = useAddressInScope(master, 'register');
  const another = { label: '続けて登録', to: register, state: beginWith(made?.draft ?? {}) };
  const next = made && master.next?.(made.answer);
  return (
    <Done
      title={what === 'updated' ? '更新完了' : '登録完了'}
      crumbs={['マスタ管理', { label: master.title, to: list }]}
      sentence={master.texts[what]}
      back={{ label: '一覧に戻る', to: list }}
      next={what === 'registered' ? [...(next ? [next] : []), another] : []}
    />
  );
}

interface Next {
  label: string;
  to: string;
  state?: unknown;
}

interface DoneProps {
  title: string;
  crumbs: readonly Crumb[];
  sentence: string;
  back: { label: string; to: string };
  next?: readonly Next[];
  children?: ReactNode;
}

export function Done({ title, crumbs, sentence, back, next = [], children }: DoneProps) {
  const isGuided = useGuidePath() !== null;
  // Opened by its address, for instance from a bookmark: nothing was done.
  const { state } = useLocation();
  if (!state) return <Navigate to={back.to} replace />;
  return (
    <>
      <PageHead title={title} crumbs={crumbs} />
      <div className={styles.panel}>
        <p role="status">
          <Icon name="check" />
          {sentence}
        </p>
        {children && <div>{children}</div>}
        <Row gap="2" align="stretch">
          <BackToGuide kind="primary" />
          {next.map(({ label, ...way }, at) => (
            <LinkButton key={label} {...way} kind={at === 0 && !isGuided ? 'primary' : 'secondary'}>
              {label}
            </LinkButton>
          ))}
          <LinkButton to={back.to} kind={next.length > 0 || isGuided ? 'quiet' : 'primary'}>
            {back.label}
          </LinkButton>
        </Row>
      </div>
    </>
  );
}
