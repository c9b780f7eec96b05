// A page under the band: its heading, its content, and what stands beside or below it, the telephone last.
import type { ReactNode } from 'react';
import { Stack } from '#web/ui/layout.tsx';
import styles from './examinee-page.module.css';
import { Band, CallUs } from './examinee-shell.tsx';
import { useTitle } from './page-head.tsx';
import { examineeSession } from './session.ts';

interface ExamineePageProps {
  /** Also the tab's, unless that has another one. */
  title: string;
  tabTitle?: string;
  lead?: ReactNode;
  /** Columns: content and a column that stays; full: the whole width; narrow: one column to read. */
  layout: 'columns' | 'full' | 'narrow';
  /** Between the band and the page. */
  above?: ReactNode;
  /** A heading of its own in place of the usual one. */
  head?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

export function ExamineePage(props: ExamineePageProps) {
  const { title, tabTitle = title, lead, layout, above, head, beside, children } = props;
  useTitle(`${tabTitle} | ${examineeSession.use().institution.name} 健康診断予約`);
  return (
    <>
      <Band />
      {above}
      <main id="main" className={styles.page} data-layout={layout} tabIndex={-1}>
        {head ?? (
          <div className={styles.head}>
            <h1 tabIndex={-1}>{title}</h1>
            {lead && <p>{lead}</p>}
          </div>
        )}
        <Stack gap="6" className={styles.content}>
          {children}
        </Stack>
        <div className={styles.side} data-sticky>
          {beside}
          <CallUs place={layout === 'columns' ? 'beside' : 'below'} />
        </div>
      </main>
    </>
  );
}
