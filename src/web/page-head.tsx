// The line under the bar: where this screen is, its heading, and tools of the whole screen.
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Row } from '#web/ui/layout.tsx';
import { OFFICE } from './addresses.ts';
import styles from './page-head.module.css';
import { Link } from './ui/link.tsx';

/** One that leads nowhere is a word. */
export type Crumb = string | { label: string; to: string };

const TOP: Crumb = { label: 'TOP', to: OFFICE.home };

interface PageHeadProps {
  title: string;
  /** Below TOP, which has none itself. */
  crumbs?: readonly Crumb[];
  tools?: ReactNode;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Where the reader is put while a screen loads; who has moved on since is left where they are. */
const isWaiting = ({ activeElement: at }: Document) => at === null || at === document.body || at.id === 'main';

export const Help = createContext<(pathname: string) => string | null>(() => null);

export function PageHead({ title, crumbs, tools }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWaiting(document)) heading.current?.focus();
  }, []);
  useTitle(`${title} | 健診予約システム 管理者`);
  return (
    <Row gap="4" lines="1" className={styles.head}>
      <nav aria-label="現在の位置">
        <Row as="ol" gap="2" lines="1" tone="soft" className={styles.crumbs}>
          {crumbs &&
            [TOP, ...crumbs].map((crumb) =>
              typeof crumb === 'string' ? (
                <li key={crumb}>{crumb}</li>
              ) : (
                <li key={crumb.label}>
                  <Link to={crumb.to}>{crumb.label}</Link>
                </li>
              ),
            )}
          <li>
            <h1 tabIndex={-1} ref={heading}>
              {title}
            </h1>
            <HelpLink />
          </li>
        </Row>
      </nav>
      {tools && (
        <Row gap="2" justify="end" push className={styles.tools}>
          {tools}
        </Row>
      )}
    </Row>
  );
}

/** In a tab of its own, so that a form keeps what was typed. */
function HelpLink() {
  const href = useContext(Help)(useLocation().pathname);
  if (!href) return null;
  return (
    <a
      className={styles.help}
      data-hide="print"
      href={href}
      target="_blank"
      rel="noopener"
      aria-label="この画面の説明"
      title="この画面の説明"
    >
      ？
    </a>
  );
}
