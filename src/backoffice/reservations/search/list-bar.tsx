// The bar under the list: what is selected of it, and what is done to that.
import type { ReactNode } from 'react';
import type { Selection } from '#backoffice/shared/use-selection.ts';
import { FootBar } from '#web/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './list-bar.module.css';
import type { ListRow } from './narrow.ts';

interface ListBarProps {
  selection: Selection<ListRow>;
  /** Those of the list that wait for somebody to confirm them. */
  outstanding: readonly ListRow[];
  isArriving: boolean;
  /** Null for who may only look and print. */
  onConfirm: (() => void) | null;
  onEdit(): void;
  onClear(): void;
  onSlips(): void;
  onLabels(): void;
  onNotice(): void;
  /** What saves the list as a file. */
  children: ReactNode;
}

const written = (count: number) => count.toLocaleString('ja-JP');

export function ListBar({
  selection,
  outstanding,
  isArriving,
  onConfirm,
  onEdit,
  onClear,
  onSlips,
  onLabels,
  onNotice,
  children,
}: ListBarProps) {
  const { rows } = selection;
  const isSelecting = rows.length > 0;
  return (
    <FootBar label="選択した予約">
      {onConfirm && (
        <Button disabled={isArriving || outstanding.length === 0} onClick={() => selection.selectFirst(outstanding)}>
          {`未確認をすべて選択（${written(outstanding.length)}）`}
        </Button>
      )}
      <Row
        as="span"
        inline
        gap="1-half"
        strong
        className={styles.selected}
        role="status"
        data-selecting={isSelecting ? '' : undefined}
      >
        {isSelecting && (
          <>
            <Icon name="check" />
            {`${written(rows.length)} 件を選択中`}
          </>
        )}
      </Row>
      {isSelecting && (
        <Button kind="plain" onClick={onClear}>
          選択を解除
        </Button>
      )}
      {/* What else is done to the selected stands here, before the last. */}
      <Row gap="2" align="stretch" push className={styles.acts}>
        {isSelecting && (
          <>
            <Button onClick={onSlips}>
              <Icon name="print" />
              受診票
            </Button>
            <Button onClick={onLabels}>
              <Icon name="print" />
              ラベル
            </Button>
            <Button onClick={onNotice}>
              <Icon name="mail" />
              一斉連絡
            </Button>
          </>
        )}
        {onConfirm && isSelecting && <Button onClick={onEdit}>まとめて変更</Button>}
        {onConfirm && (
          <Button kind={isSelecting ? 'primary' : 'secondary'} disabled={!isSelecting} onClick={onConfirm}>
            <Icon name="check" />
            一括確認
          </Button>
        )}
      </Row>
      {children}
    </FootBar>
  );
}
