// Where there is nothing to show: that it is so, what is missing for it, and the way there.
import type { ReactNode } from 'react';
import { type ButtonKind, LinkButton } from './button.tsx';
import styles from './empty-box.module.css';
import { Row } from './layout.tsx';

export interface EmptyBoxAction {
  label: string;
  to: string;
  kind?: ButtonKind;
  state?: unknown;
  opensTab?: boolean;
  onFollow?: () => void;
}

interface EmptyBoxProps {
  text: string;
  hint?: ReactNode;
  actions?: readonly EmptyBoxAction[];
  /** As wide as the page, where its list would be. */
  isWide?: boolean;
  children?: ReactNode;
}

export function EmptyBox({ text, hint, actions = [], isWide, children }: EmptyBoxProps) {
  return (
    <div className={styles.box} data-wide={isWide ? '' : undefined}>
      <p>{text}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {(actions.length > 0 || children) && (
        <Row gap="2" align="stretch" justify="center">
          {actions.map(({ label, ...way }) => (
            <LinkButton key={label} {...way}>
              {label}
            </LinkButton>
          ))}
          {children}
        </Row>
      )}
    </div>
  );
}
