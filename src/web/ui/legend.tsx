// What the colours of a calendar or a chart mean.
import { Row } from './layout.tsx';
import styles from './legend.module.css';

type Look = 'low' | 'high' | 'full' | 'past' | 'closed' | 'none' | 'blank' | 'edited' | 'care' | 'wrong';

interface LegendProps {
  /** What the numbers are. */
  lead?: string;
  looks: { readonly [look in Look]?: string };
  above?: '2' | '3';
  push?: boolean;
}

export function Legend({ lead, looks, ...place }: LegendProps) {
  return (
    <Row as="ul" gap="4" lines="1" align="stretch" tone="soft" {...place}>
      {lead && <li>{lead}</li>}
      {Object.entries(looks).map(([look, word]) => (
        <li key={look} className={styles.look} data-look={look}>
          {word}
        </li>
      ))}
    </Row>
  );
}
