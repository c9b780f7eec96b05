// The guide's steps in two columns, how far one has come, and the way to the examinees' page.

import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { OFFICE } from '#web/addresses.ts';
import { leaveGuide } from '#web/master-screens/back-to-guide.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TabLink } from '#web/ui/outside-link.tsx';
import { stepNumber, TITLE } from './contract.ts';
import styles from './step-list.module.css';
import { type Guide, MARK_WORDS, STEP_WORDS, type useGuide } from './use-guide.ts';

interface StepListProps {
  guide: Guide;
  acts: Pick<ReturnType<typeof useGuide>, 'isBusy' | 'later'>;
  /** On a screen that bears its name already it has no heading. */
  hasHeading?: boolean;
  tools?: ReactNode;
}

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
          <TabLink href={guide.url}>受診者画面を開く</TabLink>
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

type Step = Guide['steps'][number];

interface StepRowProps {
  step: Step;
  /** The next one that has to be done: it alone is opened out. */
  isNext: boolean;
  isBusy: boolean;
  onLater(isLater: boolean): void;
}

function StepRow({ step: row, isNext, isBusy, onLater }: StepRowProps) {
  const { step, state, isRequired, message } = row;
  const { title, screen, to } = STEP_WORDS[step];
  const { pathname } = useLocation();
  return (
    <Stack
      as="li"
      gap="2"
      lines="0"
      align="center"
      className={styles.step}
      data-state={state}
      data-next={isNext ? '' : undefined}
      data-message={state === 'open' && message ? '' : undefined}
    >
      <StateMark state={state} />
      <span className={styles.number}>{stepNumber(step)}</span>
      <div className={styles.text}>
        <Text as="span" strong className={styles.title}>
          {title}
        </Text>
        {isRequired && state === 'open' && <span className={styles.required}>必須</span>}
        {isNext ? (
          <span className={styles.about}>
            <OpenedOut step={row} />
          </span>
        ) : (
          <span className={styles.about} title={aboutOf(row)}>
            {aboutOf(row)}
          </span>
        )}
      </div>
      <span className={styles.acts} data-buttons="small">
        {!isRequired && (state === 'open' || state === 'later') && (
          <Button
            kind="plain"
            disabled={isBusy}
            aria-label={state === 'later' ? `${title}を戻す` : `${title}はあとで`}
            onClick={() => onLater(state === 'open')}
          >
            {state === 'later' ? '戻す' : 'あとで'}
          </Button>
        )}
        <LinkButton to={to} kind={isNext ? 'primary' : 'secondary'} onFollow={() => leaveGuide(pathname)}>
          {isNext ? (
            `${screen}を開く`
          ) : (
            <>
              <span className="visually-hidden">{title}を</span>開く
            </>
          )}
        </LinkButton>
      </span>
    </Stack>
  );
}

function aboutOf({ step, state, count, message }: Step): string {
  const { sentence, done, needless = '' } = STEP_WORDS[step];
  const texts = {
    open: message || sentence,
    done: [done(count), message].filter(Boolean).join('　'),
    needless,
    later: 'あとで設定します',
  };
  return texts[state];
}

function OpenedOut({ step: { step, message, marks } }: { step: Step }) {
  return (
    <>
      <span className={styles.line}>{STEP_WORDS[step].sentence}</span>
      {message && <span className={styles.line}>{message}</span>}
      {marks.length > 0 && (
        <span className={styles.marks}>
          {marks.map(({ mark, isDone }) => (
            <span key={mark} data-done={isDone ? '' : undefined}>
              {isDone ? <Icon name="check" /> : <span className={styles.dot} />}
              {MARK_WORDS[mark]}
              <span className="visually-hidden">{isDone ? '：済み' : '：まだ'}</span>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

function StateMark({ state }: { state: Step['state'] }) {
  if (state === 'needless')
    return (
      <Muted as="span" noBreak>
        不要
      </Muted>
    );
  if (state === 'later') {
    return (
      <span className={styles.dash} role="img" aria-label="あとで">
        －
      </span>
    );
  }
  const isDone = state === 'done';
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 20 20"
      role="img"
      aria-label={isDone ? '済み' : '未設定'}
      data-done={isDone ? '' : undefined}
    >
      <circle cx="10" cy="10" r="8.4" />
      {isDone && <path d="M6.3 10.3l2.6 2.6 4.8-5.2" />}
    </svg>
  );
}
