// The extraction of examinees: what is searched for, what is found, and the way to each reservation.
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigationType, useSearchParams } from 'react-router';
import { DownloadBar } from '#backoffice/files/csv-patterns/download-bar.tsx';
import { BulkConfirm } from '#backoffice/reservations/many/bulk-confirm.tsx';
import { BulkEdit, useEdits } from '#backoffice/reservations/many/bulk-edit.tsx';
import { endOfQueue, forgetEndOfQueue } from '#backoffice/shared/unconfirmed-queue.ts';
import { useSelection } from '#backoffice/shared/use-selection.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import { isOutstanding } from '#domain/reservation/reservation-status.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useFocusTarget } from '#web/ui/focus.ts';
import { Row } from '#web/ui/layout.tsx';
import { DoneLine, Loading } from '#web/ui/notice.tsx';
import { describeConditions, describeInAddress } from './conditions.ts';
import { ConditionsForm } from './conditions-form.tsx';
import { type Conditions, NO_CONDITIONS } from './contract.ts';
import styles from './extraction-screen.module.css';
import { ListBar, useListNavigation } from './list-bar.tsx';
import { arrange, BY_NUMBER, isNarrowed, NOT_NARROWED, numberOf, type Sort } from './narrow.ts';
import { NarrowBar } from './narrow-bar.tsx';
import { PaperList, ResultList } from './result-list.tsx';
import { beginExtraction, extractionSession, narrow, placeToReturnTo, useExtraction } from './use-extraction.ts';

export function ExtractionScreen() {
  const dialogs = useDialogs();
  const [params, setParams] = useSearchParams();
  const isComingBack = useNavigationType() !== 'PUSH';
  const [start] = useState(() => beginExtraction(String(params), isComingBack));
  const [returnTo, setReturnTo] = useState(() => placeToReturnTo(start.left));
  const { narrowing, sort } = extractionSession.use();
  const [isFolded, setFolded] = useState(start.conditions !== null);
  const extraction = useExtraction(start.conditions);
  const { choices, found, search, markDownloaded, takeConfirmed } = extraction;
  const { conditions } = found;
  const conditionsForm = useRef<HTMLFormElement>(null);
  const reader = useFocusTarget<HTMLSpanElement>();
  const mayChange = useMay('reception');
  const [closing] = useState(endOfQueue);
  useEffect(forgetEndOfQueue, []);
  const [isConfirming, setConfirming] = useState(false);

  // What is typed shows at once; the list follows when there is time.
  const wanted = useDeferredValue(narrowing);
  const order = useDeferredValue(sort);
  const rows = useMemo(() => arrange(found.rows, wanted, order), [found.rows, wanted, order]);
  const selection = useSelection(rows, found.isArriving);
  const outstanding = useMemo(() => rows.filter(({ status }) => isOutstanding(status)), [rows]);
  const navigation = useListNavigation({ ...extraction, rows, narrowing: wanted, sort: order, selection, outstanding });

  const edits = useEdits({ selectedCount: selection.rows.length, slots: choices?.slots ?? [], take: takeResults });

  // From the first moment on, also where the rest of the rows is waited for elsewhere.
  useEffect(() => extractionSession.set({ conditions }), [conditions]);
  const address = describeInAddress(conditions);
  useEffect(() => {
    if (String(params) !== address) setParams(address, { replace: true });
  }, [address, params, setParams]);

  async function searchBy(next: Conditions, order: Sort) {
    setReturnTo(null);
    extractionSession.set({ left: null });
    let isShown = false;
    /** With the reader at the count, once: the button that was pressed is folded away. */
    const show = () => {
      setFolded(true);
      if (isShown) return;
      if (order !== BY_NUMBER || !extractionSession.get().sort.isPressed) extractionSession.set({ sort: order });
      reader.bring();
      isShown = true;
    };
    const isFound = await search(next, show);
    if (isFound) show();
    else if (isFound === false) setFolded(false);
  }

  function editConditions() {
    // Folded, they take no focus.
    flushSync(() => setFolded(false));
    conditionsForm.current?.querySelector<HTMLElement>('select, input')?.focus();
  }

  function confirmSelected() {
    if (selection.rows.some(({ status }) => isOutstanding(status))) return setConfirming(true);
    dialogs.show({ title: '一括確認', lead: '選択した中に未確認の予約がありません。' });
  }

  function takeResults(...[results, changes]: Parameters<typeof takeConfirmed>) {
    takeConfirmed(results, changes);
    selection.drop(results.filter(({ outcome }) => outcome !== 'refused').map(numberOf));
  }

  /** The button for it goes with it. */
  function showAll() {
    narrow(NOT_NARROWED);
    reader.bring();
  }
  // Before the first search, what the form shows is what the server has used.
  const used = conditions ?? {
    ...NO_CONDITIONS,
    visitFrom: choices?.visitFrom ?? null,
    visitTo: choices?.visitTo ?? null,
  };

  return (
    <>
      <PageHead title="受診者抽出" crumbs={['予約管理']} />
      {!choices ? (
        <Loading />
      ) : (
        <div className={styles.screen}>
          {closing && <DoneLine>{closing}</DoneLine>}
          {edits.undoable && (
            <DoneLine>
              {edits.undoable}
              <Button kind="plain" onClick={edits.undo}>
                元に戻す
              </Button>
            </DoneLine>
          )}
          {isFolded && <ConditionTags tags={describeConditions(used, choices)} onEdit={editConditions} />}
          {/* Folded it keeps what is typed: a next search may be under way in it while rows arrive. */}
          <ConditionsForm ref={conditionsForm} choices={choices} start={used} onSearch={searchBy} isHidden={isFolded} />
          <NarrowBar
            choices={choices}
            found={found}
            shownCount={rows.length}
            onShowAll={showAll}
            reader={reader.place}
          />
          <ResultList
            found={found}
            rows={rows}
            choices={choices}
            onShowAll={showAll}
            sort={order}
            onLeave={navigation.leaveFor}
            selection={selection.inTable}
            // Before all of them are there the page may be too short to go back to the same place.
            returnTo={found.isArriving ? null : returnTo}
            resetKey={JSON.stringify([wanted, order])}
          />
          {rows.length > 0 && (
            <PaperList
              rows={rows}
              sort={order}
              tags={describeConditions(used, choices)}
              isNarrowed={isNarrowed(wanted)}
              isArriving={found.isArriving}
            />
          )}
          {(mayChange || selection.rows.length > 0) && (
            <ListBar
              selection={selection}
              navigation={navigation}
              outstanding={outstanding}
              isArriving={found.isArriving}
              onConfirm={mayChange ? confirmSelected : null}
              onEdit={edits.choose}
            >
              {mayChange && (
                <DownloadBar
                  rows={selection.rows.length > 0 ? selection.rows : rows}
                  isSelection={selection.rows.length > 0}
                  isArriving={found.isArriving}
                  patterns={choices.patterns}
                  firstPattern={choices.firstPattern}
                  onDownloaded={markDownloaded}
                />
              )}
            </ListBar>
          )}
          {isConfirming && (
            <BulkConfirm
              selected={selection.rows}
              onRun={({ results }) => takeResults(results)}
              onSelectOnly={selection.selectOnly}
              onLeave={navigation.leaveFor}
              onClose={() => setConfirming(false)}
            />
          )}
          {edits.act && (
            <BulkEdit
              act={edits.act}
              selected={selection.rows}
              years={choices.years}
              reasons={listReasons(choices.cancelReasons)}
              onEdited={edits.onEdited}
              onNotice={navigation.notify}
              onSelectOnly={selection.selectOnly}
              onLeave={navigation.leaveFor}
              onClose={edits.close}
            />
          )}
        </div>
      )}
    </>
  );
}

function ConditionTags({ tags, onEdit }: { tags: readonly string[]; onEdit(): void }) {
  return (
    <Row as="section" gap="2" className={styles.tags} aria-label="検索条件">
      <b>検索条件</b>
      <ul>
        {tags.length === 0 && <li>すべての予約</li>}
        {tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
      <Button icon="search" onClick={onEdit}>
        条件を変更
      </Button>
    </Row>
  );
}
