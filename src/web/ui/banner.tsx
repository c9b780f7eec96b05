// Whom or what a screen is about: a few facts in large letters, above everything else.
import type { ComponentProps, ReactNode } from 'react';
import styles from './banner.module.css';
import { Row, type Space } from './layout.tsx';

interface FactsProps extends Space {
  /** What stands beside a fact is `small`. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
}

const List = ({ facts, ...row }: FactsProps & ComponentProps<typeof Row<'dl'>>) => (
  <Row as="dl" align="stretch" {...row}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </Row>
);

/** In smaller letters where it stands above rows or fields, which are what the screen is for. */
export const Banner = ({ size, ...facts }: FactsProps & { size?: 'm' }) => (
  <List {...facts} className={styles.banner} data-letters={size} />
);

/** On a line without a frame, where a screen only says for what its rows are. */
export const InlineFacts = (facts: FactsProps) => <List {...facts} gap="6" lines="1" className={styles.inline} />;
