// The line under the bar: where this screen is, its heading, and tools of the whole screen.
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import styles from './page-head.module.css';

export interface Crumb {
  label: string;
  to?: string;
}

interface PageHeadProps {
  title: string;
  crumbs: readonly Crumb[];
  tools?: ReactNode;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export function PageHead({ title, crumbs, tools }: PageHeadProps) {
  useTitle(`${title} | 健診予約システム 管理者`);
  return (
    <div className={styles.head}>
      <nav aria-label="現在の位置">
        <ol className={styles.crumbs}>
          {crumbs.map(({ label, to }) => (
            <li key={label}>{to ? <Link to={to}>{label}</Link> : label}</li>
          ))}
          <li>
            <h1 tabIndex={-1}>{title}</h1>
          </li>
        </ol>
      </nav>
      {tools && <div className={styles.tools}>{tools}</div>}
    </div>
  );
}
