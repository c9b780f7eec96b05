// The bar at the end of edit screens: what is unsaved and what is wrong at the left, leaving and the primary at the right.
import type { ReactNode } from 'react';
import { Row } from '#web/ui/layout.tsx';
import styles from './action-bar.module.css';
import { Form } from './ui/form-element.tsx';
import { Icon } from './ui/icon.tsx';
import { useCtrlEnter } from './ui/use-ctrl-enter.ts';

interface ActionBarProps {
  editedCount: number;
  problemCount: number;
  /** The first of them in words, where the screen has no room for it beside its field. */
  problem?: string | undefined;
  /** What is under way, in place of how much was edited. */
  unsaved?: string | undefined;
  unit?: 'か所' | '行';
  /** Said until something is edited again; what can be done about it may stand with it. */
  done?: ReactNode;
  /** Stands first: a choice that goes with the primary, or what it would do, in words. */
  start?: ReactNode;
  /** Ctrl+Enter does what the primary button does. */
  onPrimary(): void;
  children: ReactNode;
}

/** Stays at the foot of the window, over what is scrolled. */
export function FootBar({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Row as="section" gap="3" lines="2" className={styles.bar} data-sticky data-hide="print" aria-label={label}>
      {children}
    </Row>
  );
}

/** A form that takes the height of the page, so that the bar at its end stands at the foot of the window. */
export function BarForm({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <Form fill onSubmit={onSubmit}>
      {children}
    </Form>
  );
}

export function ActionBar(props: ActionBarProps) {
  const { editedCount, problemCount, problem, unsaved, unit = 'か所', done, start, onPrimary, children } = props;
  useCtrlEnter(onPrimary);

  return (
    <FootBar>
      {start}
      {(unsaved || editedCount > 0) && (
        <Row as="span" inline gap="1-half" strong className={styles.unsaved}>
          <Icon name="pen" />
          {unsaved ?? `変更 ${editedCount} ${unit}・未保存`}
        </Row>
      )}
      {problemCount > 0 && (
        <Row as="span" wrap={false} gap="1-half" tone="wrong" role="status">
          <Icon name="alert" />
          {problem ?? `入力エラー ${problemCount} ${unit}`}
          {problem && problemCount > 1 && `（ほか ${problemCount - 1} ${unit}）`}
        </Row>
      )}
      <Row as="span" wrap={false} gap="1-half" tone="done" strong role="status">
        {done && editedCount === 0 && (
          <>
            <Icon name="check" />
            {done}
          </>
        )}
      </Row>
      <Row wrap={false} gap="2" align="stretch" push className={styles.end}>
        {children}
      </Row>
    </FootBar>
  );
}
