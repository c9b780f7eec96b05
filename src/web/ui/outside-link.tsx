// A link to somebody else's site, as administrators have written it down: in a tab of its own, so that nothing here is lost.
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './outside-link.module.css';

/** A page of our own, in another tab. */
export const TabLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={styles.tab} href={href} target="_blank" rel="noopener">
    {children}
    <Icon name="tab" />
    <span className="visually-hidden">（新しいタブで開きます）</span>
  </a>
);

/** Nothing where it is no address of the web, whatever the server may have let through. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return null;
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      <span className={styles.name}>{children}</span>
      <span className={styles.note}>
        （新しいタブで開きます）
        <Icon name="tab" />
      </span>
    </a>
  );
}
