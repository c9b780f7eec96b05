// Above a list: what narrows it, how many rows it has, and what can be done beside them, a new one first of all.
import type { ReactNode } from 'react';
import { LinkButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Row } from './layout.tsx';
import styles from './list-tools.module.css';

interface ListToolsProps {
  /** Not known before the list is there. */
  count: number | undefined;
  register: string | null;
  acts?: ReactNode;
  /** Its table is as wide as the page. */
  isWide?: boolean;
  children?: ReactNode;
}

export function ListTools({ count, register, acts, isWide, children }: ListToolsProps) {
  return (
    <Row gap="4" lines="2" className={styles.tools} data-wide={isWide ? '' : undefined}>
      {children}
      {count !== undefined && <span role="status">{count.toLocaleString('ja-JP')} 件</span>}
      <Row gap="2" align="stretch" push>
        {acts}
        {register !== null && (
          <LinkButton kind="primary" to={register}>
            <Icon name="plus" />
            新規登録
          </LinkButton>
        )}
      </Row>
    </Row>
  );
}
