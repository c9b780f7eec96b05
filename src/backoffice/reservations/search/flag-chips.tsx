// Chips for what rows are marked with; they hold beside the chosen status, and are pressed once more to end.
import { useMemo } from 'react';
import { Chip } from '#backoffice/shared/chip.tsx';
import { Flag } from '#backoffice/shared/flags.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './flag-chips.module.css';
import type { ListRow, Narrowing } from './narrow.ts';

const CHIPS = [
  ['duplicate', 'isDuplicate', '重複の疑い'],
  ['memo', 'hasMemo', 'メモあり'],
] as const;

interface MarkChipsProps {
  rows: readonly ListRow[];
  narrowing: Narrowing;
  onNarrow(change: Partial<Narrowing>): void;
}

export function FlagChips({ rows, narrowing, onNarrow }: MarkChipsProps) {
  const counts = useMemo(() => CHIPS.map(([, mark]) => rows.filter((row) => row[mark]).length), [rows]);
  return (
    <Row as="span" inline wrap gap="2" align="stretch" className={styles.chips}>
      {CHIPS.map(([name, mark, label], at) => (
        <Chip
          key={name}
          label={
            <>
              <Flag name={mark} isPlain />
              {label}
            </>
          }
          count={counts[at] ?? 0}
          isChosen={narrowing[name] === 'only'}
          onChoose={() => onNarrow({ [name]: narrowing[name] === 'only' ? '' : 'only' })}
        />
      ))}
    </Row>
  );
}
