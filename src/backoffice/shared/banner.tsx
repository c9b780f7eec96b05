// Whom or what a screen is about: a few facts in large letters, above everything else.
import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** What stands beside a fact is `small`. */
export function Banner({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.banner}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
