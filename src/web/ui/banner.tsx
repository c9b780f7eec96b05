// Whom or what a screen is about: a few facts in large letters, above everything else.
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Row } from './layout.tsx';

interface BannerProps {
  /** What stands beside a fact is `small`. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Where it stands above rows or fields, which are what the screen is for. */
  size?: 'm';
  above?: '2';
  below?: '2' | '3' | '4';
}

export function Banner({ facts, size, ...space }: BannerProps) {
  return (
    <Row as="dl" align="stretch" {...space} className={styles.banner} data-letters={size}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Row>
  );
}

/** On a line without a frame, where a screen only says for what its rows are. */
export function InlineFacts({ facts, ...space }: Omit<BannerProps, 'size'>) {
  return (
    <Row as="dl" gap="6" lines="1" align="stretch" {...space} className={styles.inline}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Row>
  );
}
