// The guide's steps in two columns, how far one has come, and the way to the examinees' page.

import type { ReactNode } from 'react';
import { OFFICE } from '#web/addresses.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Row } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TITLE } from './contract.ts';
import styles from './step-list.module.css';
import { StepRow } from './step-row.tsx';
import type { Guide, useGuide } from './use-guide.ts';

interface StepListProps {
  guide: Guide;
  acts: Pick<ReturnType<typeof useGuide>, 'isBusy' | 'later'>;
  /** On a screen that bears its name already it has no heading. */
  hasHeading?: boolean;
  /** At the right of its head. */
  tools?: ReactNode;
}

/** How many stand in the first column. */
const HALF = 6;

export function StepList({ guide, acts, hasHeading = false, tools }: StepListProps) {
  const { steps } = guide;
  const next = steps.find(({ isRequired, state }) => isRequired && state === 'open')?.step;
  const rows = steps.map((step) => (
    <StepRow
      key={step.step}
      step={step}
      isNext={step.step === next}
      isBusy={acts.isBusy}
      onLater={(isLater) => acts.later(step.step, isLater)}
    />
  ));
  return (
    <section className={styles.guide} aria-label={TITLE}>
      <Row as="header" gap="4" lines="1" className={styles.head}>
        {hasHeading && <h2>{TITLE}</h2>}
        <Progress guide={guide} />
        <Row as="span" wrap={false} gap="2" push>
          <a className={styles.page} href={guide.url} target="_blank" rel="noopener">
            受診者画面を開く
            <Icon name="tab" />
            <span className="visually-hidden">（新しいタブで開きます）</span>
          </a>
          {tools}
        </Row>
      </Row>
      {guide.factorBy !== '' && (
        <Notice>
          管理者は、{guide.factorBy} までに2段階認証を設定してください。それからは、設定するまでほかの画面を使えません。
          <Link to={OFFICE.account}>2段階認証を設定する</Link>
        </Notice>
      )}
      <Grid columns="1" className={styles.columns}>
        <ol>{rows.slice(0, HALF)}</ol>
        <ol start={HALF + 1}>{rows.slice(HALF)}</ol>
      </Grid>
    </section>
  );
}

function Progress({ guide: { steps, leftCount } }: { guide: Guide }) {
  const all = steps.filter(({ isRequired }) => isRequired).length;
  return (
    <>
      <svg
        className={styles.meter}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`必須${all}項目のうち${all - leftCount}項目が済み`}
      >
        <rect width={((all - leftCount) / all) * 100} height="10" />
      </svg>
      <span role="status">
        {leftCount > 0 ? (
          <>
            あと <b>{leftCount}</b> 項目で予約を受け付けられます
          </>
        ) : (
          '必須の項目はすべて済んでいます。予約を受け付けられます。'
        )}
      </span>
    </>
  );
}
