// Whom or what a screen is about: a few facts in large letters, above everything else.
import type { ReactNode } from 'react';
import { Row } from '#web/ui/layout.tsx';
import styles from './banner.module.css';

/** What stands beside a fact is `small`. */
export function Banner({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Row as="dl" align="stretch" className={styles.banner}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Row>
  );
}
