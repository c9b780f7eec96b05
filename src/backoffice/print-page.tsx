// A list on paper: as it will come out of the printer, and the way there. Its head and foot stand on every page.
import type { ReactNode } from 'react';
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import styles from './print-page.module.css';

interface PrintPageProps {
  title: string;
  crumbs: readonly Crumb[];
  /** How the A4 sheet lies. */
  paper: 'portrait' | 'landscape';
  onBack(): void;
  children: ReactNode;
}

export function PrintPage({ title, crumbs, paper, onBack, children }: PrintPageProps) {
  return (
    <>
      <PageHead
        title={title}
        crumbs={crumbs}
        tools={
          <>
            <Button kind="quiet" onClick={onBack}>
              戻る
            </Button>
            <Button kind="primary" onClick={() => window.print()}>
              <Icon name="print" />
              印刷
            </Button>
          </>
        }
      />
      <div className={styles.desk}>
        <div className={styles.paper} data-paper={paper}>
          {children}
        </div>
      </div>
      <PrintSheet>
        <PaperPage paper={paper}>{children}</PaperPage>
      </PrintSheet>
    </>
  );
}

/** What is on sheets that lie or stand, with a number on each. */
export function PaperPage({ paper, children }: Pick<PrintPageProps, 'paper' | 'children'>) {
  return (
    <div className={styles.page} data-paper={paper}>
      {children}
    </div>
  );
}

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
    <table className={styles.sheet} data-dense={isDense ? '' : undefined}>
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
    </table>
  );
}

/** To be ticked by hand, or ticked already. */
export const TickBox = ({ isTicked }: { isTicked: boolean }) => <span className={styles.box}>{isTicked && '✓'}</span>;
