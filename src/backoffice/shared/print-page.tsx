// What a screen has for the printer: sheets as they will come out, and the way there. Head and foot of a list stand on every page.
import type { ReactNode } from 'react';
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { Button, LeaveButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import styles from './print-page.module.css';

interface PrintPageProps {
  title: string;
  crumbs?: readonly Crumb[];
  aside?: ReactNode;
  notice?: ReactNode;
  onBack(): void;
  side?: ReactNode;
  /** Sheets; nothing else comes out of the printer. */
  children: ReactNode;
}

export function PrintPage({ title, crumbs, aside, notice, onBack, side, children }: PrintPageProps) {
  return (
    <>
      <div data-hide="print">
        <PageHead
          title={title}
          crumbs={crumbs}
          tools={
            <>
              {aside}
              <LeaveButton onClick={onBack} />
              <Button kind="primary" onClick={() => window.print()} icon="print">
                印刷 <kbd>Ctrl+P</kbd>
              </Button>
            </>
          }
        />
        {notice && <Notice>{notice}</Notice>}
      </div>
      <div className={side ? styles.sides : undefined}>
        {side && <div data-hide="print">{side}</div>}
        <div className={styles.desk}>{children}</div>
      </div>
    </>
  );
}

interface PaperSheetProps {
  /** How the A4 sheet lies; a handout is upright, and its pages bear no number; labels reach to its edges. */
  paper: 'portrait' | 'landscape' | 'handout' | 'labels';
  label?: string;
  children: ReactNode;
}

export const PaperSheet = ({ paper, label, children }: PaperSheetProps) => (
  <article className={styles.paper} data-paper={paper} aria-label={label}>
    {children}
  </article>
);

interface PaperTableProps {
  /** With the share of the width that each has. */
  columns: readonly (readonly [label: string, share: number])[];
  /** The first of it on one line, what has `data-end` at its end. */
  head: ReactNode;
  foot?: ReactNode;
  /** Smaller, where rows are many and columns too. */
  isDense?: boolean;
  children: ReactNode;
}

/** Head and foot are a table's, so that they stand on every page. */
export function PaperTable({ columns, head, foot, isDense = false, children }: PaperTableProps) {
  return (
    <TableFrame className={styles.sheet} data-dense={isDense ? '' : undefined}>
      <colgroup>
        {columns.map(([label, share]) => (
          <col key={label} width={`${share}%`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td colSpan={columns.length} className={styles.head}>
            {head}
          </td>
        </tr>
        <tr className={styles.labels}>
          {columns.map(([label]) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {foot && (
        <tfoot>
          <tr>
            <td colSpan={columns.length} className={styles.foot}>
              {foot}
            </td>
          </tr>
        </tfoot>
      )}
      <tbody>{children}</tbody>
    </TableFrame>
  );
}

export const TickBox = ({ isTicked }: { isTicked: boolean }) => <span className={styles.box}>{isTicked && '✓'}</span>;
