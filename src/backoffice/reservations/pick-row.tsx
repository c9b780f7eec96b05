// A row that is a radio or a checkbox, the whole of it its label; what it costs, or why it can't be, stands at the right.
import type { ReactNode } from 'react';
import { Row, Text } from '#web/ui/layout.tsx';
import styles from './pick-row.module.css';

export interface PickRowProps {
  type: 'radio' | 'checkbox';
  name: string;
  id?: string;
  isChosen: boolean;
  isDisabled?: boolean;
  isLow?: boolean;
  /** In a box after the name. */
  tag?: string | null;
  tagHint?: string;
  /** Beside the name, in small. */
  note?: string;
  /** It is being added to what stands, or dropped from it. */
  turn?: 'added' | 'dropped';
  end: ReactNode;
  onChoose(): void;
  children: ReactNode;
}

export function PickRow({
  type,
  name,
  id,
  isChosen,
  isDisabled,
  isLow,
  tag,
  tagHint,
  note,
  turn,
  end,
  onChoose,
  children,
}: PickRowProps) {
  return (
    <Row
      as="label"
      wrap={false}
      gap="2"
      className={styles.row}
      data-low={isLow ? '' : undefined}
      data-turn={turn}
      title={tagHint}
    >
      <input type={type} name={name} id={id} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
      <span className={styles.name}>{children}</span>
      {note && <small>{note}</small>}
      {tag && <span className={styles.tag}>{tag}</span>}
      <Text as="span" noBreak push>
        {end}
      </Text>
    </Row>
  );
}

interface PickRowsProps {
  name: string;
  /** At the end of the line that the name is on. */
  aside?: string | false;
  above?: '2';
  children: ReactNode;
}

export function PickRows({ name, aside, above, children }: PickRowsProps) {
  return (
    <Text as="fieldset" above={above} className={styles.group}>
      <legend>
        <b>{name}</b>
        {aside && <span>{aside}</span>}
      </legend>
      <div className={styles.rows} data-ruled>
        {children}
      </div>
    </Text>
  );
}
