// The guide on TOP: for managers while the first day lasts, a sentence for everybody else, and nothing once it is over.

import { useEffect, useRef, useState } from 'react';
import { isAtLeast } from '#domain/staff/roles.ts';
import { officeSession } from '#web/session.ts';
import { readIdentity } from '#web/staff-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TabLink } from '#web/ui/outside-link.tsx';
import { StepList } from './step-list.tsx';
import styles from './top-guide.module.css';
import { CLOSED, dismissGuide, finishedSentence, isFinished, useGuide, WAITING } from './use-guide.ts';

interface TopGuideProps {
  isReady: boolean;
  /** Turns when it is to be looked at again. */
  newness: string;
}

export function TopGuide({ isReady, newness }: TopGuideProps) {
  // As it was when TOP was opened: what goes away is gone at the next visit, and not under somebody's eyes.
  const [{ isFirstDay, role }] = useState(() => officeSession.get());
  if (!isFirstDay) return null;
  if (!isAtLeast(role, 'manager')) return <Waiting isReady={isReady} />;
  return <ManagersGuide isReady={isReady} newness={newness} />;
}

function Waiting({ isReady }: { isReady: boolean }) {
  const { isFirstDay } = officeSession.use();
  // A manager may have finished since the log-in.
  useEffect(() => {
    readIdentity().catch(() => {});
  }, []);
  return isReady && isFirstDay ? <Notice below="4">{WAITING}</Notice> : null;
}

function ManagersGuide({ isReady, newness }: TopGuideProps) {
  const { guide, isFailed, retry, isBusy, act, later } = useGuide(newness);
  const [isAway, setAway] = useState(false);
  const isOver = guide !== null && !guide.isClosed && isFinished(guide);
  useEffect(() => {
    // Where that fails, it says so once more at the next visit.
    if (isOver) dismissGuide().catch(() => {});
  }, [isOver]);

  if (!isReady || guide?.isClosed) return null;
  if (isAway) return <GuideMessage sentence={CLOSED} />;
  if (isFailed) {
    return (
      <Notice below="4">
        はじめての設定を表示できません。
        <Button kind="plain" onClick={retry}>
          もう一度読み込む
        </Button>
      </Notice>
    );
  }
  if (!guide) return null;
  if (isOver) {
    return (
      <GuideMessage sentence={finishedSentence(guide.openDate)} isDone>
        <TabLink href={guide.url}>受診者画面を開く</TabLink>
      </GuideMessage>
    );
  }
  return (
    <StepList
      guide={guide}
      acts={{ isBusy, later }}
      hasHeading
      tools={
        <Button
          kind="plain"
          aria-label="はじめての設定を閉じる"
          disabled={isBusy}
          onClick={() => act({ send: dismissGuide, done: () => setAway(true), canRepeat: true })}
          icon="close"
        />
      }
    />
  );
}

/** In the place of the steps; whoever has pressed the last of them is put there. */
function GuideMessage({
  sentence,
  isDone,
  children,
}: {
  sentence: string;
  isDone?: boolean;
  children?: React.ReactNode;
}) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus();
  }, []);
  return (
    <Row
      gap="3"
      lines="1"
      below="4"
      className={styles.sentence}
      role="status"
      tabIndex={-1}
      ref={line}
      data-done={isDone ? '' : undefined}
    >
      <Icon name={isDone ? 'check' : 'info'} />
      <span>{sentence}</span>
      {children}
    </Row>
  );
}
