// Everybody who fits what was typed in the bar's box, with their reservations of all times.
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { FlagLegend } from '#backoffice/shared/flags.tsx';
import { STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { today } from '#domain/calendar/clock.ts';
import { type ParsedSearch, parseSearch } from '#domain/reservation/parse-search.ts';
import { OFFICE } from '#web/addresses.ts';
import { findText } from '#web/find-box.tsx';
import { PageHead } from '#web/page-head.tsx';
import { CallFailed, send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { LoadFailed, Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MOST_PEOPLE } from './contract.ts';
import styles from './find-screen.module.css';
import { createFinder, type Finding } from './finder.ts';
import { FoundList, type Sought } from './found-list.tsx';
import { describeInside, describeNobody, describeSearch, typedText } from './words.ts';

export function FindScreen() {
  const { shown, again } = useFind();
  const understood = shown && parseSearch(shown.asked.text, today(new Date()));
  return (
    <>
      <PageHead title="受診者検索" crumbs={['予約管理']} />
      <Stack gap="3" below="6">
        {shown && <Outcome finding={shown} understood={understood} onAgain={again} />}
        {shown?.step === 'found' && (
          <FoundList
            key={shown.asked.round}
            asked={shown.asked}
            found={shown.found}
            sought={soughtIn(understood, shown.isInside)}
          />
        )}
        {(shown?.step === 'found' || shown?.step === 'refused') && <Foot understood={understood} />}
        {shown?.step === 'found' && (
          <Row as="p" gap="3" lines="0" tone="faint">
            <FlagLegend without="isReturning" />
          </Row>
        )}
      </Stack>
    </>
  );
}

const soughtIn = (understood: ParsedSearch | null, isInside: boolean): Sought => ({
  kana: understood?.words.flatMap(({ kana = [], swappedKana = [] }) => [kana, swappedKana].flat()) ?? [],
  names: understood?.words.flatMap(({ names = [] }) => names) ?? [],
  isInside,
});

interface OutcomeProps {
  finding: Finding;
  understood: ParsedSearch | null;
  onAgain(): void;
}

function Outcome({ finding, understood, onAgain }: OutcomeProps) {
  switch (finding.step) {
    case 'nothing':
      return (
        <EmptyBox text="上の検索欄に、カナ・氏名・番号・電話番号・生年月日のいずれかを入力してください。" isWide />
      );
    case 'looking':
      return (
        <Row as="p" wrap={false} gap="3" role="status">
          <Spinner />
          {finding.isInside && understood ? describeInside(understood, '探して') : '探しています。'}
        </Row>
      );
    case 'refused':
      return (
        <div role="status">
          <EmptyBox
            text={finding.sentences.join('\n')}
            hint={finding.isNobody && understood && describeNobody(understood)}
            isWide
          />
        </div>
      );
    case 'failed':
      return (
        <div role="alert">
          <Notice>
            <LoadFailed onRetry={onAgain} />
          </Notice>
        </div>
      );
    case 'found':
      return <FoundLine finding={finding} understood={understood} />;
  }
}

const MORE = `${MOST_PEOPLE + 1}人以上います。はじめの${MOST_PEOPLE}人を表示しています。生年月日や電話番号を加えて探してください。`;

interface FoundLineProps {
  finding: Extract<Finding, { step: 'found' }>;
  understood: ParsedSearch | null;
}

function FoundLine({ finding: { asked, found, isInside }, understood }: FoundLineProps) {
  const rowCount = found.people.reduce((sum, person) => sum + person.rowCount, 0);
  return (
    <>
      <Row gap="4" lines="1" justify="between" className={styles.line}>
        <p role="status">
          「<b>{asked.text.trim()}</b>」　<b>{found.people.length}</b> 人
          <Muted as="span">
            {`・予約 ${rowCount.toLocaleString('ja-JP')} 件　`}
            {understood && (isInside ? describeInside(understood, '表示して') : describeSearch(understood))}
          </Muted>
        </p>
        <Text tone="faint" className={styles.keys} data-hide="compact">
          <kbd>↑</kbd> <kbd>↓</kbd> 選ぶ　<kbd>Enter</kbd> 詳細を開く　期間にかかわらず探しています
        </Text>
      </Row>
      {found.isMore && (
        <Notice tone="care" icon="alert">
          {MORE}
        </Notice>
      )}
    </>
  );
}

function Foot({ understood }: { understood: ParsedSearch | null }) {
  const navigate = useNavigate();
  const mayBook = useMay('reception');

  function bookForSomebodyNew() {
    startPhoneBooking({ typed: typedText(understood) });
    navigate(OFFICE.phoneBooking, { state: STARTED });
  }

  return (
    <Muted>
      お探しの方がいないときは、
      {mayBook && (
        <>
          <Button kind="link" onClick={bookForSomebodyNew}>
            新しい方として電話予約をとる
          </Button>
          　か、
        </>
      )}
      カナのほかに生年月日（例 S49.3.8）や電話番号で探してください。
    </Muted>
  );
}

const LATE_MS = 500;

/** What the screen can report by itself, with a way to try again: nothing of the session or of rights. */
const isForNow = (error: unknown) =>
  !(error instanceof CallFailed) || error.isLost || error.is('TooMany') || error.report.names.length === 0;

/** The search for people on its screen: starts over with every text from the box, and says what stands until the next answer. */
function useFind() {
  const dialogs = useDialogs();
  const asked = findText.use();
  const [finding, setFinding] = useState<Finding | null>(null);
  /** What was there before stays until waiting becomes noticeable; null until then. */
  const [shown, setShown] = useState<Finding | null>(null);
  const finder = useMemo(() => createFinder(setFinding, send), []);

  useEffect(() => {
    if (asked.text === '') setFinding({ asked, step: 'nothing' });
    else finder.look(asked);
    return finder.stop;
  }, [finder, asked]);

  useEffect(() => {
    const isQuiet = finding?.step === 'looking' && !finding.isInside;
    const timer = setTimeout(() => setShown(finding), isQuiet ? LATE_MS : 0);
    return () => clearTimeout(timer);
  }, [finding]);

  useEffect(() => {
    if (finding?.step !== 'failed' || isForNow(finding.error)) return;
    // Logged in again in place: it goes on.
    dialogs.systemError(finding.error, { canRetry: true }).then((again) => {
      if (again) finder.look(finding.asked);
    });
  }, [finding, finder, dialogs]);

  return { shown, again: () => finder.look(asked) };
}
