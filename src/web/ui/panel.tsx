// A framed part of a screen, with its name and what stands beside it.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { EMPTY_MARK } from './empty-mark.ts';
import { Row, Text } from './layout.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  note?: string | undefined;
  mark?: ReactNode;
  aside?: ReactNode;
  /** What can be acted on stands out, and so does what somebody should read, or is in the middle of. */
  kind?: 'plain' | 'active' | 'care';
  /** Without a margin around what is inside, as for tables. */
  flush?: boolean;
  /** Where it is left out. */
  hide?: 'print';
  /** What else its heading has, as the place to bring the reader to. */
  heading?: ComponentProps<'h2'>;
  children: ReactNode;
}

export function Panel({
  title,
  note,
  mark,
  aside,
  kind = 'plain',
  flush = false,
  hide,
  heading,
  children,
}: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} data-kind={kind} data-hide={hide} aria-labelledby={id}>
      <Row as="header" gap="2" lines="0" justify="between" className={styles.head}>
        <Row as="span" wrap={false} gap="2">
          {mark}
          <h2 {...heading} id={id}>
            {title}
          </h2>
          {note && (
            <Text as="span" tone="faint">
              {note}
            </Text>
          )}
        </Row>
        {aside}
      </Row>
      <div className={styles.body} data-flush={flush ? '' : undefined}>
        {children}
      </div>
    </section>
  );
}

/** Rows without anything in them are left out, but for those that are to be seen empty. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts} data-ruled>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || EMPTY_MARK}</dd>
        </div>
      ))}
    </dl>
  );
}
